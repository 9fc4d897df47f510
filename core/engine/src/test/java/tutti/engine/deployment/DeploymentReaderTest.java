package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Router;
import tutti.protocol.commit.Assumption;

class DeploymentReaderTest {

  static Settings valid(String text) {
    return settings(DeploymentReader.parse(text, "bank.conf"));
  }

  static Settings settings(Reading reading) {
    return switch (reading) {
      case Reading.Valid(Settings settings) -> settings;
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  static List<String> problems(Reading reading) {
    return switch (reading) {
      case Reading.Valid valid -> List.of();
      case Reading.Invalid(var problems) -> problems.stream().map(Object::toString).toList();
    };
  }

  static List<String> problems(String text) {
    return problems(DeploymentReader.parse(text, "bank.conf"));
  }

  @Test
  void givesTheDefaultsForAnEmptyFile() {
    assertEquals(Settings.DEFAULT, valid(""));
    assertEquals(Settings.DEFAULT, valid("tutti { }"));
  }

  @Test
  void readsEveryKey() {
    Settings settings =
        valid(
            """
            tutti {
              concurrency-control = two-phase-locking
              isolation = object
              durability = async
              containers = 3
              executors = 6
              executors-pinned = true
              router = round-robin
              transaction-timeout = 2 seconds
              placement { range { Account = [NL1, NL2, NL3, NL50, "NL7"] } }
              path-sensitive { max-in-progress = 4, intervals = off, max-outcomes = 64 }
              journal { segment-size = 1 MiB, checkpoint-after = 2M, flush-padding = 1ms }
              admission.max-in-flight = 7
              attempts { most = 5, pause = 2ms }
              idempotency { keep = 12h, max-keys = 9 }
              server { host = "0.0.0.0", port = 9000, max-body = 64 KiB }
              commit = 2pc
              ask = one-by-one
              assume = synchronous-crash
              assume.delay-bound = 20ms
              paxos-commit.f = 2
              two-phase.retry = 1s
              accept-loss = true
              ablation { group-commit = off, inline-calls = off, update-locks = off }
              spans { sample = 0.01, slow = 500ms }
              nodes {
                b = "127.0.0.1:7401"
                a { address = "[::1]:7402", http = 9001 }
              }
            }
            """);
    assertEquals(
        new Settings(
            new Deployment(
                ConcurrencyControlKind.TWO_PHASE_LOCKING,
                Isolation.OBJECT,
                Durability.ASYNC,
                3,
                6,
                Router.ROUND_ROBIN,
                new Placement.Range(Map.of("Account", List.of("NL1", "NL2", "NL3", "NL50", "NL7"))),
                new Deployment.PathSensitive(4, false, 64),
                new Deployment.Versioning(64),
                new Deployment.JournalSettings(1 << 20, 2 << 20, Duration.ofMillis(1)),
                new Deployment.Admission(7, 5, Duration.ofMillis(2)),
                new Deployment.IdempotencySettings(Duration.ofHours(12), 9),
                Duration.ofSeconds(2),
                List.of(new NodeAddress("b", "127.0.0.1", 7401), new NodeAddress("a", "::1", 7402)),
                CommitKinds.usual(),
                new Deployment.Questions(Deployment.Ask.ONE_BY_ONE, Duration.ofSeconds(1)),
                new Deployment.Commitment(
                    Assumption.SYNCHRONOUS_CRASH, Duration.ofMillis(20), 2, true),
                Deployment.Replication.NONE,
                Integrated.Tapir.USUAL,
                Integrated.Janus.USUAL,
                true,
                new Deployment.SpanSettings(0.01, Duration.ofMillis(500)),
                new Deployment.Ablation(
                    Set.of(
                        Optimisation.GROUP_COMMIT,
                        Optimisation.INLINE_CALLS,
                        Optimisation.UPDATE_LOCKS))),
            new ServerSettings("0.0.0.0", 9000, 64 << 10, Map.of("a", 9001))),
        settings);
  }

  @ParameterizedTest
  @CsvSource({
    "2pl, TWO_PHASE_LOCKING",
    "two-phase-locking, TWO_PHASE_LOCKING",
    "psac, PATH_SENSITIVE",
    "path-sensitive, PATH_SENSITIVE"
  })
  void acceptsLongAndShortNames(String name, ConcurrencyControlKind kind) {
    assertEquals(
        kind, valid("tutti.concurrency-control = " + name).deployment().concurrencyControl());
  }

  @ParameterizedTest
  @CsvSource({
    "psac, auto, true",
    "psac, one-by-one, false",
    "2pl, auto, false",
    "2pl, together, true"
  })
  void asksTogetherAsTheControlOrTheDeploymentSays(String control, String ask, boolean together) {
    assertEquals(
        together,
        valid("tutti { concurrency-control = " + control + ", ask = " + ask + " }")
            .deployment()
            .asksTogether());
  }

  @Test
  void readsWhatAFileIncludes(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("base.conf"), "tutti.two-phase.retry = 3s");
    Path file = folder.resolve("my.conf");
    Files.writeString(
        file,
        """
        include "base.conf"
        tutti { assume = synchronous-crash, transaction-timeout = ${tutti.two-phase.retry} }
        """);
    Deployment read = settings(DeploymentReader.read(file, List.of())).deployment();
    assertThat(read.commitment().assume()).isEqualTo(Assumption.SYNCHRONOUS_CRASH);
    assertThat(read.questions().retry()).isEqualTo(Duration.ofSeconds(3));
    assertThat(read.transactionTimeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void namesFileAndLineAndTheNearestKey() {
    assertThat(problems("tutti {\n  containers = 2\n  concurency-control = 2pl\n}"))
        .containsExactly(
            "bank.conf:3: unknown key 'concurency-control'; did you mean 'concurrency-control'?");
  }

  @Test
  void findsAKeyThatStandsInTheWrongGroup() {
    assertThat(problems("tutti.max-in-progress = 2"))
        .singleElement()
        .asString()
        .contains("did you mean 'path-sensitive.max-in-progress'?");
  }

  @Test
  void namesTheNearestValue() {
    assertThat(problems("tutti {\n durability = snyc\n}"))
        .containsExactly(
            "bank.conf:2: durability: 'snyc' is not one of sync, async, off; did you mean"
                + " 'sync'?");
  }

  @Test
  void saysAllProblemsAtOnceInTheOrderOfTheFile() {
    assertThat(
            problems(
                """
                tutti {
                  isolation = snapshot
                  containers = 0
                  unheard-of = 1
                }
                other = 1
                """))
        .hasSize(4)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("bank.conf:2: isolation: 'snapshot'"),
            second -> assertThat(second).startsWith("bank.conf:3: containers: '0' is not a number"),
            third -> assertThat(third).isEqualTo("bank.conf:4: unknown key 'unheard-of'"),
            fourth -> assertThat(fourth).startsWith("bank.conf:6: 'other' stands outside"));
  }

  @ParameterizedTest
  @CsvSource({"concurrency-control = timestamp", "concurrency-control = multiversion"})
  void saysOfWhatComesLaterThatItIsNotInThisVersionYet(String line) {
    assertThat(problems("tutti { " + line + " }"))
        .singleElement()
        .asString()
        .contains("not in this version yet");
  }

  @ParameterizedTest
  @CsvSource({
    "containers = 1025, a number from 1 to 1024",
    "containers = \"+3\", a number from 1 to 1024",
    "containers = ٣, a number from 1 to 1024",
    "containers = 1.5, a number from 1 to 1024",
    "executors = -1, a number from 0 to 1024",
    "path-sensitive.max-in-progress = 0, a number from 1",
    "transaction-timeout = 10, a duration with a unit",
    "transaction-timeout = 0s, a duration with a unit",
    "transaction-timeout = 2 fortnights, a duration with a unit",
    "journal.segment-size = 1 KiB, a size with a unit",
    "server.port = 65536, a number from 0 to 65535",
    "'containers = [1, 2]', must be a number",
    "journal = 5, is a group of keys",
    "placement = nearby, placement must be",
    "'placement.range.Account = [b, a]', must come after",
  })
  void checksBounds(String line, String expected) {
    assertThat(problems("tutti { " + line + " }"))
        .singleElement()
        .asString()
        .startsWith("bank.conf:1: ")
        .contains(expected);
  }

  @Test
  void refusesContradictions() {
    assertThat(problems("tutti { containers = 3, placement.range.Account = [NL50] }"))
        .singleElement()
        .asString()
        .contains("placement.range.Account has 1 keys, but containers = 3 needs 2");
    assertThat(problems("tutti.journal { segment-size = 1 MiB, checkpoint-after = 64 KiB }"))
        .singleElement()
        .asString()
        .contains("less than journal.segment-size");
  }

  @Test
  void saysWhereTextIsNotHocon() {
    assertThat(problems("tutti {\n  containers = 2\n"))
        .singleElement()
        .asString()
        .startsWith("bank.conf:");
  }

  @Test
  void putsFlagsOverTheFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("my.conf");
    Files.writeString(file, "tutti { durability = off, containers = 2, server.port = 1 }");
    Settings settings =
        settings(
            DeploymentReader.read(
                file,
                List.of(
                    new DeploymentReader.Override("tutti.containers", "4", "-D"),
                    new DeploymentReader.Override("containers", "8", "--containers"),
                    new DeploymentReader.Override("durability", "sync", "--durability"))));
    assertEquals(8, settings.deployment().containers());
    assertEquals(Durability.SYNC, settings.deployment().durability());
    assertEquals(1, settings.server().port());
  }

  @Test
  void namesTheFlagThatIsWrong() {
    assertThat(
            problems(
                DeploymentReader.read(
                    null,
                    List.of(
                        new DeploymentReader.Override("durability", "of", "--durability"),
                        new DeploymentReader.Override("tutti.containrs", "2", "-D"),
                        new DeploymentReader.Override("tutti.a..b", "2", "-D")))))
        .containsExactlyInAnyOrder(
            "--durability: durability: 'of' is not one of sync, async, off; did you mean 'off'?",
            "-D: unknown key 'containrs'; did you mean 'containers'?",
            "-D: unknown key 'tutti.a..b'");
    assertThat(
            problems(
                DeploymentReader.parse(
                    "",
                    "bank.conf",
                    List.of(
                        new DeploymentReader.Override("tutti.jurnal.segment-size", "1MiB", "-D")))))
        .containsExactly("-D: unknown key 'jurnal'; did you mean 'journal'?");
  }

  @Test
  void takesPlacementFromTheCommandLine() {
    Settings settings =
        settings(
            DeploymentReader.read(
                null,
                List.of(
                    new DeploymentReader.Override("tutti.containers", "2", "-D"),
                    new DeploymentReader.Override(
                        "tutti.placement.range.Account", "[NL50]", "-D"))));
    assertEquals(
        new Placement.Range(Map.of("Account", List.of("NL50"))), settings.deployment().placement());
  }

  @Test
  void saysThatAFileIsNotThere(@TempDir Path folder) {
    assertThat(problems(DeploymentReader.read(folder.resolve("no.conf"), List.of())))
        .singleElement()
        .asString()
        .endsWith("no.conf: there is no such file");
  }

  @Test
  void readsBackWhatItRenders() {
    Settings unusual =
        valid(
            """
            tutti {
              concurrency-control = 2pl, isolation = object, durability = off, containers = 2
              executors = 5, router = round-robin, transaction-timeout = 1500 us
              placement.range { Account = ["a \\" quote"], Order = ["10"] }
              path-sensitive.intervals = false
              journal { segment-size = 65537 B, checkpoint-after = 1 GiB, flush-padding = 7ns }
              idempotency.keep = 90 minutes
              server.host = "::1"
            }
            """);
    Settings several =
        valid(
            """
            tutti {
              durability = off, accept-loss = on, two-phase.retry = 20ms
              nodes {
                zeta { address = "ONE.example.org:7401", http = 0 }
                beta = "[fe80::1]:7401"
                a-1_b { address = "10.0.0.1:1", http = 81 }
              }
            }
            """);
    for (Settings settings : List.of(Settings.DEFAULT, unusual, several)) {
      String text = DeploymentText.render(settings);
      assertEquals(settings, valid(text));
      assertEquals(text, DeploymentText.render(valid(text)));
      assertEquals(
          settings.deployment(), valid(DeploymentText.render(settings.deployment())).deployment());
    }
  }

  @Test
  void leavesTheServerOutOfTheTextOfADeployment() {
    assertThat(DeploymentText.render(Deployment.DEFAULT)).doesNotContain("server");
  }

  @Test
  void describesEveryKey() {
    assertThat(DeploymentKeys.describe())
        .extracting(DeploymentKeys.Description::path)
        .contains("containers", "placement", "journal.flush-padding")
        .doesNotHaveDuplicates();
    for (DeploymentKeys.Description key : DeploymentKeys.describe()) {
      if (key.path().equals(DeploymentKeys.DELAY_BOUND)) {
        // Whoever gives it says what it is of.
        continue;
      }
      assertThat(valid("tutti." + key.path() + " = \"" + key.usual().replace("\"", "") + "\""))
          .as(key.path())
          .isEqualTo(Settings.DEFAULT);
    }
  }
}
