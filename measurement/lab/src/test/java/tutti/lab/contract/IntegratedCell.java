package tutti.lab.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.runtime.ExecutorMode;

/**
 * One combination of the settings that are left beside an integrated protocol, which takes the
 * place of concurrency control, commit, isolation and replication; its nodes have disks.
 */
record IntegratedCell(Protocol protocol, Cell.Architecture architecture, ExecutorMode mode) {
  private static final int NODES = 3;

  /** One cell for each protocol. */
  static List<IntegratedCell> few() {
    return List.of(
        new IntegratedCell(Protocol.TAPIR, Cell.Architecture.S2, ExecutorMode.best()),
        new IntegratedCell(Protocol.JANUS, Cell.Architecture.S1, ExecutorMode.best()));
  }

  /** Every combination. */
  static List<IntegratedCell> all() {
    List<IntegratedCell> all = new ArrayList<>();
    for (Protocol protocol : List.of(Protocol.TAPIR, Protocol.JANUS)) {
      for (Cell.Architecture architecture : Cell.Architecture.values()) {
        for (ExecutorMode mode : ExecutorMode.values()) {
          all.add(new IntegratedCell(protocol, architecture, mode));
        }
      }
    }
    return all;
  }

  Deployment deployment() {
    return Cell.deployment(
        Cell.integrated(protocol.name().toLowerCase(Locale.ROOT), architecture, NODES));
  }

  Durability durability() {
    return Durability.SYNC;
  }

  @Override
  public String toString() {
    return String.join(
        " ",
        protocol.setting(),
        architecture.name().toLowerCase(Locale.ROOT),
        mode.name().toLowerCase(Locale.ROOT));
  }
}
