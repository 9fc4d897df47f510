package tutti.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.cli.Tutti;
import tutti.model.testing.Effort;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.MutantHunt;
import tutti.simulator.mutant.Mutants;

/** Bugs in the real code are caught. */
class MutantTableTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void allCompile() throws Exception {
    try (MutantHunt hunt = new MutantHunt("none")) {
      for (List<Mutant> round : rounds(Mutants.all())) {
        assertThat(hunt.compiledTogether(round).keySet())
            .containsAll(round.stream().flatMap(each -> classesOf(each).stream()).toList());
      }
    }
  }

  /** Parts the mutants into as few rounds as there are mutants of one class. */
  private static List<List<Mutant>> rounds(List<Mutant> mutants) {
    List<List<Mutant>> rounds = new ArrayList<>();
    List<Set<String>> changed = new ArrayList<>();
    for (Mutant mutant : mutants) {
      int round = 0;
      while (round < rounds.size()
          && !Collections.disjoint(changed.get(round), classesOf(mutant))) {
        round++;
      }
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
        changed.add(new HashSet<>());
      }
      rounds.get(round).add(mutant);
      changed.get(round).addAll(classesOf(mutant));
    }
    return rounds;
  }

  private static List<String> classesOf(Mutant mutant) {
    return mutant.changes().stream().map(Mutant.Change::className).toList();
  }

  static List<String> quickOnes() {
    return Effort.few(List.of("log-write-skipped", "flush-without-force"));
  }

  @ParameterizedTest
  @MethodSource("quickOnes")
  void aQuickOneIsCaught(String name, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("mutants.json");
    assertThat(
            run(
                "simulate",
                "--threads",
                "1",
                "--mutants",
                name,
                "--runs",
                "2",
                "--out",
                file.toString()))
        .as(out.toString())
        .isZero();
    assertThat(out.toString())
        .containsPattern("caught +journal +" + name)
        .contains("1 of 1 caught", "without a mutant 2 runs held");
    assertThat(Files.readString(file))
        .contains("\"caught\" : 1", "\"replay\" : \"./tutti simulate --mutants " + name);
  }

  @Tag("slow")
  @Test
  void oneThatNoRunLooksForIsMissed() throws Exception {
    MutantTable table = new MutantTable(new PrintWriter(out, true));
    assertThat(table.hunt(List.of("presumed-commit"), 1, 0L, 1, null)).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("missed +two-phase-commit +presumed-commit")
        .contains("expected: agreement", "0 of 1 caught");
  }

  @Test
  void aNameThatThereIsNotIsWrongUsage() {
    assertThat(run("simulate", "--mutants", "vote-before-durable,nonesuch")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no mutant 'nonesuch'; there are ");
  }

  @Tag("slow")
  @Test
  void everyMutantIsCaught() {
    assertThat(run("simulate", "--threads", "1", "--mutants")).as(out.toString()).isZero();
  }
}
