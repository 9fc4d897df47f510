package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.transaction.request.ActorRequests.Question;
import tutti.engine.transaction.request.ClaimEnds;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;

/**
 * The places of a {@link Branch} at its actors, under a control that {@linkplain
 * ConcurrencyControl#begins begins}: taken and settled one after another. On the branch's queue.
 */
final class BranchPlaces {
  private final Branch branch;
  private final BranchExecution execution;
  private final BranchContext shared;

  /** Whether the places keep other transactions from beginning at their actors. */
  private boolean holds;

  BranchPlaces(Branch branch, BranchExecution execution, BranchContext shared) {
    this.branch = branch;
    this.execution = execution;
    this.shared = shared;
  }

  void begin(PeerMessage.Begin ask, long deadline) {
    branch.begins(ask);
    holds = ask.hold();
    List<Question> questions = new ArrayList<>();
    for (DeclaredUse use : ask.uses()) {
      boolean hold = ask.hold() || use != ask.uses().getLast();
      questions.add(new Question(use.actor(), use.work(hold), ask.seen()));
    }
    inTurn(
        ask,
        questions.iterator(),
        deadline,
        () -> {
          if (ask.hold()) {
            execution.answerInPlace(false);
          } else {
            eachPlace(ConcurrencyControl::begun);
            execution.answerInPlace(false);
          }
        });
  }

  /**
   * Permits other transactions to begin at the places here, if they were kept from it. Any later
   * question does so, too.
   */
  void goesOn() {
    if (holds) {
      holds = false;
      eachPlace(ConcurrencyControl::begun);
    }
  }

  /** Releases an actor that a procedure of this node does not use again. */
  void release(ActorId actor, Iterable<Claim> begun) {
    for (Claim claim : begun) {
      if (claim.holdsPlace() && claim.cell().id().equals(actor)) {
        shared.directory().containerOf(actor).control().release(claim);
      }
    }
  }

  void release(ActorId actor) {
    eachPlace(
        (control, claim) -> {
          if (claim.cell().id().equals(actor)) {
            control.release(claim);
          }
        });
    execution.answerInPlace(false);
  }

  /** Releases all actors, and waits until all transactions before this one there have ended. */
  void settle(PeerMessage.Settle ask, long deadline) {
    if (shared.directory().locksLast()) {
      lock();
      return;
    }
    eachPlace(ConcurrencyControl::release);
    List<Question> questions = new ArrayList<>();
    for (Claim claim : execution.held()) {
      if (claim.holdsPlace()) {
        questions.add(new Question(claim.cell().id(), new Work.Settle(), execution.seen()));
      }
    }
    inTurn(ask, questions.iterator(), deadline, () -> execution.answerInPlace(ask.confirms()));
  }

  /** Locks what the branch changes: all of its transaction has executed. */
  private void lock() {
    switch (ClaimEnds.lock(shared.directory(), ClaimEnds.inOrder(execution.held()))) {
      case Result.Failed(var met) -> execution.answer(new Reply.Stopped(met), null);
      case Result.Done _ -> execution.answerInPlace(false);
    }
  }

  private void eachPlace(BiConsumer<ConcurrencyControl, Claim> change) {
    for (Claim claim : execution.held()) {
      if (claim.holdsPlace()) {
        change.accept(shared.directory().containerOf(claim.cell().id()).control(), claim);
      }
    }
  }

  /** Puts questions to actors, each when the one before is granted. */
  private void inTurn(
      PeerMessage.Ask ask, Iterator<Question> questions, long deadline, Runnable granted) {
    if (!questions.hasNext()) {
      granted.run();
      return;
    }
    execution.asks(
        shared
            .requests()
            .start(
                branch,
                questions.next(),
                deadline,
                ask.round().timeoutNanos(),
                given ->
                    branch.queue().step(() -> answered(ask, questions, deadline, granted, given))));
  }

  private void answered(
      PeerMessage.Ask ask,
      Iterator<Question> questions,
      long deadline,
      Runnable granted,
      PendingRequest.Answer given) {
    Claim begun =
        ask instanceof PeerMessage.Begin
                && given instanceof PendingRequest.Answer.Given(Verdict.Accept accept)
            ? accept.claim()
            : null;
    if (!execution.keeps(ask, begun)) {
      return;
    }
    if (given instanceof PendingRequest.Answer.Stopped(var reason)) {
      execution.answer(new Reply.Stopped(reason), null);
    } else {
      // An actor with a key that cannot be is refused when it is used.
      inTurn(ask, questions, deadline, granted);
    }
  }
}
