package tutti.engine.recovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.recovery.ReplayedActor.Pending;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.LogRecord.Look;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.request.Directory;

/**
 * Puts the actions back that replay could not apply, and the claims of branches in doubt. Used
 * once, by one thread.
 */
final class ReinstatedClaims {
  private final Directory directory;
  private final Map<BranchKey, Participant> owners = new LinkedHashMap<>();
  private final Map<BranchKey, List<Claim>> held = new LinkedHashMap<>();

  ReinstatedClaims(Directory directory) {
    this.directory = directory;
  }

  /** A transaction whose decision was found, behind one that is in doubt. */
  private record Decided(TransactionId id) implements Participant {
    @Override
    public long age() {
      return 0;
    }

    @Override
    public Status status() {
      return Status.COMMITTED;
    }
  }

  /** Puts all of them back; gives the claims of each branch in doubt. */
  Map<BranchKey, List<Claim>> of(Replay replay, Function<PreparedBranch, Participant> ownerOf) {
    List<PreparedBranch> inDoubt = replay.inDoubt();
    for (PreparedBranch branch : inDoubt) {
      owners.put(branch.key(), ownerOf.apply(branch));
      held.put(branch.key(), new ArrayList<>());
    }
    replay.unsettled().values().forEach(this::actor);
    for (PreparedBranch branch : inDoubt) {
      for (Look look : branch.work().looks()) {
        look(branch, look);
      }
    }
    return held;
  }

  private void actor(ReplayedActor actor) {
    ConcurrencyControl control = directory.containerOf(actor.cell().id()).control();
    for (Pending action : actor.pending()) {
      action(control, actor.cell(), action);
    }
  }

  private void action(ConcurrencyControl control, Cell cell, Pending action) {
    BranchKey branch = action.inDoubt();
    Participant owner = branch == null ? new Decided(action.id()) : owner(branch);
    Claim claim =
        control.reinstate(
            owner,
            cell,
            new Work.Act(action.effect().call()),
            action.seen(),
            action.effect().position(),
            action.effect().low());
    if (branch == null) {
      control.commit(claim, action.lsn());
    } else {
      claimsOf(branch).add(claim);
    }
  }

  private void look(PreparedBranch branch, Look look) {
    Container container = directory.containerOf(look.actor());
    Cell cell = container.actors().findOrCreate(look.actor(), directory.typeOf(look.actor()));
    claimsOf(branch.key())
        .add(
            container
                .control()
                .reinstate(owner(branch.key()), cell, look.work(), branch.work().seen(), -1, -1));
  }

  private Participant owner(BranchKey branch) {
    Participant owner = owners.get(branch);
    if (owner == null) {
      throw new IllegalStateException(branch + " is not in doubt");
    }
    return owner;
  }

  private List<Claim> claimsOf(BranchKey branch) {
    List<Claim> claims = held.get(branch);
    if (claims == null) {
      throw new IllegalStateException(branch + " is not in doubt");
    }
    return claims;
  }
}
