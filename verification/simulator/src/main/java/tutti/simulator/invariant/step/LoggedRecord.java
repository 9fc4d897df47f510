package tutti.simulator.invariant.step;

/** A record that stands in a node's log since that life of the node. */
public record LoggedRecord(NodeLife life, long lsn) {

  /** Whether a flush has covered the record; where no log is kept, whether its node still runs. */
  public boolean durable() {
    return life.keepsLog() ? lsn <= life.log().durable() : !life.over();
  }

  /**
   * Whether a crash could still undo the record: one that stands since an earlier life has outlived
   * a crash.
   */
  public boolean mayBeLost() {
    return !life.over() && !durable();
  }
}
