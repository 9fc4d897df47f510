package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.sends;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;

/** A replica that misses a decision of other shards asks a nearest server for it (Janus §3.1). */
class NearestInquiryTest {
  private static final Map<Integer, List<Integer>> GROUPS =
      Map.of(0, List.of(0, 1, 2), 1, List.of(3, 4, 5), 2, List.of(6, 7, 8));

  private static final Settings SETTINGS = new Settings(10, 100, 1000, 1000, 1000);
  private static final Transaction WRITER = transaction(2, 0);
  private static final Transaction ANCESTOR = transaction(1, 1, 2);

  /** Returns the hosts that are asked, in order, until one was asked again. */
  private static List<Integer> asked(IntToLongFunction distance) {
    Replica replica =
        new Replica(
            0,
            new Group(0, List.of(0, 1, 2)),
            GROUPS,
            SETTINGS,
            new DurableState(0, SETTINGS),
            distance);
    List<Effect<Output>> effects = new ArrayList<>();
    effects.addAll(
        replica.on(
            new Event.Received<>(
                new Address.Replica(1, 0),
                new Message.PreAccept(WRITER, Ballot.FIRST, writing(WRITER, "x")))));
    Decision decision = Decision.commit(Dependencies.of(List.of(ANCESTOR)));
    effects.addAll(
        replica.on(
            new Event.Received<>(
                new Address.Replica(1, 0), new Message.Commit(WRITER, decision, Request.NONE))));
    for (int looks = 0; looks < 200; looks++) {
      effects.addAll(replica.on(new Event.TimerFired<>(Timer.RETRY)));
    }
    List<Integer> hosts = new ArrayList<>();
    for (Effect.Send<Output> each : sends(effects)) {
      if (each.message() instanceof Message.Inquire) {
        hosts.add(each.to().host());
      }
    }
    return hosts.subList(0, 7);
  }

  @Test
  void goesToTheNearestFirstAndThenToAllOthers() {
    assertThat(asked(host -> 100 - host)).containsExactly(8, 7, 6, 5, 4, 3, 8);
  }

  @Test
  void goesInTheOrderOfShardsWhereAllAreEquallyNear() {
    assertThat(asked(host -> 1)).containsExactly(3, 4, 5, 6, 7, 8, 3);
  }
}
