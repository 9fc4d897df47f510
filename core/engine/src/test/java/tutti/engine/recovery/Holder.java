package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.Decisions;
import tutti.engine.transaction.record.Observations;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Observation;
import tutti.model.relation.store.RowStore;

/**
 * A holder of claims at a {@link RecoveredNode}. The consequences of a record in the log happen one
 * step at a time, so that a test can put anything in between; the checkpoint gate is left at the
 * last of them.
 */
abstract class Holder implements Participant {
  final RecoveredNode node;
  final BranchKey key;
  final List<Claim> claims = new ArrayList<>();
  Observations seen;
  Status status = Status.ACTIVE;

  /** Whether a change that it has used was rolled back: then it does not vote. */
  private boolean wounded;

  private final ArrayDeque<Runnable> steps = new ArrayDeque<>();
  private int phase;

  Holder(RecoveredNode node, BranchKey key, Observations seen) {
    this.node = node;
    this.key = key;
    this.seen = seen;
  }

  @Override
  public TransactionId id() {
    return key.id();
  }

  @Override
  public long age() {
    return key.id().number();
  }

  @Override
  public Status status() {
    return status;
  }

  /** Lets a control that only locks at the end lock as it executes: no test here validates. */
  @Override
  public boolean coordinatedElsewhere() {
    return true;
  }

  @Override
  public void wound(ActorId actor, Verdict.Conflict why) {
    wounded = true;
  }

  /**
   * False if it may not be decided now, because a transaction before it has not ended, or was
   * rolled back.
   */
  boolean settles() {
    for (Claim claim : List.copyOf(claims)) {
      if (claim.holdsPlace()) {
        if (ask(claim.cell().id(), new Work.Settle()) == null) {
          return false;
        }
        // Its place is among them already.
        claims.removeLast();
      }
    }
    return !wounded;
  }

  /** False if the actor does not accept it now; nothing is held of this call then. */
  boolean act(Call call) {
    Verdict.Accept accept = ask(call.target(), new Work.Act(call));
    if (accept == null) {
      return false;
    }
    ConcurrencyControl control = node.directory.containerOf(call.target()).control();
    if (control.locksLast() && control.lock(accept.claim()) instanceof Verdict.Conflict) {
      end(claims.removeLast(), false, 0);
      return false;
    }
    return true;
  }

  /** False if it cannot be seen now. */
  boolean observe(ActorId actor, Observation what) {
    Verdict.Accept accept = ask(actor, new Work.Observe(what));
    if (accept != null) {
      seen = seen.with(actor, what, accept.result());
    }
    return accept != null;
  }

  boolean forbid(Call call) {
    return ask(call.target(), new Work.Forbid(call)) != null;
  }

  /** Works on the rows of an actor; false if that cannot be now. */
  boolean work(ActorId actor, Consumer<RowStore> work) {
    Verdict.Accept accept = ask(actor, new Work.Run(true));
    if (accept != null) {
      work.accept(Objects.requireNonNull(accept.claim().rows()));
    }
    return accept != null;
  }

  private Verdict.@Nullable Accept ask(ActorId actor, Work work) {
    Container container = node.directory.containerOf(actor);
    Cell cell = container.actors().findOrCreate(actor, node.directory.typeOf(actor));
    ActorRequest request =
        new ActorRequest(this, cell, work, seen) {
          @Override
          public void resolve(Verdict verdict) {
            throw new AssertionError("it was withdrawn");
          }
        };
    Verdict verdict = container.control().request(request);
    if (verdict instanceof Verdict.Accept accept) {
      claims.add(accept.claim());
      return accept;
    }
    if (verdict instanceof Verdict.Delay) {
      assertThat(container.control().withdraw(request)).isTrue();
    }
    container.actors().dropIfUnused(cell);
    return null;
  }

  /** Appends a record inside the gate; gives its position. Steps are to follow. */
  final long append(Encoder record) throws Exception {
    phase = Decisions.enter(node.gate);
    return node.folder.journal().append(record.array(), 0, record.size());
  }

  final void then(Runnable step) {
    steps.add(step);
  }

  final void thenEndAllClaims(boolean commit, long lsn) {
    for (Claim claim : claims) {
      then(() -> end(claim, commit, lsn));
    }
  }

  private void end(Claim claim, boolean commit, long lsn) {
    Container container = node.directory.containerOf(claim.cell().id());
    ConcurrencyControl control = container.control();
    if (commit) {
      control.commit(claim, lsn);
    } else {
      control.abort(claim);
    }
    container.actors().dropIfUnused(claim.cell());
  }

  /** Does the next step of what its record brings with it; true if it was the last. */
  boolean step() {
    steps.removeFirst().run();
    if (steps.isEmpty()) {
      Decisions.exit(node.gate, phase);
      node.checkpointer.grown(node.folder.journal().end());
    }
    return steps.isEmpty();
  }

  /** Lets go of everything, without a word in the log. */
  void letGo() {
    status = Status.ABORTED;
    claims.forEach(claim -> end(claim, false, 0));
  }
}
