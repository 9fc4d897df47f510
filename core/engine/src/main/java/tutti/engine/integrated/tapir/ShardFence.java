package tutti.engine.integrated.tapir;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups;
import tutti.engine.backup.NodeBackups.Result;
import tutti.protocol.integrated.tapir.DurableState;

/**
 * The part of a replica in a backup. A replica that is fenced consents to no transaction that
 * writes. A fenced replica has a cut of its shard when a view began after the fence in which the
 * replica acts, and all transactions of the view's record are executed. If a majority of each shard
 * has a cut of the same view, and all of these replicas stay fenced until every shard's majority
 * has one, no transaction has changed any item in between, in any shard. So each shard can be
 * copied from one replica. Confined to the host's queue of machines.
 */
public final class ShardFence {
  private final ShardDriver driver;
  private final TapirHost host;
  private @Nullable Holding now;

  /** A fence, until it is removed. */
  private static final class Holding {
    final String copy;
    final boolean copies;
    final long since;
    @Nullable Consumer<Result<ItemCut>> waits;
    @Nullable ItemCut cut;

    Holding(String copy, boolean copies, long since) {
      this.copy = copy;
      this.copies = copies;
      this.since = since;
    }
  }

  ShardFence(ShardDriver driver, TapirHost host) {
    this.driver = driver;
    this.host = host;
  }

  private DurableState memory() {
    return driver.machine().memory();
  }

  /**
   * Fences the replica, and calls back with its cut once there is one. The fence is removed after a
   * while if nothing else removes it.
   *
   * @param copy names the cut
   * @param copies whether the items are copied, too
   */
  public void hold(String copy, boolean copies, Consumer<Result<ItemCut>> done) {
    Holding holding = now;
    if (holding == null) {
      holding = new Holding(copy, copies, memory().view());
      Holding fresh = holding;
      now = fresh;
      driver.machine().fence(true);
      host.parts().scheduler().after(NodeBackups.HOLD_NANOS, host.queue(), () -> letGo(fresh));
    } else if (!holding.copy.equals(copy)) {
      done.accept(
          new Result.Failed<>("backup-busy", "another backup is beginning just now; try again"));
      return;
    }
    holding.waits = done;
    again();
    look();
  }

  /** Asks the leader for the next view, while it has not begun. */
  void again() {
    Holding holding = now;
    if (holding != null && memory().view() == holding.since) {
      driver.endView(holding.since);
    }
  }

  /** Looks whether the cut is there, after a step of the replica. */
  void look() {
    Holding holding = now;
    if (holding == null || holding.waits == null) {
      return;
    }
    boolean ready = memory().acts() && memory().view() > holding.since && !memory().isChanging();
    if (holding.cut != null && holding.cut.place() != memory().view()) {
      holding.cut = null;
    }
    if (holding.cut == null && ready) {
      holding.cut = new ItemCut(memory().view(), holding.copies ? memory().values() : List.of());
    }
    if (holding.cut != null) {
      Consumer<Result<ItemCut>> waits = holding.waits;
      holding.waits = null;
      waits.accept(new Result.Good<>(holding.cut));
    }
  }

  /** Ends the fence, and gives the cut if it has held until now. */
  public void letGo(String copy, Consumer<Result<ItemCut>> done) {
    Holding holding = now;
    if (holding == null || !holding.copy.equals(copy)) {
      done.accept(lost(copy));
      return;
    }
    letGo(holding);
    ItemCut cut = holding.cut;
    boolean held = cut != null && memory().acts() && memory().view() == cut.place();
    done.accept(cut != null && held ? new Result.Good<>(cut) : lost(copy));
  }

  private static Result<ItemCut> lost(String copy) {
    return new Result.Failed<>(
        "backup-unknown",
        "backup "
            + copy
            + " is not kept here: it was given up, the shard's view has changed, or the host was"
            + " restarted; begin another one");
  }

  /** Ends the fence of a cut that nobody wants any more. */
  public void giveUp(String copy) {
    Holding holding = now;
    if (holding != null && holding.copy.equals(copy)) {
      letGo(holding);
    }
  }

  private void letGo(Holding holding) {
    if (now == holding) {
      now = null;
      driver.machine().fence(false);
      if (holding.waits != null) {
        holding.waits.accept(lost(holding.copy));
      }
    }
  }
}
