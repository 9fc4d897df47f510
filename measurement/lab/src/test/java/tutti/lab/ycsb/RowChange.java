package tutti.lab.ycsb;

import tutti.model.actor.Procedure;

/** A change of stored rows that no operation of the core workloads makes. */
public record RowChange(Kind kind) implements Procedure<Partition, Boolean> {
  /** A change. */
  public enum Kind {
    DELETES,
    WRITES
  }

  @Override
  public Boolean run(Partition partition) {
    switch (kind) {
      case DELETES -> partition.rows.delete(1L);
      case WRITES -> partition.rows.update(partition.rows.get(2L).written());
    }
    return true;
  }
}
