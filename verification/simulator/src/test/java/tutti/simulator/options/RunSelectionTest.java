package tutti.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.Call;
import tutti.simulator.Simulation;
import tutti.simulator.ToyBank;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.run.Run;
import tutti.simulator.world.Seeds;

/** A run of which parts are left out. */
class RunSelectionTest {
  private static final SimulationOptions OPTIONS =
      SimulationOptions.of(11, "./tutti simulate").withNodes(2).withRequests(40);

  /** The requests of clients, and their turns, without the openings and the probes. */
  private static List<String> asked(SimulationOptions options) {
    List<String> asked = new ArrayList<>();
    SimulatedApplication toy = new ToyBank();
    SimulatedApplication.Scenario scenario = toy.scenario(Seeds.stream(11, "scenario"));
    Run run = new Run(toy, 11, options);
    run.go();
    assertThat(run.findings().texts()).isEmpty();
    for (Turn turn : run.asked()) {
      List<Call> calls =
          scenario.request(Seeds.stream(11, "client-" + turn.client() + "/" + turn.index()), turn);
      asked.add(turn + " " + calls);
    }
    return asked;
  }

  @Test
  void keepsTheRequestsThatAreNamedAndNoOthers() {
    NavigableSet<Turn> keep = RunSelection.parseKeep("0:1, 1:0,1:1");
    assertThat(asked(OPTIONS.withExcerpt(RunSelection.WHOLE.withKeep(keep))))
        .isSubsetOf(asked(OPTIONS))
        .hasSize(3);
  }

  @Test
  void fewerClientsAskForWhatTheyAskedForBefore() {
    List<String> all = asked(OPTIONS);
    List<String> one = asked(OPTIONS.withExcerpt(RunSelection.WHOLE.withClients(1)));
    assertThat(one).isNotEmpty().isEqualTo(all.subList(0, one.size()));
    assertThat(all.size()).isGreaterThan(one.size());
  }

  @Test
  void anotherScheduleIsAnotherRunWithTheSameRequests() {
    SimulationOptions other = OPTIONS.withExcerpt(RunSelection.WHOLE.withSchedule(3));
    assertThat(asked(other)).isEqualTo(asked(OPTIONS));
    String digest = Simulation.run(new ToyBank(), other).digest();
    assertThat(digest).isNotEqualTo(Simulation.run(new ToyBank(), OPTIONS).digest());
    assertThat(Simulation.run(new ToyBank(), other).digest()).isEqualTo(digest);
  }

  @Test
  void saysWhatToType() {
    RunSelection excerpt =
        new RunSelection(3, new TreeSet<>(List.of(new Turn(2, 5), new Turn(1, 7))), 4, 2);
    assertThat(OPTIONS.withExcerpt(excerpt).replay(9))
        .isEqualTo(
            "./tutti simulate --nodes 2 --clients 3 --keep 1:7,2:5 --schedule 4 --most-faults 2"
                + " --seed 9");
    assertThat(RunSelection.parseKeep("1:7,2:5")).isEqualTo(excerpt.keep());
    assertThatThrownBy(() -> RunSelection.parseKeep("1:7,x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CLIENT:INDEX");
  }
}
