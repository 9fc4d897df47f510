package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.simulator.mutant.Sources;

/** The cards and the simulator name the same invariants. */
class CardsTest {
  private static final Map<String, String> CARDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("two-phase-locking", "tutti.engine.concurrency.twophaselocking"),
              Map.entry("path-sensitive", "tutti.engine.concurrency.pathsensitive"),
              Map.entry("optimistic", "tutti.engine.concurrency.optimistic"),
              Map.entry("record-optimistic", "tutti.engine.concurrency.records"),
              Map.entry("record-locks", "tutti.engine.concurrency.recordlocks"),
              Map.entry("atomic-commitment", "tutti.protocol.commit"),
              Map.entry("two-phase-commit", "tutti.protocol.commit.twophase"),
              Map.entry("paxos-commit", "tutti.protocol.commit.paxoscommit"),
              Map.entry("journal", "tutti.engine.journal"),
              Map.entry("recovery", "tutti.engine.recovery"),
              Map.entry("distribution", "tutti.engine.distribution"),
              Map.entry("snapshots", "tutti.engine.snapshot")));

  /** An item of a list that begins with a name. */
  private static final Pattern NAMED = Pattern.compile("<(?:li|dt)>(I\\d+)\\b");

  private static final Pattern RULE = Pattern.compile("<b>([a-z-]+)</b>");

  static Set<String> mechanisms() {
    return CARDS.keySet();
  }

  private static Set<String> named(String mechanism) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher = NAMED.matcher(Sources.find().of(CARDS.get(mechanism) + ".package-info"));
    while (matcher.find()) {
      assertThat(names.add(mechanism + "." + matcher.group(1))).as(matcher.group()).isTrue();
    }
    return names;
  }

  private static Set<String> looked() {
    return Invariants.all().stream()
        .map(Invariant::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void everyInvariantOfACardIsLookedAtOrSaysWhereElseItIs(String mechanism) throws IOException {
    Set<String> known = new TreeSet<>(looked());
    known.addAll(Invariants.ELSEWHERE.keySet());
    known.removeIf(name -> !name.startsWith(mechanism + "."));
    assertThat(known).isEqualTo(named(mechanism)).isNotEmpty();
  }

  @Test
  void everyInvariantHasANameOfItsOwnAndACard() {
    assertThat(Invariants.all().stream().map(Invariant::name)).doesNotHaveDuplicates();
    assertThat(looked()).doesNotContainAnyElementsOf(Invariants.ELSEWHERE.keySet());
    for (Invariant<?> invariant : Invariants.all()) {
      String mechanism = invariant.name().split("\\.")[0];
      assertThat(CARDS).as(invariant.name()).containsKey(mechanism);
      assertThat(invariant.sentence()).as(invariant.name()).isNotBlank();
      assertThat(invariant.source()).as(invariant.name()).startsWith(CARDS.get(mechanism));
    }
  }

  @Test
  void whatIsCheckedElsewhereIsCheckedThere() throws IOException {
    Set<String> there = new TreeSet<>(looked());
    Matcher rules = RULE.matcher(Sources.find().of("tutti.simulator.check.package-info"));
    while (rules.find()) {
      there.add(rules.group(1));
    }
    for (Path root : List.of(Path.of("../engine"), Path.of("../simulator"))) {
      try (Stream<Path> files = Files.walk(root.resolve("src/test/java"))) {
        files.forEach(file -> there.add(file.getFileName().toString().replace(".java", "")));
      }
    }
    Invariants.ELSEWHERE.forEach((name, places) -> assertThat(there).as(name).containsAll(places));
  }
}
