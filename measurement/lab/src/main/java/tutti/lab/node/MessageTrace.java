package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.replicated.HostMessage;
import tutti.engine.transport.Tap;
import tutti.lab.log.NumberedFile;
import tutti.model.Application;

/**
 * A writer of the messages between the nodes of each run to a file, once the run is over: during
 * the run, senders only copy theirs. Thread-safe.
 */
public final class MessageTrace {
  /** A trace that writes nothing. */
  public static final MessageTrace NONE = new MessageTrace(null);

  /** The number of messages of a run that are kept: its first ones. */
  static final int MOST = 100_000;

  private final @Nullable Path file;
  private final AtomicLong count = new AtomicLong();
  private volatile Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private int runs;

  private record Sent(long nanos, int from, int to, byte[] bytes) {}

  private MessageTrace(@Nullable Path file) {
    this.file = file;
  }

  /**
   * Returns a trace to this file, replacing an old one; those of further runs go beside it, with a
   * number.
   */
  public static MessageTrace to(Path file) {
    return new MessageTrace(file);
  }

  /** Returns whether anything is written. */
  public boolean enabled() {
    return file != null;
  }

  /** Returns the tap to which nodes tell their messages. */
  public Tap tap() {
    return enabled() ? this::sent : Tap.NONE;
  }

  private void sent(long nanos, int from, int to, byte[] bytes, int offset, int length) {
    if (count.incrementAndGet() <= MOST) {
      sent.add(new Sent(nanos, from, to, Arrays.copyOfRange(bytes, offset, offset + length)));
    }
  }

  /**
   * Writes the messages of a run that has ended, by time from the first one on.
   *
   * @param deployment of the nodes
   */
  public void ends(Application application, Deployment deployment) throws IOException {
    if (file == null) {
      return;
    }
    List<Sent> all = sent.stream().sorted(Comparator.comparingLong(Sent::nanos)).toList();
    runs++;
    try (MessageLines lines =
        new MessageLines(
            NumberedFile.of(file, runs), HostMessage.reader(application, deployment))) {
      for (Sent each : all) {
        lines.add(each.nanos() - all.getFirst().nanos(), each.from(), each.to(), each.bytes(), "");
      }
      if (count.get() > all.size()) {
        lines.note(count.get() - all.size() + " later messages were left out");
      }
    }
    sent = new ConcurrentLinkedQueue<>();
    count.set(0);
  }
}
