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
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.mutant.ProjectSources;

/** The cards and the simulator name the same invariants. */
class CardsTest {
  private static final Map<String, String> CARDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("two-phase-locking", "tutti.engine.concurrency.locking.actor"),
              Map.entry("path-sensitive", "tutti.engine.concurrency.pathsensitive"),
              Map.entry("optimistic", "tutti.engine.concurrency.optimistic.actor"),
              Map.entry("tl2", "tutti.engine.concurrency.optimistic.tl2"),
              Map.entry("versioning", "tutti.engine.concurrency.versioning"),
              Map.entry("record-optimistic", "tutti.engine.concurrency.optimistic.row"),
              Map.entry("record-locks", "tutti.engine.concurrency.locking.row"),
              Map.entry("atomic-commitment", "tutti.protocol.commit"),
              Map.entry("two-phase-commit", "tutti.protocol.commit.twophase"),
              Map.entry("paxos-commit", "tutti.protocol.commit.paxoscommit"),
              Map.entry("multipaxos", "tutti.protocol.replication.multipaxos"),
              Map.entry("tapir", "tutti.protocol.integrated.tapir"),
              Map.entry("janus", "tutti.protocol.integrated.janus"),
              Map.entry("journal", "tutti.engine.journal"),
              Map.entry("recovery", "tutti.engine.recovery"),
              Map.entry("distribution", "tutti.engine.distribution"),
              Map.entry("snapshots", "tutti.engine.snapshot"),
              Map.entry("termination", "tutti.protocol.termination"),
              Map.entry("rows", "tutti.engine.storage.rows"),
              Map.entry("index", "tutti.engine.storage.index"),
              Map.entry("backup", "tutti.engine.backup")));

  /** An item of a list that begins with a name. */
  private static final Pattern NAMED = Pattern.compile("<(?:li|dt)>(I\\d+)\\b");

  /** A method of a test's class. */
  private static final Pattern TEST = Pattern.compile("(?m)^  (?:public )?void (\\w+)\\(");

  private static final Pattern RULE = Pattern.compile("<b>([a-z-]+)</b>");

  static Set<String> mechanisms() {
    return CARDS.keySet();
  }

  private static Set<String> named(String mechanism) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher =
        NAMED.matcher(ProjectSources.find().of(CARDS.get(mechanism) + ".package-info"));
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
    known.addAll(Invariants.elsewhere().keySet());
    known.removeIf(name -> !name.startsWith(mechanism + "."));
    assertThat(known).isEqualTo(named(mechanism)).isNotEmpty();
  }

  @Test
  void everyInvariantHasANameOfItsOwnAndACard() {
    assertThat(Invariants.all().stream().map(Invariant::name)).doesNotHaveDuplicates();
    assertThat(looked()).doesNotContainAnyElementsOf(Invariants.elsewhere().keySet());
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
    Matcher rules = RULE.matcher(ProjectSources.find().of("tutti.simulator.check.package-info"));
    while (rules.find()) {
      there.add(rules.group(1));
    }
    Path root = ProjectSources.find().file("");
    for (String module :
        List.of("core/engine", "core/protocol", "verification/simulator", "service/cli")) {
      try (Stream<Path> files = Files.walk(root.resolve(module + "/src/test/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
          there.addAll(tests(file));
        }
      }
    }
    Invariants.elsewhere()
        .forEach((name, places) -> assertThat(there).as(name).containsAll(places));
  }

  /** Returns the place of the last mark of a test in a text, with parameters or without. */
  private static int lastTest(String text) {
    return Math.max(text.lastIndexOf("Test\n"), text.lastIndexOf("Test("));
  }

  /** The methods of a class that are tests, with the class's name before them. */
  private static Set<String> tests(Path file) throws IOException {
    String text = Files.readString(file);
    Set<String> tests = new TreeSet<>();
    Matcher methods = TEST.matcher(text);
    while (methods.find()) {
      // What stands before it since the end of the method before it.
      String before = text.substring(0, methods.start());
      if (lastTest(before) > before.lastIndexOf("\n  }\n")) {
        tests.add(file.getFileName().toString().replace(".java", "#") + methods.group(1));
      }
    }
    return tests;
  }

  /** A card that says an invariant is one of those that are compared here. */
  @Test
  void everyCardWithInvariantsIsAmongThem() throws IOException {
    Path root = ProjectSources.find().file("");
    Set<String> cards = new TreeSet<>();
    for (String module :
        List.of(
            "core/model",
            "core/protocol",
            "core/engine",
            "core/rebel",
            "core/sql",
            "service/server")) {
      try (Stream<Path> files = Files.walk(root.resolve(module + "/src/main/java"))) {
        for (Path file : files.filter(each -> each.endsWith("package-info.java")).toList()) {
          if (NAMED.matcher(Files.readString(file)).find()) {
            Path folder = root.resolve(module + "/src/main/java").relativize(file.getParent());
            cards.add(folder.toString().replace('/', '.').replace('\\', '.'));
          }
        }
      }
    }
    assertThat(CARDS.values()).containsExactlyInAnyOrderElementsOf(cards);
  }
}
