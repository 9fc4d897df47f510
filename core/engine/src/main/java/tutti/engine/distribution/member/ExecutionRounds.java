package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.distribution.member.ParticipantProgress.Pending;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Round;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.protocol.commit.Input;

/**
 * The execution of a {@link TransactionCoordinator} transaction on other nodes: one question at a
 * time is open at each node, and is asked again until it is answered. On the transaction's queue.
 */
final class ExecutionRounds implements Remote.Places {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutionRounds.class);

  /**
   * The time, in nanoseconds, by which a branch gives up before its coordinator does, so that its
   * reason arrives in time.
   */
  private static final long HEAD_START_NANOS = 20_000_000;

  private final TransactionCoordinator of;
  private final Peers peers;
  private final CommitContext context;
  private final BranchKey key;
  private final StepQueue queue;
  private final Remote.Local local;
  private final NoReplyReasons unanswered;
  private final Map<Integer, ParticipantProgress> members = new TreeMap<>();

  /** The number of questions that have been sent. May be read by any thread. */
  private volatile int asked;

  /** The nodes with open questions; for any thread. */
  private volatile Set<Integer> askedAt = Set.of();

  /**
   * Whether the transaction's procedures have failed: then none of their calls is sent any more.
   */
  private boolean givenUp;

  /** Whether more calls are to be sent soon: then they travel together. */
  private boolean gathering;

  ExecutionRounds(TransactionCoordinator of, CommitContext context, Remote.Local local) {
    this.of = of;
    this.peers = context.peers();
    this.context = context;
    this.key = local.transaction().key();
    this.queue = local.home();
    this.local = local;
    this.unanswered =
        new NoReplyReasons(peers, local.transaction().submission().request().timeoutNanos());
  }

  /** Returns the reasons that hold for a question without an answer. */
  NoReplyReasons unanswered() {
    return unanswered;
  }

  /** Returns the nodes that have not answered yet. May be called by any thread. */
  Set<Integer> askedAt() {
    return askedAt;
  }

  /** Returns how many questions have been sent. May be called by any thread. */
  int asked() {
    return asked;
  }

  @Nullable ParticipantProgress known(int node) {
    return members.get(node);
  }

  /** Returns all nodes that take part, by number. */
  Map<Integer, ParticipantProgress> members() {
    return members;
  }

  /** Returns the nodes that are being asked, each with a word about it. */
  Map<Integer, String> askedInWords() {
    Map<Integer, String> asked = new TreeMap<>();
    askedAt.forEach(node -> asked.put(node, "is asked to execute"));
    return asked;
  }

  /** Returns a node that has voted, as the log names it. */
  Voter voter(int node) {
    ParticipantProgress member = members.get(node);
    return member == null ? new Voter(node, 0, 0) : new Voter(node, member.voteLsn, member.nonce);
  }

  /** Returns nodes, each with the nonce of its branch. */
  SortedMap<Integer, Long> nonces(Set<Integer> nodes) {
    TreeMap<Integer, Long> branches = new TreeMap<>();
    nodes.forEach(node -> branches.put(node, voter(node).nonce()));
    return branches;
  }

  /** Puts a question to a node, behind those that are open there. */
  Promise<Reply> put(int node, Pending.What what) {
    Pending put = pending(what);
    onHome(() -> put(node, put));
    return put.reply;
  }

  @Override
  public Reply begin(int node, List<DeclaredUse> uses, boolean hold) {
    return local.transaction().await(put(node, new Pending.Begin(uses, hold)));
  }

  @Override
  public void begun(int node) {
    onHome(() -> put(node, pending(new Pending.Begun())));
  }

  @Override
  public void release(int node, ActorId actor) {
    onHome(
        () -> {
          if (members.containsKey(node)) {
            put(node, pending(new Pending.Release(actor)));
          }
        });
  }

  @Override
  public Promise<Reply> settle(boolean confirms) {
    return settle(confirms, member -> true);
  }

  @Override
  public Promise<Reply> lockChanges() {
    return settle(false, member -> member.changes);
  }

  private Promise<Reply> settle(boolean confirms, Predicate<ParticipantProgress> asks) {
    Promise<Reply> settled = new Promise<>();
    onHome(
        () -> {
          List<ParticipantProgress> nodes = new ArrayList<>(members.values());
          // Nothing rests on a node that has not answered; a refusal does not wait for it.
          nodes.removeIf(member -> member.nonce == 0 || !asks.test(member));
          if (nodes.isEmpty()) {
            settled.complete(new Reply.Granted(List.of(), null));
          }
          AtomicInteger open = new AtomicInteger(nodes.size());
          for (ParticipantProgress member : nodes) {
            Pending put = pending(new Pending.Settle(confirms));
            put.reply.whenDone(
                reply -> {
                  if (open.decrementAndGet() == 0 || reply instanceof Reply.Stopped) {
                    settled.complete(reply);
                  }
                });
            put(member.node, put);
          }
        });
    return settled;
  }

  private Pending pending(Pending.What what) {
    return new Pending(what, context.self().timing().retryNanos());
  }

  private void onHome(Runnable step) {
    if (local.home().isCurrent()) {
      step.run();
    } else {
      queue.step(step);
    }
  }

  private void put(int node, Pending question) {
    Reason stopped = local.transaction().stopped();
    if (of.over()) {
      question.reply.complete(new Reply.Stopped(of.failure()));
    } else if (isLate()) {
      question.reply.complete(new Reply.Stopped(unanswered.outOfTime(targetOf(question))));
    } else if (stopped != null) {
      question.reply.complete(new Reply.Stopped(stopped));
    } else {
      ParticipantProgress member = member(node);
      question.number = ++asked;
      member.turns.add(question);
      goOn(member);
    }
  }

  private boolean isLate() {
    return local.transaction().submission().deadlineNanos()
        <= context.runtime().scheduler().nanos();
  }

  private ParticipantProgress member(int node) {
    return members.computeIfAbsent(node, ParticipantProgress::new);
  }

  void send(int node, List<Procedures.Outgoing> calls) {
    if (of.over() || givenUp) {
      calls.forEach(each -> each.done().accept(RemoteEnd.GIVEN_UP));
      return;
    }
    ParticipantProgress member = member(node);
    calls.forEach(each -> member.call(each.call(), each.done()));
    goOn(member);
  }

  /** Puts the next question to a node, if none is open there. */
  private void goOn(ParticipantProgress member) {
    Pending open = member.pending;
    if ((open != null && !open.isNotice()) || gathering || of.over()) {
      return;
    }
    Pending next = member.next(context.self().timing().retryNanos());
    if (next == null) {
      return;
    }
    if (open != null) {
      open.again.cancel();
    }
    if (next.number == 0) {
      next.number = ++asked;
    }
    if (isLate()) {
      // Nothing ends the waiting for an answer any more.
      answered(member, next, new Reply.Stopped(unanswered.outOfTime(targetOf(next))));
      return;
    }
    member.round++;
    next.round = member.round;
    of.on(new Input.Joined(member.node, member.round));
    member.pending = next;
    seeWhoIsAsked();
    sendAndWait(next, member);
  }

  private void seeWhoIsAsked() {
    Set<Integer> open = null;
    for (ParticipantProgress member : members.values()) {
      if (member.pending != null) {
        open = open == null ? Set.of(member.node) : with(open, member.node);
      }
    }
    askedAt = open == null ? Set.of() : open;
  }

  private static Set<Integer> with(Set<Integer> some, int more) {
    Set<Integer> all = new TreeSet<>(some);
    all.add(more);
    return all;
  }

  /** Sends a question, and asks again later; or ends it, since it cannot be sent. */
  private void sendAndWait(Pending question, ParticipantProgress member) {
    switch (send(question, member)) {
      case Result.Done _ -> askAgainLater(question, member);
      case Result.Failed(var unsent) -> answered(member, question, new Reply.Stopped(unsent));
    }
  }

  private Result send(Pending question, ParticipantProgress member) {
    try {
      boolean sent = peers.send(member.node, message(question, member));
      return sent ? Result.DONE : new Result.Failed(peers.unreachable(member.node));
    } catch (RuntimeException unwritable) {
      LogLine.about(LOG.atError(), key.id(), null)
          .setCause(unwritable)
          .log("{} cannot ask {}", key, peers.name(member.node));
      return new Result.Failed(unanswered.unwritable(member.node, unwritable));
    }
  }

  private PeerMessage message(Pending question, ParticipantProgress member) {
    long remaining =
        local.transaction().submission().deadlineNanos() - context.runtime().scheduler().nanos();
    long headStart = Math.min(HEAD_START_NANOS, remaining / 8);
    Round round =
        new Round(
            key,
            member.nonce,
            peers.incarnationOf(member.node),
            question.round,
            local.transaction().age(),
            Math.max(1, remaining - headStart),
            local.transaction().submission().request().timeoutNanos(),
            !context.asking().together() && local.procedures() == null);
    return question.message(round, local.transaction());
  }

  private void askAgainLater(Pending question, ParticipantProgress member) {
    question.again =
        context
            .runtime()
            .scheduler()
            .after(
                context.runtime().scheduler().injects(FaultPoint.ASKED_AGAIN_EARLY)
                    ? 1
                    : question.waitNanos,
                queue,
                () -> {
                  if (member.pending == question) {
                    question.waitNanos = context.self().timing().after(question.waitNanos);
                    sendAndWait(question, member);
                  }
                });
  }

  private void answered(ParticipantProgress member, Pending question, Reply reply) {
    member.pending = null;
    question.again.cancel();
    seeWhoIsAsked();
    switch (question.what) {
      case Pending.Perform _ -> performed(member, reply);
      case Pending.Execute _,
          Pending.Begin _,
          Pending.Begun _,
          Pending.Release _,
          Pending.Settle _ ->
          question.reply.complete(reply);
    }
    goOn(member);
  }

  /** Handles the reply to procedures that have run on another node, or will not. */
  private void performed(ParticipantProgress member, Reply reply) {
    Procedures.Execution procedures = local.procedures();
    if (procedures == null || givenUp) {
      return;
    }
    switch (reply) {
      case Reply.Performed(var ends, var calls) -> {
        gathering = true;
        procedures.hold();
        ends.forEach(end -> member.ended(end.number(), end.value()));
        calls.forEach(
            call ->
                procedures.perform(
                    call.value(), end -> onHome(() -> ended(member, call.number(), end))));
        procedures.letGo();
        gathering = false;
        members.values().forEach(this::goOn);
      }
      case Reply.Stopped(var why) -> {
        procedures.fail(why);
        stopAsking(why, asked);
      }
      case Reply.OfActor other ->
          throw new IllegalStateException(key + " sent calls, and was answered " + other);
    }
  }

  /** Records that a call that a node has made elsewhere has ended. Call this only on the queue. */
  private void ended(ParticipantProgress member, int number, RemoteEnd end) {
    if (!givenUp && !of.over()) {
      member.end(number, end);
      goOn(member);
    }
  }

  /** Returns the greatest epoch of the nodes that were asked, when they answered last. */
  long newestEpoch() {
    long newest = 0;
    for (ParticipantProgress member : members.values()) {
      newest = Math.max(newest, member.epoch);
    }
    return newest;
  }

  /** Returns whether any node that was asked has something to change. */
  boolean changesElsewhere() {
    return members.values().stream().anyMatch(member -> member.changes);
  }

  /** Receives a branch's answer. Call this only on the queue. */
  void executed(int from, PeerMessage.Executed answer) {
    ParticipantProgress member = members.get(from);
    if (member == null || of.over()) {
      return;
    }
    Pending open = member.pending;
    Pending question = open != null && open.round == answer.round() ? open : null;
    if (member.nonce == 0 && question != null) {
      member.nonce = answer.nonce();
    } else if (answer.nonce() != member.nonce) {
      // The branch was lost and made anew: its earlier claims are not held any more.
      if (question != null) {
        answered(member, question, new Reply.Stopped(unanswered.lost(from)));
      }
      return;
    }
    member.epoch = Math.max(member.epoch, answer.epoch());
    member.changes |= answer.changes();
    // Whether the transaction commits or aborts, this node tells of the observations there.
    context.snapshots().raise(answer.epoch());
    EncodedCommitMessage vote = answer.vote();
    if (vote != null) {
      member.voteLsn = Math.max(member.voteLsn, answer.lsn());
      of.hear(from, vote.message(), answer.reply() instanceof Reply.Stopped(var why) ? why : null);
    }
    if (question != null && question == member.pending) {
      answered(member, question, answer.reply());
    }
  }

  private static @Nullable ActorId targetOf(Pending question) {
    return question.what instanceof Pending.Execute(var it, var vote) ? it.target() : null;
  }

  /**
   * Ends the waiting for answers to the questions up to {@code upTo}. Call this only on the queue.
   */
  void stopAsking(Reason why, int upTo) {
    givenUp = true;
    for (ParticipantProgress member : List.copyOf(members.values())) {
      member.giveUp();
      member.turns.removeIf(
          turn -> turn.number <= upTo && turn.reply.complete(new Reply.Stopped(why)));
      Pending question = member.pending;
      if (question != null && question.number <= upTo) {
        answered(member, question, new Reply.Stopped(why));
      }
    }
  }

  /** Ends all questions: no answer comes in time, and nothing more is asked. */
  void late() {
    for (ParticipantProgress member : List.copyOf(members.values())) {
      member.turns.forEach(
          turn -> turn.reply.complete(new Reply.Stopped(unanswered.outOfTime(targetOf(turn)))));
      member.turns.clear();
      Pending question = member.pending;
      if (question != null) {
        answered(
            member,
            question,
            new Reply.Stopped(
                peers.connected(member.node)
                    ? unanswered.silent(new TreeSet<>(Set.of(member.node)))
                    : peers.unreachable(member.node)));
      }
    }
  }

  /**
   * Asks a node that can be reached again, immediately; returns false if no question to it is open.
   */
  boolean sayAgain(int node) {
    ParticipantProgress member = members.get(node);
    Pending question = member == null ? null : member.pending;
    if (member == null || question == null) {
      return false;
    }
    question.again.cancel();
    sendAndWait(question, member);
    return true;
  }

  /**
   * Ends all open questions: no task waits for answers any more, and no branch is there to give
   * them.
   */
  void forget() {
    for (ParticipantProgress member : members.values()) {
      Pending question = member.pending;
      if (question != null) {
        member.pending = null;
        question.again.cancel();
        question.reply.complete(new Reply.Stopped(of.failure()));
      }
    }
  }
}
