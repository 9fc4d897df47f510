package tutti.simulator.integrated.janus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.simulator.explorer.search.MutantsContract;
import tutti.simulator.mutant.Mechanism;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.ProjectSources;

/** Bugs put into the machines of Janus. */
class JanusMutantsTest extends MutantsContract {
  /** A row of the table of docs/exploring.md: a mutant, a scope, and the rule that is broken. */
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z-]+)` \\| `([a-z-]+)` \\| `([a-z-]+)` \\|");

  /** The scopes of two shards, and the rules that mutants break there. */
  private static final SortedMap<String, Row> ACROSS = read();

  private record Row(String scope, String rule) {}

  JanusMutantsTest() {
    super(Mechanism.JANUS, JanusTrial.class);
  }

  private static SortedMap<String, Row> read() {
    SortedMap<String, Row> rows = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(ProjectSources.find().file("docs/exploring.md"))) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
          rows.put(row.group(1), new Row(row.group(2), row.group(3)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  List<Mutant> acrossTwoShards() throws IOException {
    return all().stream().filter(mutant -> ACROSS.containsKey(mutant.name())).toList();
  }

  @ParameterizedTest
  @MethodSource("acrossTwoShards")
  void aScopeOfTwoShardsCatchesIt(Mutant mutant) throws IOException {
    Row row = requireNonNull(ACROSS.get(mutant.name()));
    boolean tried = mutant.hunt().flags().getLast().equals(row.scope());
    String rule = tried ? mutant.caughtBy() : caughtBy(mutant, List.of("--scope", row.scope()));
    assertThat(rule).isEqualTo(row.rule());
  }

  @Test
  void allButThoseOfConfigurationsHaveAScopeOfTwoShardsOfThreeReplicas() throws IOException {
    assertThat(ACROSS.values())
        .map(row -> JanusScope.ALL.named(row.scope()))
        .allMatch(scope -> scope.hosts() == 3 && scope.shards() == 2);
    assertThat(all())
        .map(Mutant::name)
        .filteredOn(name -> !ACROSS.containsKey(name))
        .containsExactly(
            "blank-replica-answers",
            "configuration-begins-with-new-witnesses",
            "configuration-begins-with-one-graph");
  }
}
