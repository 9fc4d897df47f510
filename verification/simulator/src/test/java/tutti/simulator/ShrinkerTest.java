package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.shrink.Shrinker;

/** Runs that go wrong are made smaller. */
class ShrinkerTest {
  /** A bank that takes it for wrong that two transfers were booked. */
  private static final class TwoAreTooMany implements SimulatedApplication {
    private final ToyBank bank = new ToyBank();

    @Override
    public String name() {
      return bank.name();
    }

    /** Not of what is asked at the end of each run, to see that nothing is in the way. */
    private static boolean isOfAClient(ActorId id) {
      return id.type().equals("Transfer")
          && Long.parseLong(id.key().substring(1)) < new Turn(1_000, 0).name(0);
    }

    @Override
    public Application application() {
      return bank.application();
    }

    @Override
    public Scenario scenario(RandomGenerator random) {
      Scenario scenario = bank.scenario(random);
      return new Scenario() {
        @Override
        public List<List<Call>> opening() {
          return scenario.opening();
        }

        @Override
        public List<Call> request(RandomGenerator entropy, Turn turn) {
          return scenario.request(entropy, turn);
        }

        @Override
        public ActorId target(RandomGenerator entropy, Turn turn) {
          return scenario.target(entropy, turn);
        }

        @Override
        public List<String> violations(Map<ActorId, ActorState> states) {
          long transfers = states.keySet().stream().filter(TwoAreTooMany::isOfAClient).count();
          return transfers < 2 ? List.of() : List.of("there are " + transfers + " transfers");
        }
      };
    }
  }

  private static final SimulationOptions OPTIONS = failing();

  private static SimulationOptions failing() {
    SimulationOptions some = SimulationOptions.of(1, "./tutti simulate").withRequests(15);
    for (long seed = 1; ; seed++) {
      if (Simulation.attempt(new TwoAreTooMany(), some.withSeed(seed)).violation() != null) {
        return some.withSeed(seed);
      }
    }
  }

  private static Shrinker.Result shrink(int limit, List<String> progress) {
    Shrinker.Result result = Shrinker.shrink(new TwoAreTooMany(), OPTIONS, limit, progress::add);
    assertThat(result).isNotNull();
    return result;
  }

  @Tag("slow")
  @Test
  void leavesOutWhatTheFailureDoesNotNeed() {
    List<String> progress = new ArrayList<>();
    Shrinker.Result result = shrink(4_000, progress);
    assertThat(result.rule()).isEqualTo("invariants");
    assertThat(result.complete()).isTrue();
    assertThat(result.attempt().asked()).hasSize(2).isEqualTo(result.options().excerpt().keep());
    assertThat(result.options().conditions().faults()).isEmpty();
    assertThat(result.attempt().events()).isZero();
    assertThat(result.attempt().deployment().nodeCount()).isEqualTo(1);
    assertThat(result.attempt().deployment().containers()).isEqualTo(1);
    assertThat(progress).hasSizeGreaterThan(2).last().asString().contains("2 requests, 0 faults");
  }

  @Test
  void whatIsLeftIsARunAsAnyOther() {
    Shrinker.Result result = shrink(60, new ArrayList<>());
    SimulationReport again = Simulation.run(new TwoAreTooMany(), result.options());
    assertThat(again.digest()).isEqualTo(result.attempt().digest());
    assertThat(again.violations())
        .singleElement()
        .satisfies(
            violation ->
                assertThat(violation.replay())
                    .isEqualTo(result.options().replay(OPTIONS.seed()))
                    .contains("--keep ")
                    .endsWith("--seed " + OPTIONS.seed()));
  }

  @Test
  void theSameRunIsShrunkInTheSameWay() {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    Shrinker.Result result = shrink(30, first);
    assertThat(shrink(30, second).options().replay(OPTIONS.seed()))
        .isEqualTo(result.options().replay(OPTIONS.seed()));
    assertThat(second).isEqualTo(first);
    assertThat(result.tried()).isLessThanOrEqualTo(30);
  }

  @Test
  void aRunThatHoldsIsNotShrunk() {
    assertThat(
            Shrinker.shrink(
                new ToyBank(), OPTIONS.withFaults(FaultKind.none()), 10, progress -> {}))
        .isNull();
  }
}
