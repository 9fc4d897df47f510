package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;

/** Each invariant that a replica can see itself, by a step that breaks it. */
class InvariantsTest {
  private static final Ballot LOW = new Ballot(1, 0);
  private static final Ballot HIGH = new Ballot(2, 1);
  private static final LogEntry FIRST = new LogEntry(LOW, 0, new Command(new byte[] {1}));
  private static final LogEntry SECOND =
      new LogEntry(LOW, FIRST.end(), new Command(new byte[] {2}));
  private static final Event<Void> PERSISTED = new Event.Persisted<>(1);
  private static final Event<Input> PERSISTED_INPUT = new Event.Persisted<>(1);
  private static final Event<Void> STEP = new Event.Started<>(1);

  private final Invariants voting = new Invariants(formed());

  private static DurableState formed() {
    DurableState kept = new DurableState();
    kept.add(new Record.Formed(7, List.of(1L, 2L, 3L)));
    return kept;
  }

  private static Effect<Output> write(Record record) {
    return new Effect.Persist<>(record, Effect.Flush.FORCED);
  }

  private static Effect<Output> say(Message message) {
    return new Effect.Send<>(new Address.Peer(1), new ShardMessage(7, message));
  }

  private static Message accepted(Ballot ballot, long end) {
    return new Message.Accepted(ballot, end, 0, true, CrashVector.FIRST);
  }

  private static Message promise(Ballot ballot) {
    return new Message.Promise(
        ballot, LogMark.START, List.of(), LogMark.START, 0, CrashVector.FIRST);
  }

  private static Effect<Output> chosen(LogEntry... entries) {
    return new Effect.Output<>(
        new Output.Chosen(entries[entries.length - 1].end(), List.of(entries)));
  }

  @SafeVarargs
  private static void breaks(
      Invariants invariants, String invariant, Event<Void> cause, Effect<Output>... effects) {
    assertThatThrownBy(() -> invariants.check(cause, List.of(effects)))
        .isInstanceOfSatisfying(
            InvariantBroken.class, it -> assertThat(it.invariant()).isEqualTo(invariant));
  }

  @Test
  void whatIsSaidIsDurable() {
    voting.check(STEP, List.of(write(new Record.Promised(LOW)), write(new Record.Stored(FIRST))));
    voting.check(PERSISTED, List.of(say(accepted(LOW, 0))));
    breaks(voting, "forced", STEP, say(accepted(LOW, FIRST.end())));
    voting.check(PERSISTED, List.of(say(accepted(LOW, FIRST.end()))));
    breaks(voting, "forced", STEP, say(promise(HIGH)));
  }

  @Test
  void anEntryThatTakesAnothersPlaceTakesItsEndAway() {
    voting.check(STEP, List.of(write(new Record.Promised(LOW)), write(new Record.Stored(FIRST))));
    voting.check(STEP, List.of(write(new Record.Stored(SECOND)), write(new Record.Stored(FIRST))));
    voting.check(new Event.Persisted<>(4), List.of(say(accepted(LOW, FIRST.end()))));
    breaks(voting, "forced", STEP, say(accepted(LOW, SECOND.end())));
  }

  @Test
  void noPromiseIsTakenBack() {
    voting.check(STEP, List.of(write(new Record.Promised(HIGH))));
    voting.check(PERSISTED, List.of(say(promise(HIGH))));
    breaks(voting, "promises-kept", STEP, say(accepted(LOW, 0)));
  }

  @Test
  void aReplicaVotesOnceItHasRejoined() {
    Invariants blank = new Invariants(new DurableState());
    breaks(blank, "rejoined", STEP, say(promise(LOW)));
    blank.check(STEP, List.of(write(new Record.Promised(LOW)), write(new Record.Joined())));
    breaks(blank, "rejoined", STEP, say(promise(LOW)));
    blank.check(new Event.Persisted<>(2), List.of(say(promise(LOW))));
    blank.check(STEP, List.of(write(new Record.Rejoining(7, List.of(1L, 2L, 3L)))));
    blank.check(PERSISTED, List.of());
    breaks(blank, "rejoined", STEP, say(promise(LOW)));
  }

  @Test
  void whatIsChosenContinuesWhatWas() {
    breaks(voting, "agreement", STEP, new Effect.Output<>(new Output.Chosen(9, List.of(FIRST))));
    Invariants other = new Invariants(formed());
    other.check(STEP, List.of(chosen(FIRST)));
    breaks(other, "agreement", STEP, chosen(FIRST));
    other.check(STEP, List.of(chosen(SECOND)));
  }

  @Test
  void aLeaderCountsEntriesOfItsOwnBallot() {
    Event<Void> heard =
        new Event.Received<>(new Address.Peer(2), new ShardMessage(7, accepted(HIGH, FIRST.end())));
    breaks(voting, "own-ballot", heard, chosen(FIRST));
  }

  @Test
  void aTermOpensBehindAllThatIsChosen() {
    breaks(
        voting,
        "complete-term",
        STEP,
        new Effect.Output<>(new Output.Opened(LOW, 1, SECOND.end())));
    voting.check(
        STEP,
        List.of(
            chosen(FIRST, SECOND), new Effect.Output<>(new Output.Opened(LOW, 1, SECOND.end()))));
  }

  /**
   * Found by these invariants in a run of the simulator: a promise waits for its flush while
   * entries of that ballot come, which are not durable with it.
   */
  @Test
  void aPromiseThatWasSlowTellsOfNoEntryThatIsNotDurable() {
    Replicas all = Replicas.led(3);
    all.propose(0, "one");
    all.settle();
    all.fire(1, Timer.ELECTION);
    all.fire(1, Timer.ELECTION);
    all.fire(2, Timer.ELECTION);
    all.settle(sent -> sent.to() == 1 || sent.message() instanceof Message.PreVote);
    Message.Prepare prepare = new Message.Prepare(new Ballot(9, 1), 0, Ballot.NONE);
    all.deliver(new Replicas.Sent(1, 2, all.machines.get(2).shard(), prepare));
    LogMark end = all.machines.get(2).end();
    LogEntry next = new LogEntry(new Ballot(9, 1), end.position(), new Command(new byte[] {3}));
    Message accept = new Message.Accept(new Ballot(9, 1), end, List.of(next), 0, 0);
    all.deliver(new Replicas.Sent(1, 2, all.machines.get(2).shard(), accept));
    all.take();
    all.on(2, PERSISTED_INPUT);
    assertThat(all.take()).noneMatch(sent -> sent.message() instanceof Message.Promise);
    all.on(2, PERSISTED_INPUT);
    assertThat(all.take()).anyMatch(sent -> sent.message() instanceof Message.Accepted);
  }
}
