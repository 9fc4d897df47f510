package tutti.simulator.explorer.world;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.explorer.world.ChoiceKind.CRASH;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;

/** Effects of a small machine, carried out in the world of explorers. */
class MemberStepTest {

  /** A number that was asked for. */
  private record Number(int value) implements ProtocolRecord {}

  private record Done(int value) implements ProtocolMessage {
    @Override
    public void encode(Encoder out) {
      out.putVarLong(value);
    }
  }

  private enum Timer implements TimerName {
    FIRST,
    SECOND,
    IGNORED
  }

  /** A machine that writes two records for a number, and answers when they are durable. */
  private static final class Writer implements Machine<Integer, String> {
    private int asked;
    private int durable;

    @Override
    public List<Effect<String>> on(Event<Integer> event) {
      return switch (event) {
        case Event.Input(Integer number) -> {
          asked = number;
          yield List.of(
              new Effect.Persist<>(new Number(number), Flush.FORCED),
              new Effect.Persist<>(new Number(-number), Flush.UNTOLD),
              new Effect.SetTimer<>(Timer.SECOND, 1),
              new Effect.SetTimer<>(Timer.FIRST, 1),
              new Effect.SetTimer<>(Timer.IGNORED, 1));
        }
        case Event.Persisted(int records) -> {
          durable += records;
          yield List.of(
              new Effect.Send<>(new Address.Peer(1), new Done(asked)),
              new Effect.CancelTimer<>(Timer.SECOND),
              new Effect.Output<>("durable: " + durable));
        }
        case Event.TimerFired(TimerName timer) -> throw new IllegalStateException("fired " + timer);
        default -> List.of();
      };
    }

    @Override
    public String phase() {
      return "writing";
    }
  }

  private record Past(Budget budget) implements Bounded<Past> {
    @Override
    public Past with(Budget left) {
      return new Past(left);
    }
  }

  private final Machines<Writer, Integer, String> machines = new Machines<>();
  private final DiskTable<Integer> disks =
      new DiskTable<>((_, records) -> records.isEmpty() ? 0 : ((Number) records.getLast()).value());

  private final class Step extends MemberStep<Integer, String, String, Past> {
    Step(Past past, int durable) {
      super(machines, disks, new Judge<>(past, "no-timer"), fresh(), durable);
    }

    @Override
    protected boolean counts(TimerName timer) {
      return timer != Timer.IGNORED;
    }

    @Override
    protected void sends(Address to, ProtocolMessage message) {
      sent().add(new InFlight(new Address.Peer(0), to.host(), message));
    }

    @Override
    protected void writes(ProtocolRecord record) {
      breaks("never", "not durable when it is written");
      assertThat(member().isDurable()).isFalse();
    }

    @Override
    protected void decides(String output) {
      member(member().knowing(output));
    }
  }

  private Member<String> fresh() {
    return Member.down(0, disks.number(0, List.of()), "nothing").with(machines.made(Writer::new));
  }

  private Step step(int durable) {
    Step step = new Step(new Past(Budget.NONE), durable);
    step.on(new Event.Input<>(7));
    return step;
  }

  @Test
  void aFlushComesBeforeAnythingElseAndIsTold() {
    Local<String, Past> local = step(MemberStep.ALL).local(() -> "asked");
    Member<String> after = local.member();
    assertThat(after.isDurable()).isTrue();
    assertThat(disks.records(after.disk())).containsExactly(new Number(7), new Number(-7));
    assertThat(after.facts()).as("untold records are not counted").isEqualTo("durable: 1");
    assertThat(local.sent()).extracting(InFlight::message).containsExactly(new Done(7));
    assertThat(after.timers()).containsExactly(Timer.FIRST);
  }

  @Test
  void aFirstPartOfTheRecordsDoomsTheMember() {
    Local<String, Past> local = step(1).local(() -> "asked");
    Member<String> after = local.member();
    assertThat(after.doomed()).isTrue();
    assertThat(after.tail()).isEmpty();
    assertThat(disks.records(after.disk())).containsExactly(new Number(7));
    assertThat(local.sent()).isEmpty();
    assertThat(after.timers()).containsExactly(Timer.FIRST, Timer.SECOND);
    Member<String> crashed = after.crashed(after.disk(), "crashed");
    assertThat(crashed.isUp()).isFalse();
    assertThat(crashed.doomed()).isFalse();
  }

  @Test
  void onlyTheFirstSoManyEffectsAreCarriedOut() {
    Step step = new Step(new Past(Budget.NONE), MemberStep.ALL);
    step.on(new Event.Input<>(7), 1);
    assertThat(step.member().tail()).extracting(Effect.Persist::record).hasSize(1);
    assertThat(step.member().timers()).isEmpty();
    assertThat(step.records()).isZero();
  }

  @Test
  void aCrashLeavesEachFirstPartOnce() {
    Past past = new Past(Budget.of(CRASH, 1));
    List<String> taken = new ArrayList<>();
    MemberStep.takeEach(
        past,
        (left, durable) -> {
          Step step = new Step(left, durable);
          step.on(new Event.Input<>(7));
          return step;
        },
        (step, durable) ->
            taken.add(
                (durable == MemberStep.ALL ? "all" : durable)
                    + " "
                    + step.member().doomed()
                    + " "
                    + step.past().budget()));
    assertThat(taken)
        .containsExactly("all false at most 1 crashes", "0 true no faults", "1 true no faults");
  }

  @Test
  void theFirstRuleThatIsBrokenCounts() {
    Step step = step(MemberStep.ALL);
    step.fire(Timer.FIRST);
    Finding broken = step.local(() -> "fired").broken();
    assertThat(broken).isNotNull();
    assertThat(broken.rule()).isEqualTo("never");
    Step alone = new Step(new Past(Budget.NONE), MemberStep.ALL);
    alone.fire(Timer.SECOND);
    assertThat(alone.local(() -> "fired").broken())
        .isEqualTo(new Finding("no-timer", "fired SECOND"));
  }

  @Test
  void membersWhoseRecordsAreLostAreOneButForWhatWaits() {
    int one = machines.on(machines.made(Writer::new), new Event.Input<>(1)).machine();
    int other = machines.on(machines.made(Writer::new), new Event.Input<>(2)).machine();
    assertThat(machines.doomed(one, Set.of("asked"))).isEqualTo(one);
    assertThat(machines.doomed(other, Set.of("asked"))).isEqualTo(one);
    assertThat(machines.doomed(other, Set.of("asked"))).isNotEqualTo(other);
  }

  @Test
  void disksThatMeanTheSameAreOne() {
    int one = disks.number(0, List.of(new Number(1), new Number(2)));
    assertThat(disks.number(0, List.of(new Number(2)))).isEqualTo(one);
    assertThat(disks.number(1, List.of(new Number(2)))).isNotEqualTo(one);
    assertThat(disks.memory(one)).isEqualTo(2);
  }
}
