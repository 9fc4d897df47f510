package tutti.engine.node.integrated;

import java.util.function.Consumer;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.node.Backups;

/**
 * The backups of a host that can make none yet.
 *
 * @param protocol of the host
 */
record RefusedBackups(Replication.Protocol protocol) implements Backups {
  private static final String CODE = "nothing-kept";

  private <T> Result<T> refused() {
    return new Result.Failed<>(
        CODE,
        protocol.setting()
            + " makes no backups in this version: stop a node in order and copy its data folder,"
            + " and those of the others, while none of them runs");
  }

  @Override
  public void begin(Consumer<Result<Begun>> done) {
    done.accept(refused());
  }

  @Override
  public void read(String id, int node, String file, long at, Consumer<Result<byte[]>> done) {
    done.accept(refused());
  }

  @Override
  public void end(String id, Runnable done) {
    done.run();
  }
}
