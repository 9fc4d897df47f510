package tutti.simulator.explorer.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.simulator.mutant.Mechanism;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.MutantHunt;
import tutti.simulator.mutant.Mutants;

/**
 * The test of the mutants of a protocol's machines: each bug is found in the scope that its file
 * names, but for those that runs of whole hosts find. That the scopes find nothing without a bug is
 * ExplorationContract's.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MutantsContract {
  private final Mechanism mechanism;
  private final Class<?> trial;

  /**
   * @param trial the entry point of a mutant's world
   */
  protected MutantsContract(Mechanism mechanism, Class<?> trial) {
    this.mechanism = mechanism;
    this.trial = trial;
  }

  /** Returns those that a scope finds. */
  protected final List<Mutant> all() throws IOException {
    return Mutants.all().stream()
        .filter(mutant -> mutant.mechanism() == mechanism)
        .filter(mutant -> mutant.hunt().flags().contains("--exhaustive"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyMutantIsCaughtInItsScope(Mutant mutant) throws IOException {
    assertThat(hunted(mutant).rule()).isEqualTo(mutant.caughtBy());
  }

  /** Returns the rule that a mutant breaks in the scope which these flags name. */
  protected final @Nullable String caughtBy(Mutant mutant, List<String> flags) throws IOException {
    return hunted(
            new Mutant(
                mutant.name(),
                mutant.mechanism(),
                mutant.breaks(),
                mutant.idea(),
                mutant.expected(),
                mutant.caughtBy(),
                new Mutant.Hunt(1, flags),
                mutant.changes()))
        .rule();
  }

  private MutantHunt.Verdict hunted(Mutant mutant) throws IOException {
    try (MutantHunt hunt = new MutantHunt(trial.getName())) {
      MutantHunt.Verdict verdict = hunt.hunt(mutant, 1, 1);
      assertThat(verdict.findings()).as(mutant.name()).isNotEmpty();
      return verdict;
    }
  }
}
