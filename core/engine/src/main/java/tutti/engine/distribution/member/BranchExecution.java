package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.TooLong;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.ClaimEnds;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.protocol.commit.Input;

/**
 * The execution of a {@link Branch}: it puts its coordinator's questions to actors and procedures,
 * keeps their grants, and answers. On the branch's queue.
 */
final class BranchExecution {
  private static final Logger LOG = LoggerFactory.getLogger(BranchExecution.class);

  /**
   * The time, in nanoseconds, that a branch waits beyond its transaction's deadline before it
   * undoes its work.
   */
  private static final long GRACE_NANOS = 1_000_000_000;

  /**
   * The time, in nanoseconds, after which a branch gives up if it is provoked to: before or after
   * it is asked to vote.
   */
  private static final long GIVEN_UP_NANOS = 500_000;

  private static final Reason GIVEN_UP =
      new Reason.Unavailable("given-up", "the transaction is over");

  private final Branch branch;
  private final BranchContext shared;
  private final Branches branches;
  private final BranchKey key;
  private final StepQueue queue;
  private final BranchPlaces places;
  private final List<Claim> claims = new ArrayList<>(2);
  private Observations seen;
  private long observedLsn;
  private int round;
  private boolean changes;

  /** Whether the branch has been let in to change something, and is not refused any more. */
  private boolean mayChange;

  private ActorRequests.@Nullable RemoteRequest asking;

  /** The procedures that run for the branch; null if it was asked for none. */
  private volatile @Nullable BranchTasks tasks;

  /** Whether the newest question is to procedures, and they have not answered it. */
  private boolean performing;

  private boolean decided;

  /** The step that follows when the procedures have ended or do not go on. */
  private @Nullable Runnable next;

  /** The answer to the newest question, for when the coordinator asks again. */
  private PeerMessage.@Nullable Executed answer;

  /** Whether the newest question is answered, and nothing of the branch runs. */
  private volatile boolean executed;

  /** The reply that goes out together with the vote. */
  private @Nullable Reply withVote;

  private Scheduler.Timer expiry = () -> {};

  BranchExecution(Branch branch, BranchContext shared, Branches branches, Observations seen) {
    this.branch = branch;
    this.shared = shared;
    this.branches = branches;
    this.key = branch.key();
    this.queue = branch.queue();
    this.seen = seen;
    this.places = new BranchPlaces(branch, this, shared);
  }

  /** Returns the newest round in which the branch was asked. */
  int round() {
    return round;
  }

  Observations seen() {
    return seen;
  }

  /**
   * Returns whether the branch may have executed all that it will ever be asked; for any thread.
   */
  boolean executed() {
    return executed;
  }

  /**
   * Returns the position up to which the log must be durable for the branch's observations to be
   * durable.
   */
  long observedLsn() {
    return observedLsn;
  }

  /** Returns whether procedures of the branch run or wait for the coordinator. */
  boolean running() {
    BranchTasks own = tasks;
    return own != null && own.running();
  }

  /** Executes a question of the coordinator. Call this only on the queue. */
  void execute(PeerMessage.Ask ask) {
    int asked = ask.round().number();
    if (over() || asked < round) {
      return;
    }
    if (asked == round) {
      if (answer != null) {
        branch.send(answer);
      }
      return;
    }
    round = asked;
    answer = null;
    executed = false;
    performing = false;
    ActorRequests.RemoteRequest former = asking;
    if (former != null) {
      asking = null;
      former.stop(GIVEN_UP);
    }
    long deadline = shared.scheduler().nanos() + ask.round().remainingNanos();
    expiry.cancel();
    expiry = shared.scheduler().after(patience(ask.round()), queue, branch::rollBack);
    if (tasks != null && !tasks.isQuiet()) {
      // The coordinator does not wait for the procedures' answer any more.
      tasks.fail(GIVEN_UP);
      next = () -> put(ask, deadline);
    } else {
      put(ask, deadline);
    }
  }

  private void put(PeerMessage.Ask asked, long deadline) {
    if (!(asked instanceof PeerMessage.Begin)) {
      places.goesOn();
    }
    if (!mayChange && branches.hasNoRoomFor(asked)) {
      answer(new Reply.Stopped(branches.memoryFull()), null);
      return;
    }
    mayChange |= Branches.mayChange(asked);
    switch (asked) {
      case PeerMessage.Execute ask -> {
        seen = ask.seen();
        if (validate() instanceof Result.Failed(var met)) {
          answer(new Reply.Stopped(met), null);
          return;
        }
        asking =
            shared
                .requests()
                .start(
                    branch,
                    new ActorRequests.Question(
                        ask.target(), ask.work(), ask.seen(), ask.willAct(), returns(ask.target())),
                    deadline,
                    ask.round().timeoutNanos(),
                    given -> queue.step(() -> answered(ask, given)));
      }
      case PeerMessage.Perform ask -> {
        BranchTasks running = tasks;
        if (running == null) {
          running =
              new BranchTasks(
                  branch,
                  key,
                  shared,
                  ask.seen(),
                  () -> queue.step(this::tasksAreQuiet),
                  actor -> queue.step(() -> releases(actor)));
          tasks = running;
        }
        running.until(deadline, ask.round().timeoutNanos());
        performing = true;
        running.perform(ask);
      }
      case PeerMessage.Begin ask -> {
        seen = ask.seen();
        places.begin(ask, deadline);
      }
      case PeerMessage.Begun _ -> answerInPlace(false);
      case PeerMessage.Release ask -> places.release(ask.actor());
      case PeerMessage.Settle ask -> places.settle(ask, deadline);
    }
  }

  private void releases(ActorId actor) {
    if (!over()) {
      places.release(actor, claims);
    }
  }

  /** Keeps the claim of a place, unless the question comes from an earlier round. */
  boolean keeps(PeerMessage.Ask ask, @Nullable Claim begun) {
    boolean open = closes(ask);
    if (begun != null && open) {
      claims.add(begun);
    } else if (begun != null) {
      ClaimEnds.abort(shared.directory().containerOf(begun.cell().id()), begun);
    }
    return open;
  }

  /**
   * Returns whether a question is the newest one, which an actor has answered now. The answer to an
   * earlier one comes after that one was taken back, while another actor is asked already.
   */
  private boolean closes(PeerMessage.Ask ask) {
    if (over() || ask.round().number() != round) {
      return false;
    }
    asking = null;
    return true;
  }

  void asks(ActorRequests.RemoteRequest request) {
    asking = request;
  }

  /** Answers that all places are taken, or settled. */
  void answerInPlace(boolean confirms) {
    for (Claim claim : held()) {
      observedLsn = Math.max(observedLsn, claim.observedLsn());
      changes |= claim.hasCall();
    }
    branch.on(new Input.Executed(round, changes, false));
    Reply reply = new Reply.Granted(List.of(), null);
    if (confirms) {
      BranchTasks ran = tasks;
      if (ran != null) {
        ran.told();
      }
      answerOnceDurable(reply);
    } else {
      answer(reply, null);
    }
  }

  private boolean returns(ActorId actor) {
    for (Claim claim : claims) {
      if (claim.cell().id().equals(actor)) {
        return true;
      }
    }
    return false;
  }

  /** Goes on when the procedures have ended, or wait for the coordinator. */
  private void tasksAreQuiet() {
    BranchTasks running = tasks;
    if (running == null || !running.isQuiet()) {
      return;
    }
    if (next != null) {
      Runnable now = next;
      next = null;
      now.run();
    } else if (performing && !over()) {
      performing = false;
      performed(running.reply());
    }
  }

  private void performed(Reply reply) {
    List<Claim> held = held();
    for (Claim claim : held) {
      observedLsn = Math.max(observedLsn, claim.observedLsn());
      changes |= claim.call() != null;
    }
    Result locked =
        running() || !shared.directory().validates() || shared.directory().locksLast()
            ? Result.DONE
            : ClaimEnds.lock(shared.directory(), held);
    branch.on(new Input.Executed(round, changes, false));
    try {
      answer(locked instanceof Result.Failed(var met) ? new Reply.Stopped(met) : reply, null);
    } catch (RuntimeException unwritable) {
      LogLine.about(LOG.atError(), branch.key().id(), null)
          .setCause(unwritable)
          .log("{} cannot answer", branch);
      answer(
          new Reply.Stopped(
              new Reason.Unavailable(
                  "internal-error",
                  "what procedures gave or call on "
                      + shared.peers().ownName()
                      + " cannot be written: "
                      + unwritable)),
          null);
    }
  }

  /** Returns all that the branch holds; while none of its procedures runs. */
  List<Claim> held() {
    if (tasks == null) {
      return claims;
    }
    List<Claim> all = new ArrayList<>(claims);
    tasks.claims(all::add);
    return all;
  }

  private long patience(PeerMessage.Round ask) {
    return shared.scheduler().injects(FaultPoint.GIVEN_UP_EARLY)
        ? GIVEN_UP_NANOS
        : ask.remainingNanos() + GRACE_NANOS;
  }

  private void answered(PeerMessage.Execute ask, PendingRequest.Answer given) {
    if (!closes(ask)) {
      if (given instanceof PendingRequest.Answer.Given(Verdict.Accept accept)) {
        Claim claim = accept.claim();
        shared.history().withdrawn(claim);
        ClaimEnds.abort(shared.directory().containerOf(claim.cell().id()), claim);
      }
      return;
    }
    switch (given) {
      case PendingRequest.Answer.Given(Verdict.Accept accept) -> granted(ask, accept);
      case PendingRequest.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
        observedLsn = Math.max(observedLsn, lsn);
        answerOnceDurable(new Reply.Refused(refusal));
      }
      case PendingRequest.Answer.Given(Verdict.NeedsObservation(var actor, var what)) ->
          answer(new Reply.NeedsObservation(actor, what), null);
      case PendingRequest.Answer.Stopped(var reason) -> answer(new Reply.Stopped(reason), null);
      case PendingRequest.Answer.Given(var other) ->
          throw new IllegalStateException(branch + " was answered " + other);
    }
  }

  private void granted(PeerMessage.Execute ask, Verdict.Accept accept) {
    Claim claim = accept.claim();
    claims.add(claim);
    observedLsn = Math.max(observedLsn, claim.observedLsn());
    changes |= claim.call() != null;
    if (shared.history().enabled() && claim.call() == null) {
      long version = claim.observedVersion();
      shared.history().read(key.id(), ask.target(), version);
      shared.history().relied(key, claim, version, accept.result());
    }
    Reply reply = new Reply.Granted(accept.partners(), accept.result());
    boolean votes = ask.vote() && changes && !validatesLater();
    if (votes && shared.context().asking().answersFirst()) {
      answer(reply, null);
      branch.on(new Input.Executed(round, changes, true));
      return;
    }
    withVote = votes ? reply : null;
    branch.on(new Input.Executed(round, changes, votes));
    if (!votes && isConfirmation(ask)) {
      // The answer to the client rests on all observations on this node.
      if (tasks != null) {
        tasks.told();
      }
      answerOnceDurable(reply);
    } else if (!votes) {
      answer(reply, null);
    }
  }

  /**
   * Returns whether a question only asks for confirmation: a refusal that rests on this node's
   * observations is to be told.
   */
  private static boolean isConfirmation(PeerMessage.Execute ask) {
    return !ask.willAct()
        && ask.work() instanceof Work.Observe(var what)
        && what.equals(Observation.NOTHING);
  }

  /** Answers when no crash can undo anything that the refusal rests on. */
  private void answerOnceDurable(Reply reply) {
    int asked = round;
    if (!shared.context().log().awaitDurable()) {
      answer(reply, null);
      return;
    }
    Journal journal = shared.journal();
    journal.whenCurrent(
        observedLsn,
        durable ->
            queue.step(
                () -> {
                  if (!over() && round == asked) {
                    answer(
                        durable ? reply : new Reply.Stopped(Reason.Unavailable.notWritten(journal)),
                        null);
                  }
                }));
  }

  /** Returns the reply that is to go out with the vote of this round; once. */
  @Nullable Reply takeWithVote(int voted) {
    Reply reply = voted == round ? withVote : null;
    if (reply != null) {
      withVote = null;
    }
    return reply;
  }

  void answer(Reply reply, @Nullable EncodedCommitMessage vote) {
    // The field is set before any node hears the answer and goes on with it. A read that sees a
    // later epoch of this node than the answer tells must find it set.
    executed = !running();
    // The epoch is read after all reads and locks.
    long reached = branch.reach();
    PeerMessage.Executed made =
        new PeerMessage.Executed(
            key, branch.nonce(), round, reply, changes, branch.record.reliableLsn(), reached, vote);
    answer = made;
    try {
      branch.send(made);
    } catch (IllegalArgumentException tooLong) {
      if (reply instanceof Reply.Stopped(var why)
          && why.code().equals(Reason.Unavailable.TOO_LARGE)) {
        throw tooLong;
      }
      String what = "what was executed on " + shared.peers().ownName();
      answer(new Reply.Stopped(TooLong.reason(what, tooLong)), vote);
    }
  }

  /**
   * Returns whether the branch rests on an observation that is not locked and must be validated at
   * the end.
   */
  private boolean validatesLater() {
    return shared.directory().validates()
        && held().stream().anyMatch(claim -> claim.call() == null || claim.rows() != null);
  }

  /** Checks whether the branch can be prepared. */
  Result validate() {
    if (!shared.directory().validates()) {
      return Result.DONE;
    }
    List<Claim> held = held();
    Result valid = ClaimEnds.validate(shared.directory(), held);
    for (Claim claim : held) {
      // The position that a claim on rows depends on is known only now.
      observedLsn = Math.max(observedLsn, claim.observedLsn());
    }
    return valid;
  }

  /**
   * Hears that the branch is decided: it need not be undone any more, and its open question is
   * stopped.
   */
  void decided() {
    decided = true;
    expiry.cancel();
    ActorRequests.RemoteRequest open = asking;
    if (open != null) {
      open.stop(Branches.LOST);
      asking = null;
    }
  }

  /**
   * Returns whether an event now comes too late, also while the branch's end is still being
   * written.
   */
  private boolean over() {
    return decided || branch.over();
  }

  /** Ends the procedures that run, and then runs the step. */
  void afterTasks(Runnable step) {
    BranchTasks own = tasks;
    if (own != null && own.running()) {
      next = step;
      own.fail(GIVEN_UP);
    } else {
      step.run();
    }
  }
}
