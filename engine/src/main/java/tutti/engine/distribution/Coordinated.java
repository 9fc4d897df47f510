package tutti.engine.distribution;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.distribution.Member.Pending;
import tutti.engine.distribution.PeerMessage.Round;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.RemoteEnd;
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
  private static final Logger LOG = LoggerFactory.getLogger(Coordinated.class);

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
  private @Nullable Reason failure;

  /** How many questions have been put; from any thread. */
  private volatile int asked;

  /** The nodes with open questions; for whoever asks. */
  private volatile Set<Integer> askedAt = Set.of();

  /** Whether its procedures have failed, and nothing of theirs is sent any more. */
  private boolean givenUp;

  /** Whether more is to be sent soon: then it travels together. */
  private boolean gathering;

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

  /** Whose votes or acknowledgements it waits for; for whoever asks how it stands. */
  private volatile Set<Integer> missing = Set.of();

  /** The decision: to commit, or why not. */
  private record Decided(@Nullable Reason failure) {}

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
    Set<Integer> silent = askedAt;
    return silent.isEmpty() ? missing : silent;
  }

  @Nullable Participant participant() {
    return local == null ? null : local.participant();
  }

  /** Which nodes it asks just now; from any thread. */
  Set<Integer> askedAt() {
    return askedAt;
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
              Member member = new Member(node);
              member.nonce = nonce;
              members.put(node, member);
            });
  }

  /** Goes on with a decision that recovery found. */
  void resume() {
    perform(machine.on(new Event.Restarted()));
  }

  // --- asking ---

  @Override
  public Reply ask(int node, Asker.Question question, boolean vote) {
    Pending put = new Pending(new Pending.Execute(question, vote), means.timing().retryNanos());
    onHome(() -> put(node, put));
    local().participant().waits();
    Reply reply = put.reply.await();
    local().participant().goesOn();
    return reply;
  }

  private void onHome(Runnable step) {
    if (local().home().isCurrent()) {
      step.run();
    } else {
      queue.step(step);
    }
  }

  private void put(int node, Pending question) {
    Reason stopped = local().stopped();
    if (over || machine.ended()) {
      question.reply.complete(new Reply.Stopped(failure()));
    } else if (local().deadlineNanos() <= means.scheduler().nanos()) {
      question.reply.complete(new Reply.Stopped(outOfTime(targetOf(question))));
    } else if (stopped != null) {
      question.reply.complete(new Reply.Stopped(stopped));
    } else {
      Member member = member(node);
      question.number = ++asked;
      member.turns.add(question);
      goOn(member);
    }
  }

  private Member member(int node) {
    return members.computeIfAbsent(node, Member::new);
  }

  @Override
  public void send(int node, List<Procedures.Outgoing> calls) {
    if (over || givenUp || machine.ended()) {
      calls.forEach(each -> each.done().accept(RemoteEnd.GIVEN_UP));
      return;
    }
    Member member = member(node);
    calls.forEach(each -> member.call(each.call(), each.done()));
    goOn(member);
  }

  /** Puts the next question to a node, if none is open there. */
  private void goOn(Member member) {
    if (member.pending != null || gathering || over) {
      return;
    }
    Pending next = member.next(means.timing().retryNanos());
    if (next == null) {
      return;
    }
    if (next.number == 0) {
      next.number = ++asked;
    }
    member.round++;
    next.round = member.round;
    on(new Event.Joined(member.node, member.round));
    member.pending = next;
    seeWhoIsAsked();
    Reason unsent = send(next, member);
    if (unsent == null) {
      askAgainLater(next, member);
    } else {
      answered(member, next, new Reply.Stopped(unsent));
    }
  }

  private void seeWhoIsAsked() {
    Set<Integer> open = null;
    for (Member member : members.values()) {
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

  /** Null if it is on its way, else why it cannot be. */
  private @Nullable Reason send(Pending question, Member member) {
    try {
      boolean sent = peers.send(member.node, message(question, member));
      return sent ? null : peers.unreachable(member.node);
    } catch (RuntimeException unwritable) {
      LOG.error("{} cannot ask {}", key, peers.name(member.node), unwritable);
      return new Reason.Unavailable(
          "internal-error",
          "what is to be sent to " + peers.name(member.node) + " cannot be written: " + unwritable);
    }
  }

  private PeerMessage message(Pending question, Member member) {
    long remaining = local().deadlineNanos() - means.scheduler().nanos();
    long headStart = Math.min(HEAD_START_NANOS, remaining / 8);
    Round round =
        new Round(
            key,
            member.nonce,
            question.round,
            local().age(),
            Math.max(1, remaining - headStart),
            local().timeoutNanos());
    return switch (question.what) {
      case Pending.Execute(var it, boolean vote) ->
          new PeerMessage.Execute(round, vote, it.willAct(), it.seen(), it.target(), it.work());
      case Pending.Perform(var calls, var ends) ->
          new PeerMessage.Perform(round, local().now(), calls, ends);
    };
  }

  private void askAgainLater(Pending question, Member member) {
    question.again =
        means
            .scheduler()
            .after(
                means.scheduler().provoked(Place.ASKED_AGAIN_EARLY) ? 1 : question.waitNanos,
                queue,
                () -> {
                  if (member.pending == question) {
                    question.waitNanos = means.timing().after(question.waitNanos);
                    askAgain(question, member);
                  }
                });
  }

  private void askAgain(Pending question, Member member) {
    Reason unsent = send(question, member);
    if (unsent == null) {
      askAgainLater(question, member);
    } else {
      answered(member, question, new Reply.Stopped(unsent));
    }
  }

  private void answered(Member member, Pending question, Reply reply) {
    member.pending = null;
    question.again.cancel();
    seeWhoIsAsked();
    switch (question.what) {
      case Pending.Execute it -> question.reply.complete(reply);
      case Pending.Perform it -> performed(member, reply);
    }
    goOn(member);
  }

  /** Procedures have run on another node, or will not. */
  private void performed(Member member, Reply reply) {
    Procedures.Execution procedures = local().procedures();
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
      case Reply.Granted it -> throw unexpected(it);
      case Reply.Refused it -> throw unexpected(it);
      case Reply.NeedsObservation it -> throw unexpected(it);
    }
  }

  private IllegalStateException unexpected(Reply reply) {
    return new IllegalStateException(key + " sent calls, and was answered " + reply);
  }

  /** What a node has called elsewhere has ended; on the queue. */
  private void ended(Member member, int number, RemoteEnd end) {
    if (!givenUp && !over) {
      member.end(number, end);
      goOn(member);
    }
  }

  /** A branch has answered; on the queue. */
  void executed(int from, PeerMessage.Executed answer) {
    Member member = members.get(from);
    if (member == null || machine.ended()) {
      return;
    }
    Pending open = member.pending;
    Pending question = open != null && open.round == answer.round() ? open : null;
    if (member.nonce == 0 && question != null) {
      member.nonce = answer.nonce();
    } else if (answer.nonce() != member.nonce) {
      // The branch was lost and made anew: what it held before is not held any more.
      if (question != null) {
        answered(member, question, new Reply.Stopped(lost(from)));
      }
      return;
    }
    CommitMessage vote = answer.vote();
    if (vote != null) {
      member.voteLsn = Math.max(member.voteLsn, answer.lsn());
      hear(from, vote);
    }
    if (question != null && question == member.pending) {
      answered(member, question, answer.reply());
    }
  }

  private Reason lost(int node) {
    return new Reason.Unavailable(
        "participant-restarted",
        peers.name(node) + " lost its part of the transaction when it restarted");
  }

  private static @Nullable ActorId targetOf(Pending question) {
    return question.what instanceof Pending.Execute(var it, var vote) ? it.target() : null;
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
    // What is asked later is not meant: what a refusal rests on, perhaps.
    int before = asked;
    queue.step(() -> stopAsking(why, before));
  }

  /** It need not wait any more for answers to these questions; on the queue. */
  private void stopAsking(Reason why, int upTo) {
    givenUp = true;
    for (Member member : List.copyOf(members.values())) {
      member.giveUp();
      member.turns.removeIf(
          turn -> turn.number <= upTo && turn.reply.complete(new Reply.Stopped(why)));
      Pending question = member.pending;
      if (question != null && question.number <= upTo) {
        answered(member, question, new Reply.Stopped(why));
      }
    }
  }

  @Override
  public void giveUp() {
    closed = true;
    on(new Event.GaveUp());
  }

  /** Its time is over; on the queue. */
  private void late() {
    if (!askedAt.isEmpty()) {
      for (Member member : List.copyOf(members.values())) {
        Pending question = member.pending;
        if (question != null) {
          answered(
              member,
              question,
              new Reply.Stopped(
                  peers.connected(member.node)
                      ? silent(Set.of(member.node))
                      : peers.unreachable(member.node)));
        }
      }
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
    stopAsking(why, asked);
  }

  /** That node can be reached again; on the queue. */
  void sayAgain(int node) {
    Member member = members.get(node);
    Pending question = member == null ? null : member.pending;
    if (member != null && question != null) {
      question.again.cancel();
      askAgain(question, member);
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
    Set<Integer> silent = machine.missing();
    missing = silent.isEmpty() ? Set.of() : Set.copyOf(silent);
    if (unfinished != null && !silent.isEmpty()) {
      unfinished = stillMissing(silent);
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
      case Effect.Persist(Entry entry, var _, boolean tell) -> {
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
    Set<Integer> voters = machine.voters();
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

  /** Nobody waits for its answer any more, and no branch is there to give it. */
  private void forget(Member member) {
    Pending question = member.pending;
    if (question != null) {
      member.pending = null;
      question.again.cancel();
      question.reply.complete(new Reply.Stopped(failure()));
    }
  }

  private void end() {
    over = true;
    deadline.cancel();
    retry.cancel();
    members.values().forEach(this::forget);
    ended.accept(key);
  }
}
