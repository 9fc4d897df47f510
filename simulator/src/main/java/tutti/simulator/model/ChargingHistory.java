package tutti.simulator.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.history.History;

/** A history that charges for records where they are appended. */
record ChargingHistory(ModelWorld world) implements History {

  @Override
  public void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    append();
  }

  @Override
  public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    append();
  }

  @Override
  public void branchEnded(BranchKey branch, boolean committed, long lsn) {
    if (lsn > 0) {
      append();
    }
  }

  private void append() {
    world.about(Head.COMMIT);
    world.charge(Constant.APPEND);
  }
}
