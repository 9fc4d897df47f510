package tutti.engine.node.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.node.cost.CostConstants.Cost;
import tutti.model.Call;
import tutti.model.cost.CallCost;
import tutti.model.cost.CallPlace;
import tutti.model.cost.CostTerm;
import tutti.model.cost.Section;
import tutti.model.cost.Times;

/** The terms of the equation, by where a deployment places the actors that a procedure calls. */
class PredictedCostTest {
  private static final double EXACT = 1e-6;

  /** Each constant has a value of its own, so that a sum tells which ones are in it. */
  private static final CostConstants CONSTANTS = constants();

  private static CostConstants constants() {
    Map<CostConstant, Cost> costs = new EnumMap<>(CostConstant.class);
    for (CostConstant constant : CostConstant.values()) {
      double nanos = Math.pow(2, constant.ordinal());
      costs.put(constant, new Cost(nanos, 3 * nanos));
    }
    // The dispatch is a part of what receiving takes.
    for (CallPlace place :
        List.of(CallPlace.OTHER_CONTAINER, CallPlace.OTHER_NODE, CallPlace.OTHER_PROCESS)) {
      costs.put(CostConstant.of(place, CostConstant.Way.DISPATCH), new Cost(7, 21));
    }
    return new CostConstants("a machine", "2026-11-30", "optimistic", costs);
  }

  private static double nanos(CostConstant constant) {
    return CONSTANTS.cost(constant).latencyNanos();
  }

  private static Deployment deployment(String... keys) {
    List<Override> overrides = new ArrayList<>();
    overrides.add(new Override("concurrency-control", "optimistic", "a test"));
    for (int i = 0; i < keys.length; i += 2) {
      overrides.add(new Override(keys[i], keys[i + 1], "a test"));
    }
    return ((Reading.Valid) DeploymentReader.read(null, overrides)).settings().deployment();
  }

  /** Two containers: a and b are in the first one, m and n in the second one. */
  private static Deployment apart() {
    return deployment(
        "containers",
        "2",
        "executors",
        "2",
        "durability",
        "off",
        "accept-loss",
        "true",
        "placement.range.Payer",
        "[c]");
  }

  /** Two nodes: a and b are on the first one, m and n on the second one. */
  private static Deployment onTwoNodes(Deployment one) {
    return one.toBuilder()
        .placement(new Placement.Range(new TreeMap<>(Map.of("Payer", List.of("c")))))
        .nodes(NodeAddress.inOneProcess(2))
        .build();
  }

  private static Deployment here() {
    return deployment("durability", "off", "accept-loss", "true");
  }

  private static RecordedCall recorded(tutti.model.actor.Procedure<Payer, ?> procedure) {
    List<Call> open = new ArrayList<>();
    for (String key : List.of("a", "b", "m", "n")) {
      open.add(Payer.call(key, new Payer.Open(100)));
    }
    return ((Rehearsal.Result.Recorded)
            Rehearsal.run(Payer.APPLICATION, open, Payer.call("a", procedure)))
        .call();
  }

  private static PredictedCost predicted(
      tutti.model.actor.Procedure<Payer, ?> procedure, Deployment deployment) {
    return PredictedCost.of(recorded(procedure), deployment, CONSTANTS, CallPlace.OTHER_NODE);
  }

  /** An Add on an actor: a call that reads and writes a row. */
  private static double add(boolean first) {
    return nanos(CostConstant.CALL)
        + (first ? nanos(CostConstant.ACTOR) : 0)
        + nanos(CostConstant.ROW_READ)
        + nanos(CostConstant.ROW_WRITE);
  }

  @Test
  void aProcedureOfOneActorIsProcessingAndItsCommitment() {
    Times times = predicted(new Payer.Add(1), here()).latency().latency();
    assertThat(times.nanos(CostTerm.BEGIN)).isEqualTo(nanos(CostConstant.BEGIN));
    assertThat(times.nanos(CostTerm.P_SEQ))
        .isEqualTo(nanos(CostConstant.ROW_READ) + nanos(CostConstant.ROW_WRITE));
    assertThat(times.nanos(CostTerm.COMMITMENT))
        .isEqualTo(nanos(CostConstant.COMMIT) + nanos(CostConstant.COMMIT_ROW));
    assertThat(times.nanos(CostTerm.JOIN)).isZero();
    assertThat(times.nanos(CostTerm.DURABILITY)).isZero();
  }

  @Test
  void aCallInTheContainerHasNoWay() {
    Times times = predicted(new Payer.OneByOne(List.of("b")), here()).latency().latency();
    assertThat(times.nanos(CostTerm.P_SEQ)).isCloseTo(add(true) + add(false), within(EXACT));
    assertThat(times.nanos(CostTerm.C_S) + times.nanos(CostTerm.C_R)).isZero();
    assertThat(times.nanos(CostTerm.COMMITMENT))
        .isEqualTo(
            nanos(CostConstant.COMMIT)
                + nanos(CostConstant.COMMIT_ACTOR)
                + 2 * nanos(CostConstant.COMMIT_ROW));
  }

  @Test
  void asynchronousCallsInTheContainerAreSynchronous() {
    Section section =
        predicted(new Payer.Together(List.of("b")), here()).latency().root().sections().getFirst();
    assertThat(section.asynchronous()).isEmpty();
    assertThat(section.sequential())
        .extracting(CallCost::place)
        .containsExactly(CallPlace.SAME_CONTAINER, CallPlace.OWN_ACTOR);
    assertThat(section.overlappedNanos()).isZero();
  }

  @Test
  void aSynchronousCallOfAnotherContainerHasBothWays() {
    Times times = predicted(new Payer.OneByOne(List.of("m")), apart()).latency().latency();
    assertThat(times.nanos(CostTerm.C_S)).isEqualTo(nanos(CostConstant.CONTAINER_SEND));
    assertThat(times.nanos(CostTerm.C_R)).isEqualTo(nanos(CostConstant.CONTAINER_RECEIVE));
    assertThat(times.nanos(CostTerm.JOIN)).isEqualTo(nanos(CostConstant.CONTAINER_JOIN));
    assertThat(times.nanos(CostTerm.COMMITMENT))
        .isEqualTo(
            nanos(CostConstant.COMMIT)
                + nanos(CostConstant.COMMIT_ACTOR)
                + 2 * nanos(CostConstant.COMMIT_ROW)
                + nanos(CostConstant.CONTAINER_COMMIT));
  }

  @Test
  void asynchronousCallsOverlapAndWaitForTheirExecutor() {
    Section section =
        predicted(new Payer.Together(List.of("m", "n")), apart())
            .latency()
            .root()
            .sections()
            .getFirst();
    assertThat(section.asynchronous()).hasSize(2);
    assertThat(section.asynchronous())
        .extracting(CallCost::executor)
        .containsOnly("node 0, container 1");
    assertThat(section.overlapped())
        .extracting(CallCost::place)
        .containsExactly(CallPlace.OWN_ACTOR);
    assertThat(section.overlappedNanos())
        .isEqualTo(nanos(CostConstant.ROW_SCAN) + nanos(CostConstant.ROW_NEXT));
    Times times =
        predicted(new Payer.Together(List.of("m", "n")), apart()).latency().root().latency();
    assertThat(times.nanos(CostTerm.WAITING)).isCloseTo(7 + add(true), within(EXACT));
  }

  @Test
  void aCallWhosePromiseNobodyTakesIsAsynchronous() {
    Section section =
        predicted(new Payer.Untaken(List.of("m", "n")), apart())
            .latency()
            .root()
            .sections()
            .getFirst();
    assertThat(section.asynchronous()).hasSize(2);
  }

  @Test
  void severalExecutorsOfAContainerDoNotWaitForEachOther() {
    Deployment four =
        deployment(
            "containers",
            "2",
            "executors",
            "4",
            "durability",
            "off",
            "accept-loss",
            "true",
            "placement.range.Payer",
            "[c]");
    assertThat(
            predicted(new Payer.Together(List.of("m", "n")), four)
                .latency()
                .latency()
                .nanos(CostTerm.WAITING))
        .isZero();
  }

  @Test
  void callsOfNodesAreOfTheGivenKind() {
    Deployment two = onTwoNodes(here());
    RecordedCall call = recorded(new Payer.OneByOne(List.of("m")));
    for (CallPlace place : List.of(CallPlace.OTHER_NODE, CallPlace.OTHER_PROCESS)) {
      Times times = PredictedCost.of(call, two, CONSTANTS, place).latency().latency();
      assertThat(times.nanos(CostTerm.C_S))
          .isEqualTo(nanos(CostConstant.of(place, CostConstant.Way.SEND)));
      assertThat(times.nanos(CostTerm.JOIN))
          .isEqualTo(nanos(CostConstant.of(place, CostConstant.Way.JOIN)));
    }
  }

  @Test
  void durabilityIsAFlushOrTwoWhereNodesVote() {
    Deployment one = deployment();
    Deployment two = onTwoNodes(one);
    var far = new Payer.OneByOne(List.of("m"));
    assertThat(predicted(far, one).latency().latency().nanos(CostTerm.DURABILITY))
        .isEqualTo(nanos(CostConstant.FLUSH));
    assertThat(predicted(far, two).latency().latency().nanos(CostTerm.DURABILITY))
        .isEqualTo(2 * nanos(CostConstant.FLUSH));
    assertThat(
            predicted(far, deployment("durability", "async"))
                .latency()
                .latency()
                .nanos(CostTerm.DURABILITY))
        .isZero();
  }

  @Test
  void processorTimeHasItsOwnConstants() {
    PredictedCost cost = predicted(new Payer.OneByOne(List.of("b")), here());
    assertThat(cost.processor().work().total())
        .isCloseTo(3 * cost.latency().latency().total(), within(EXACT));
  }

  @Test
  void saysWhatItLeavesOut() {
    assertThat(PredictedCost.leftOut(here(), CONSTANTS)).isEmpty();
    assertThat(PredictedCost.leftOut(deployment("concurrency-control", "2pl"), CONSTANTS))
        .singleElement()
        .asString()
        .contains("two-phase-locking", "measured under optimistic");
  }

  @Test
  void namesAPlaceThatWasNotMeasured() {
    Map<CostConstant, Cost> some = new EnumMap<>(CONSTANTS.costs());
    CostConstant.of(CallPlace.OTHER_CONTAINER).forEach(some::remove);
    CostConstants few = new CostConstants("a machine", "", "optimistic", some);
    assertThat(few.has(CallPlace.OTHER_CONTAINER)).isFalse();
    RecordedCall call = recorded(new Payer.OneByOne(List.of("m")));
    assertThatThrownBy(() -> PredictedCost.of(call, apart(), few, CallPlace.OTHER_NODE))
        .hasMessageContaining("no other-container.send: 'tutti calibrate --calls' measures it");
  }
}
