package tutti.simulator.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All mutants. */
public final class Mutants {
  private static final List<Mutant> ALL =
      Stream.of(
              JournalMutants.ALL,
              EvolutionMutants.ALL,
              LockingMutants.ALL,
              PathSensitiveMutants.ALL,
              OptimisticMutants.ALL,
              WaitRuleMutants.ALL,
              RowMutants.ALL,
              ProcedureMutants.ALL,
              BridgeMutants.ALL,
              CommitMutants.ALL,
              CommitMachineMutants.ALL,
              PaxosCommitMutants.ALL,
              TransactionMutants.ALL,
              SessionMutants.ALL,
              SnapshotMutants.ALL)
          .flatMap(List::stream)
          .toList();

  private Mutants() {}

  /** All of them, by mechanism. */
  public static List<Mutant> all() {
    return ALL;
  }

  /**
   * Those with these names, in this order.
   *
   * @throws IllegalArgumentException if there is none of a name: the message says which there are
   */
  public static List<Mutant> named(List<String> names) {
    List<Mutant> found = new ArrayList<>();
    for (String name : names) {
      found.add(
          ALL.stream()
              .filter(mutant -> mutant.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there is no mutant '"
                              + name
                              + "'; there are "
                              + ALL.stream().map(Mutant::name).collect(Collectors.joining(", ")))));
    }
    return found;
  }
}
