package tutti.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.ManualScheduler;
import tutti.model.Encoder;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;

/** The records of a step come first, and timers fire once, unless they are stopped. */
class MachineRunnerTest {
  private enum Bell implements TimerName {
    FIRST,
    SECOND,
    LEASE;

    @Override
    public boolean isDeadline() {
      return this == LEASE;
    }
  }

  private record Line(String text) implements ProtocolRecord {}

  private record Letter(String text) implements ProtocolMessage {
    @Override
    public void encode(Encoder out) {}
  }

  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<String> happened = new ArrayList<>();

  /** The record that the log does not take. */
  private String tooLong = "";

  /** Whether timers fire early. */
  private boolean early;

  private final MachineRunner<Bell, String> runner =
      new MachineRunner<>(
          Bell.class, scheduler, scheduler.newStepQueue("machine"), new TestHandler());

  private final class TestHandler implements MachineRunner.Handler<Bell, String> {
    @Override
    public boolean record(ProtocolRecord record, Flush flush) {
      String text = ((Line) record).text();
      happened.add("record " + text);
      return !text.equals(tooLong);
    }

    @Override
    public void append() {
      happened.add("append");
    }

    @Override
    public void send(Address to, ProtocolMessage message) {
      happened.add("send " + ((Letter) message).text());
    }

    @Override
    public void decided(String output) {
      happened.add("decided " + output);
    }

    @Override
    public void fired(Bell timer) {
      happened.add("fired " + timer);
    }

    @Override
    public long waitNanos(Bell timer, long nanos) {
      return early ? AT_ONCE_NANOS : nanos;
    }
  }

  private static final class NothingIsSaidBeforeItIsDurable
      extends MemberInvariants<String, String> {
    private final Set<String> durable = new HashSet<>();

    @Override
    protected String writes(ProtocolRecord record) {
      return ((Line) record).text();
    }

    @Override
    protected void durable(String then) {
      durable.add(then);
    }

    @Override
    protected void sends(Event<?> cause, Address to, ProtocolMessage message) {
      String said = ((Letter) message).text();
      if (!durable.contains(said)) {
        throw new InvariantBroken("forced", said + " is not durable");
      }
    }
  }

  private static Effect<String> persist(String text) {
    return new Effect.Persist<>(new Line(text), Flush.FORCED);
  }

  private static Effect<String> send(String text) {
    return new Effect.Send<>(new Address.Peer(1), new Letter(text));
  }

  private static Effect<String> decide(String output) {
    return new Effect.Output<>(output);
  }

  private void set(Bell timer, long nanos) {
    runner.carryOut(List.of(new Effect.SetTimer<>(timer, nanos)));
  }

  private void cancel(Bell timer) {
    runner.carryOut(List.of(new Effect.CancelTimer<>(timer)));
  }

  private List<String> after(long nanos) {
    happened.clear();
    scheduler.advance(nanos);
    scheduler.runAll();
    return happened;
  }

  @Test
  void carriesTheRecordsOfAStepOutFirst() {
    runner.carryOut(List.of(send("a"), persist("1"), decide("b"), persist("2"), send("c")));
    assertThat(happened)
        .containsExactly("record 1", "record 2", "append", "send a", "decided b", "send c");
  }

  @Test
  void carriesNothingOutOfAStepThatBreaksAnInvariant() {
    MachineRunner<Bell, String> watched =
        new MachineRunner<>(
            Bell.class,
            scheduler,
            scheduler.newStepQueue("watched"),
            new TestHandler(),
            new NothingIsSaidBeforeItIsDurable());
    Event<Void> cause = new Event.Started<>(1);
    List<Effect<String>> wrong = List.of(persist("1"), send("1"));
    assertThatThrownBy(() -> watched.carryOut(watched.checked(cause, wrong)))
        .isInstanceOf(InvariantBroken.class)
        .hasMessage("forced: 1 is not durable");
    assertThat(happened).isEmpty();
    watched.carryOut(watched.checked(new Event.Persisted<>(1), List.of(send("1"))));
    watched.watches(new NothingIsSaidBeforeItIsDurable());
    assertThatThrownBy(() -> watched.checked(cause, List.of(send("1"))))
        .isInstanceOf(InvariantBroken.class);
  }

  @Test
  void endsTheStepAtARecordThatTheLogDoesNotTake() {
    tooLong = "2";
    runner.carryOut(List.of(send("a"), persist("1"), persist("2"), persist("3"), decide("b")));
    assertThat(happened).containsExactly("record 1", "record 2");
  }

  @Test
  void writesNothingInTheLastStep() {
    runner.carryOutLast(List.of(persist("1"), decide("b")));
    assertThat(happened).containsExactly("decided b");
  }

  @Test
  void firesATimerOnce() {
    set(Bell.FIRST, 10);
    set(Bell.SECOND, 20);
    assertThat(after(9)).isEmpty();
    assertThat(after(1)).containsExactly("fired FIRST");
    assertThat(after(100)).containsExactly("fired SECOND");
    assertThat(after(100)).isEmpty();
  }

  @Test
  void setsATimerInPlaceOfTheOneThatRuns() {
    set(Bell.FIRST, 10);
    set(Bell.SECOND, 10);
    set(Bell.FIRST, 30);
    assertThat(after(20)).containsExactly("fired SECOND");
    assertThat(after(10)).containsExactly("fired FIRST");
  }

  @Test
  void doesNotFireATimerThatWasCancelledAsItsStepWasQueued() {
    set(Bell.FIRST, 10);
    set(Bell.SECOND, 10);
    scheduler.advance(10);
    cancel(Bell.FIRST);
    set(Bell.SECOND, 5);
    scheduler.runAll();
    assertThat(happened).doesNotContain("fired FIRST", "fired SECOND");
    assertThat(after(5)).containsExactly("fired SECOND");
  }

  @Test
  void firesATimerEarlyWhereTheHandlerSaysSo() {
    early = true;
    set(Bell.FIRST, 1_000);
    assertThat(after(1)).containsExactly("fired FIRST");
  }

  @Test
  void knowsWhenADeadlinePasses() {
    scheduler.advance(100);
    assertThat(runner.dueNanos(Bell.LEASE)).isZero();
    set(Bell.FIRST, 7);
    set(Bell.LEASE, 50);
    assertThat(runner.dueNanos(Bell.LEASE)).isEqualTo(150);
    assertThat(runner.takeIfDue(Bell.LEASE)).isFalse();
    scheduler.advance(50);
    assertThat(runner.takeIfDue(Bell.LEASE)).isTrue();
    assertThat(runner.dueNanos(Bell.LEASE)).isZero();
    scheduler.runAll();
    assertThat(happened).contains("fired FIRST").doesNotContain("fired LEASE");
  }

  @Test
  void stopsAllTimers() {
    set(Bell.FIRST, 10);
    set(Bell.SECOND, 20);
    set(Bell.LEASE, 30);
    runner.stop();
    assertThat(after(100)).isEmpty();
    assertThat(runner.dueNanos(Bell.LEASE)).isZero();
  }
}
