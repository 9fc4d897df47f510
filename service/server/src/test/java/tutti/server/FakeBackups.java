package tutti.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.node.Backups;

/** One backup of one node, with one file. */
final class FakeBackups implements Backups {
  static final String ID = "9f1c04d2a7be3358";
  static final String FILE = "checkpoint-7";
  private static final byte[] BYTES = "all that there is".getBytes(StandardCharsets.UTF_8);

  /** The answer that is given instead; null for a backup that goes well. */
  volatile Result.Failed<?> instead;

  final List<String> ended = new ArrayList<>();

  private <T> void answer(T good, Consumer<Result<T>> done) {
    Result.Failed<?> failed = instead;
    done.accept(
        failed == null
            ? new Result.Good<>(good)
            : new Result.Failed<>(failed.code(), failed.why()));
  }

  @Override
  public void begin(Consumer<Result<Begun>> done) {
    NodeCopy copy = new NodeCopy(0, 3, 4096, 5, Map.of(FILE, (long) BYTES.length));
    answer(new Begun(ID, Instant.parse("2026-01-31T18:30:00Z"), List.of(copy)), done);
  }

  @Override
  public void read(String id, int node, String file, long at, Consumer<Result<byte[]>> done) {
    int from = (int) Math.min(at, BYTES.length);
    answer(Arrays.copyOfRange(BYTES, from, BYTES.length), done);
  }

  @Override
  public void end(String id, Runnable done) {
    ended.add(id);
    done.run();
  }
}
