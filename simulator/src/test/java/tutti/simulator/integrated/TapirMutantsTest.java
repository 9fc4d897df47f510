package tutti.simulator.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.simulator.mutant.Mechanism;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.MutantHunt;
import tutti.simulator.mutant.Mutants;

/**
 * Each bug put into the machines of TAPIR is found in the scope that its file names. That the
 * scopes find nothing without a bug is TapirExplorationTest's.
 */
@Tag("slow")
class TapirMutantsTest {

  static List<Mutant> all() throws IOException {
    return Mutants.all().stream().filter(it -> it.mechanism() == Mechanism.TAPIR).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyMutantIsCaughtInItsScope(Mutant mutant) throws IOException {
    try (MutantHunt hunt = new MutantHunt(TapirTrial.class.getName())) {
      MutantHunt.Verdict verdict = hunt.hunt(mutant, 1, 1);
      assertThat(verdict.findings()).as(mutant.name()).isNotEmpty();
      assertThat(verdict.rule()).isEqualTo(mutant.caughtBy());
    }
  }
}
