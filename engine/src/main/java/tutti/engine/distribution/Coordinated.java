package tutti.engine.distribution;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Unfinished;
import tutti.model.ActorId;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.twophase.Coordinator;

/**
 * The coordinator's side of one attempt: puts its questions to other nodes and carries out what its
 * commit protocol's machine says. All on one queue; the transaction's task is on it too.
 */
final class Coordinated implements Remote.Coordination {
  /** How much sooner than its coordinator a branch gives up, so that its reason arrives in time. */
  private static final long HEAD_START_NANOS = 20_000_000;

  /** How late something comes that is provoked to, in nanoseconds. */
  private static final long PROVOKED_NANOS = 3_000_000;

  private final Peers peers;
  private final Coordinations.Means means;
  private final BranchKey key;
  private final Coordinator machine;
  private final StepQueue queue;
  private final Remote.@Nullable Local local;
  private final Consumer<BranchKey> ended;
  private final Map<Integer, Member> members = new TreeMap<>();
  private final Promise<Decided> decision = new Promise<>();
  private volatile @Nullable Pending pending;
  private @Nullable Reason failure;
  private Scheduler.Timer deadline = () -> {};
  private Scheduler.Timer retry = () -> {};

  /** Whether it has executed, or execution was given up: its task waits for nothing any more. */
  private boolean closed;

  private boolean decided;
  private boolean over;
  private long decidedLsn;

  /**
   * Who must still acknowledge a decision that is in the log; null if there is none to remember.
   */
  private volatile @Nullable Unfinished unfinished;

  /** Whom it waits for; for whoever asks how it stands. */
  private volatile Set<Integer> waitsFor = Set.of();

  /** The decision: to commit, or why not. */
  private record Decided(@Nullable Reason failure) {}

  /** Another node of this transaction. */
  private static final class Member {
    int round;
    long nonce;
    long voteLsn;
  }

  /** A question that is not answered yet. */
  private static final class Pending {
    final int node;
    final int round;
    final Asker.Question question;
    final boolean vote;
    final Promise<Reply> reply = new Promise<>();
    Scheduler.Timer again = () -> {};
    long waitNanos;

    Pending(int node, int round, Asker.Question question, boolean vote, long waitNanos) {
      this.node = node;
      this.round = round;
      this.question = question;
      this.vote = vote;
      this.waitNanos = waitNanos;
    }
  }

  /**
   * @param local the transaction on this node, or null if only its decision is left to be told
   * @param ended is told when nothing needs to be remembered any more
   */
  Coordinated(
      Peers peers,
      Coordinations.Means means,
      BranchKey key,
      Coordinator machine,
      StepQueue queue,
      Remote.@Nullable Local local,
      Consumer<BranchKey> ended) {
    this.peers = peers;
    this.means = means;
    this.key = key;
    this.machine = machine;
    this.queue = queue;
    this.local = local;
    this.ended = ended;
  }

  BranchKey key() {
    return key;
  }

  StepQueue queue() {
    return queue;
  }

  @Nullable Unfinished unfinished() {
    return unfinished;
  }

  Set<Integer> waitsFor() {
    return waitsFor;
  }

  @Nullable Participant participant() {
    return local == null ? null : local.participant();
  }

  /** Which node it asks just now, or -1; from any thread. */
  int askedAt() {
    Pending asked = pending;
    return asked == null ? -1 : asked.node;
  }

  private Remote.Local local() {
    if (local == null) {
      throw new IllegalStateException(key + " was decided before this node started");
    }
    return local;
  }

  void begin() {
    long remaining = local().deadlineNanos() - means.scheduler().nanos();
    deadline = means.scheduler().after(Math.max(1, remaining), queue, this::late);
  }

  /** Those who must acknowledge a decision that recovery found, each with its branch's nonce. */
  void found(Unfinished decision) {
    closed = true;
    decidedLsn = decision.lsn();
    unfinished = decision;
    decision
        .branches()
        .forEach(
            (node, nonce) -> {
              Member member = new Member();
              member.nonce = nonce;
              members.put(node, member);
            });
  }

  /** Goes on with a decision that recovery found. */
  void resume() {
    perform(machine.start());
  }

  // --- asking ---

  @Override
  public Reply ask(int node, Asker.Question question, boolean vote) {
    if (over || machine.ended()) {
      return new Reply.Stopped(failure());
    }
    long remaining = local().deadlineNanos() - means.scheduler().nanos();
    if (remaining <= 0) {
      return new Reply.Stopped(outOfTime(question.target()));
    }
    Member member = members.computeIfAbsent(node, unused -> new Member());
    member.round++;
    on(new Event.Joined(node, member.round));
    Pending asked = new Pending(node, member.round, question, vote, means.settings().retryNanos());
    pending = asked;
    waitsFor = Set.of(node);
    Reason stopped = local().stopped();
    if (stopped != null) {
      answered(asked, new Reply.Stopped(stopped));
    } else if (!send(asked, member)) {
      answered(asked, new Reply.Stopped(peers.unreachable(node)));
    } else {
      askAgainLater(asked);
    }
    local().participant().waits();
    Reply reply = asked.reply.await();
    local().participant().goesOn();
    waitsFor = Set.of();
    return reply;
  }

  private boolean send(Pending asked, Member member) {
    Asker.Question question = asked.question;
    long remaining = local().deadlineNanos() - means.scheduler().nanos();
    long headStart = Math.min(HEAD_START_NANOS, remaining / 8);
    return peers.send(
        asked.node,
        new PeerMessage.Execute(
            key,
            member.nonce,
            asked.round,
            local().age(),
            Math.max(1, remaining - headStart),
            local().timeoutNanos(),
            asked.vote,
            question.willAct(),
            question.seen(),
            question.target(),
            question.work()));
  }

  private void askAgainLater(Pending asked) {
    asked.again =
        means
            .scheduler()
            .after(
                means.scheduler().provoked(Place.ASKED_AGAIN_EARLY) ? 1 : asked.waitNanos,
                queue,
                () -> {
                  if (pending == asked) {
                    asked.waitNanos = means.settings().after(asked.waitNanos);
                    askAgain(asked);
                  }
                });
  }

  private void askAgain(Pending asked) {
    Member member = members.get(asked.node);
    if (member == null || !send(asked, member)) {
      answered(asked, new Reply.Stopped(peers.unreachable(asked.node)));
    } else {
      askAgainLater(asked);
    }
  }

  private void answered(Pending asked, Reply reply) {
    pending = null;
    asked.again.cancel();
    asked.reply.complete(reply);
  }

  /** A branch has answered; on the queue. */
  void executed(int from, PeerMessage.Executed answer) {
    Member member = members.get(from);
    if (member == null || machine.ended()) {
      return;
    }
    Pending asked = awaited(from, answer.round());
    if (member.nonce == 0 && asked != null) {
      member.nonce = answer.nonce();
    } else if (answer.nonce() != member.nonce) {
      // The branch was lost and made anew: what it held before is not held any more.
      if (asked != null) {
        answered(asked, new Reply.Stopped(lost(from)));
      }
      return;
    }
    CommitMessage vote = answer.vote();
    if (vote != null) {
      member.voteLsn = Math.max(member.voteLsn, answer.lsn());
      hear(from, vote);
    }
    if (asked != null && asked == pending) {
      answered(asked, answer.reply());
    }
  }

  /** The question that such an answer is for, if it is still open. */
  private @Nullable Pending awaited(int from, int round) {
    Pending asked = pending;
    return asked != null && asked.node == from && asked.round == round ? asked : null;
  }

  private Reason lost(int node) {
    return new Reason.Unavailable(
        "participant-restarted",
        peers.name(node) + " lost its part of the transaction when it restarted");
  }

  private Reason outOfTime(@Nullable ActorId target) {
    return new Reason.Deadline(local().timeoutNanos(), target, List.of());
  }

  // --- deciding ---

  @Override
  public @Nullable Reason decide(boolean changesHere) {
    Reason met = local().executed();
    closed = true;
    if (met == null) {
      on(new Event.Closed(changesHere));
    } else {
      failure = failure == null ? met : failure;
      on(new Event.GaveUp());
    }
    return decision.await().failure;
  }

  @Override
  public void interrupt(Reason why) {
    queue.step(() -> stopAsking(why));
  }

  /** It need not wait for an answer any more; on the queue. */
  private void stopAsking(Reason why) {
    Pending asked = pending;
    if (asked != null) {
      answered(asked, new Reply.Stopped(why));
    }
  }

  @Override
  public void giveUp() {
    closed = true;
    on(new Event.GaveUp());
  }

  /** Its time is over; on the queue. */
  private void late() {
    Pending asked = pending;
    if (asked != null) {
      answered(
          asked,
          new Reply.Stopped(
              peers.connected(asked.node)
                  ? silent(Set.of(asked.node))
                  : peers.unreachable(asked.node)));
    } else if (!machine.missing().isEmpty() && unfinished == null) {
      failure = silent(machine.missing());
      on(new Event.GaveUp());
    }
  }

  private Reason silent(Set<Integer> nodes) {
    StringBuilder text = new StringBuilder();
    nodes.forEach(node -> text.append(text.isEmpty() ? "" : " and ").append(peers.name(node)));
    return new Reason.Unavailable(
        "node-silent",
        "no answer from " + text + " within " + local().timeoutNanos() / 1_000_000 + " ms");
  }

  private Reason failure() {
    Reason known = failure;
    return known != null
        ? known
        : new Reason.Unavailable("vote-no", "another node could not promise to commit");
  }

  /**
   * The commit protocol's message of a participant; on the queue. What another branch than the one
   * that was asked says is not heard: a late message made it, and all it needs is to be undone.
   */
  void received(int from, PeerMessage.ToCoordinator message) {
    Member member = members.get(from);
    if (member == null) {
      return;
    }
    if (member.nonce != 0 && message.nonce() != member.nonce) {
      if (MessageFormat.isInquiry(message.message())) {
        peers.send(
            from, new PeerMessage.ToParticipant(key, message.nonce(), 0, MessageFormat.ABORT));
      }
      return;
    }
    member.voteLsn = Math.max(member.voteLsn, message.lsn());
    failure = failure == null ? message.why() : failure;
    hear(from, message.message());
  }

  private void hear(int from, CommitMessage message) {
    if (failure == null && MessageFormat.isNo(message)) {
      failure =
          new Reason.Unavailable(
              "vote-no", peers.name(from) + " could not promise to commit its part");
    }
    if (MessageFormat.isNo(message) && !closed) {
      stopExecuting(failure());
    } else {
      on(new Event.Received(from, message));
    }
  }

  /** It cannot commit any more: its task is told, wherever it waits, and gives up. */
  private void stopExecuting(Reason why) {
    local().stop(why);
    stopAsking(why);
  }

  /** That node can be reached again; on the queue. */
  void sayAgain(int node) {
    Pending asked = pending;
    if (asked != null && asked.node == node) {
      asked.again.cancel();
      askAgain(asked);
    } else if (machine.missing().contains(node)) {
      on(new Event.TimerFired(Timer.RETRY));
    }
  }

  // --- the machine's effects ---

  private void on(Event event) {
    // One whose decision could not be written is over without its machine.
    if (!over) {
      perform(machine.on(event));
    }
  }

  private void perform(List<Effect> effects) {
    for (Effect effect : effects) {
      if (!perform(effect)) {
        return;
      }
    }
    waitsFor = pending == null ? Set.copyOf(machine.missing()) : waitsFor;
    if (unfinished != null) {
      Set<Integer> missing = machine.missing();
      unfinished = missing.isEmpty() ? unfinished : stillMissing(missing);
    }
  }

  /** False if nothing after it may be done. */
  private boolean perform(Effect effect) {
    switch (effect) {
      case Effect.Send(int to, CommitMessage message) -> {
        Member member = members.get(to);
        peers.send(
            to,
            new PeerMessage.ToParticipant(
                key, member == null ? 0 : member.nonce, decidedLsn, message));
      }
      case Effect.Persist(Entry entry, boolean tell) -> {
        return persist(entry);
      }
      case Effect.AwaitObserved() ->
          means.journal().whenDurable(local().observedLsn(), this::observed);
      case Effect.SetTimer(Timer timer, long nanos) -> {
        retry.cancel();
        long soon = means.scheduler().provoked(Place.RETRY_EARLY) ? 1 : nanos;
        retry = means.scheduler().after(soon, queue, () -> on(new Event.TimerFired(timer)));
      }
      case Effect.CancelTimer(Timer timer) -> retry.cancel();
      case Effect.Decide(boolean commit) -> decide(commit, local());
      case Effect.Tell(boolean commit) -> {
        if (commit) {
          local().tell();
        }
      }
      case Effect.End() -> end();
    }
    return true;
  }

  private void decide(boolean commit, Remote.Local here) {
    deadline.cancel();
    if (commit && decided) {
      here.commit(decidedLsn);
    } else {
      here.release();
    }
    decision.complete(new Decided(commit ? null : failure()));
  }

  private boolean persist(Entry entry) {
    switch (entry) {
      case DECISION -> {
        return persistDecision(local());
      }
      case FINISHED -> means.append(means.format().finished(key), () -> unfinished = null);
      case VOTE, COMMITTED, ABORTED, OBSERVED ->
          throw new IllegalStateException("a coordinator does not write " + entry);
    }
    return true;
  }

  private boolean persistDecision(Remote.Local here) {
    Set<Integer> voters = machine.mustAcknowledge();
    try {
      decidedLsn = here.append(voters.stream().map(this::voter).toList());
      decided = true;
    } catch (Remote.Undecided undecided) {
      failure = undecided.reason();
      abandon(here);
      return false;
    }
    if (!voters.isEmpty()) {
      unfinished = stillMissing(voters);
      voters.forEach(node -> means.memory().rely(node, voter(node).lsn()));
    }
    means
        .journal()
        .whenDurable(
            decidedLsn,
            durable -> {
              if (durable && means.scheduler().provoked(Place.DECISION_LATE)) {
                means
                    .scheduler()
                    .after(PROVOKED_NANOS, queue, () -> on(new Event.Persisted(Entry.DECISION)));
              } else {
                queue.step(() -> decisionWritten(durable, here));
              }
            });
    return true;
  }

  private void decisionWritten(boolean durable, Remote.Local here) {
    if (durable) {
      on(new Event.Persisted(Entry.DECISION));
    } else {
      here.doubt();
    }
  }

  private Voter voter(int node) {
    Member member = members.get(node);
    return member == null ? new Voter(node, 0, 0) : new Voter(node, member.voteLsn, member.nonce);
  }

  private Unfinished stillMissing(Set<Integer> nodes) {
    TreeMap<Integer, Long> branches = new TreeMap<>();
    nodes.forEach(node -> branches.put(node, voter(node).nonce()));
    return new Unfinished(key, decidedLsn, branches);
  }

  /** The decision is not in the log and never will be: then it is none (presumed abort). */
  private void abandon(Remote.Local here) {
    members.forEach(
        (node, member) ->
            peers.send(
                node, new PeerMessage.ToParticipant(key, member.nonce, 0, MessageFormat.ABORT)));
    end();
    decide(false, here);
  }

  private void observed(boolean durable) {
    queue.step(
        () -> {
          if (durable) {
            on(new Event.Persisted(Entry.OBSERVED));
          } else {
            local().doubt();
          }
        });
  }

  private void end() {
    over = true;
    deadline.cancel();
    retry.cancel();
    ended.accept(key);
  }
}
