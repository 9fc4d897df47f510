package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.deployment.DeploymentReaderTest.problems;
import static tutti.engine.deployment.DeploymentReaderTest.settings;
import static tutti.engine.deployment.DeploymentReaderTest.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.commit.Assumption;

/** A deployment file chooses a commit protocol, and what that may assume. */
class CommitOfDeploymentTest {
  private static final String NODES = "nodes { a = \"h:1\", b = \"h:2\", c = \"h:3\" }, ";

  @ParameterizedTest
  @CsvSource({
    "commit = ec, is not safe when messages are lost or late",
    "commit = 3pc, assume.delay-bound = that time",
    "'commit = paxos-commit, paxos-commit.f = 2', 'needs 5 nodes, and there are 3'",
  })
  void refusesACommitProtocolThatCannotBeReliedOn(String line, String why) {
    assertThat(problems("tutti { " + NODES + line + " }")).singleElement().asString().contains(why);
    // On one node there is nothing to agree on.
    valid("tutti { " + line + " }");
  }

  @ParameterizedTest
  @CsvSource({
    "commit = ec, assume = synchronous-crash, 1000",
    "commit = 3pc, assume.delay-bound = 7ms, 7",
    "commit = paxos-commit, assume = asynchronous, 1000",
    "commit = 2pc, 'assume { delay-bound = 2s }', 2000"
  })
  void takesACommitProtocolThatIsSafeUnderWhatIsAssumed(String commit, String assume, int bound) {
    Deployment read = valid("tutti { " + NODES + commit + ", " + assume + " }").deployment();

    assertThat(read.commitment().delayBound()).isEqualTo(Duration.ofMillis(bound));
    assertThat(read.commitment().assume() == Assumption.ASYNCHRONOUS)
        .isEqualTo(assume.equals("assume = asynchronous"));
    assertThat(valid(DeploymentText.render(read)).deployment()).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({
    "assume = synchronous-crash, assume.delay-bound = 7ms",
    "assume = synchronous-crash, 'assume { delay-bound = 7ms }'",
    "'assume : \"synchronous-crash\"', 'assume = { delay-bound : 7ms }'",
    "'\"assume\" = synchronous-crash', assume.delay-bound=7ms"
  })
  void takesWhatIsAssumedAndItsBoundInEitherOrder(String word, String bound) {
    for (String both : List.of(word + "\n" + bound, bound + "\n" + word)) {
      for (String text :
          List.of("tutti {\n" + both + "\n}", "tutti." + both.replace("\n", "\ntutti."))) {
        Deployment.Commitment read = valid(text).deployment().commitment();

        assertThat(read.assume()).as(text).isEqualTo(Assumption.SYNCHRONOUS_CRASH);
        assertThat(read.delayBound()).as(text).isEqualTo(Duration.ofMillis(7));
      }
    }
  }

  @Test
  void refusesABoundOfDelaysWhereThereIsNone() {
    String why = ": assume = asynchronous says that messages may be late without bound";
    assertThat(problems("tutti {\n  assume = asynchronous\n  assume.delay-bound = 7ms\n}"))
        .singleElement()
        .asString()
        .startsWith("bank.conf:3" + why);
    assertThat(problems("tutti {\n  assume { delay-bound = 7ms }\n  assume = asynchronous\n}"))
        .singleElement()
        .asString()
        .startsWith("bank.conf:2" + why);
  }

  @Test
  void namesTheLineOfAWrongAssumptionBesideItsBound() {
    assertThat(problems("tutti {\n  assume = synchronous\n  assume.delay-bound = 7ms\n}"))
        .containsExactly(
            "bank.conf:2: assume: 'synchronous' is not one of asynchronous, synchronous-crash;"
                + " did you mean 'asynchronous'?");
  }

  @ParameterizedTest
  @CsvSource({
    "'', assume, synchronous-crash, SYNCHRONOUS_CRASH, 1000",
    "assume.delay-bound = 7ms, assume, synchronous-crash, SYNCHRONOUS_CRASH, 7",
    "assume.delay-bound = 7ms, assume, asynchronous, ASYNCHRONOUS, 1000",
    "assume = asynchronous, assume.delay-bound, 7ms, SYNCHRONOUS_CRASH, 7",
    "assume = synchronous-crash, assume.delay-bound, 7ms, SYNCHRONOUS_CRASH, 7"
  })
  void putsAFlagOverWhatTheFileAssumes(
      String file, String key, String value, Assumption assume, int bound) {
    Reading reading =
        DeploymentReader.parse(
            "tutti { " + file + " }",
            "bank.conf",
            List.of(new DeploymentReader.Override(key, value, "-D")));

    Deployment.Commitment read = settings(reading).deployment().commitment();
    assertThat(read.assume()).isEqualTo(assume);
    assertThat(read.delayBound()).isEqualTo(Duration.ofMillis(bound));
  }

  @ParameterizedTest
  @ValueSource(strings = {"containers = many", "containers = {", "container = 2"})
  void namesTheIncludedFileThatAProblemStandsIn(String line, @TempDir Path folder)
      throws IOException {
    Files.createDirectories(folder.resolve("shared"));
    Files.writeString(folder.resolve("shared/base.conf"), "# shared\ntutti." + line);
    Path file = folder.resolve("my.conf");
    Files.writeString(file, "include \"shared/base.conf\"");

    assertThat(DeploymentReader.read(file, List.of()))
        .isInstanceOfSatisfying(
            Reading.Invalid.class,
            invalid ->
                assertThat(invalid.problems())
                    .singleElement()
                    .asString()
                    .startsWith(folder.resolve("shared/base.conf") + ":2: "));
  }

  @ParameterizedTest
  @CsvSource({
    "two-phase-presumed-commit, 31",
    "two-phase-presumed-nothing, 41",
    "two-phase-acknowledged, 51",
    "three-phase-unacknowledged, 22",
    "easy-commit-optimised, 23",
    "easy-commit-confirmed, 33"
  })
  void takesAVariantOfACommitProtocolByItsName(String name, int code) {
    Deployment read =
        valid("tutti { " + NODES + "commit = " + name + ", assume.delay-bound = 7ms }")
            .deployment();

    assertThat(read.protocol().code()).isEqualTo(code);
    assertThat(valid(DeploymentText.render(read)).deployment()).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({"easy-commit-paper", "three-phase-paper"})
  void refusesVariantsThatAreUnsafeEvenUnderWhatTheyAssume(String name) {
    assertThat(problems("tutti { " + NODES + "commit = " + name + ", assume.delay-bound = 7ms }"))
        .singleElement()
        .asString()
        .contains("commit: '" + name + "' is not one of two-phase (2pc)");
  }
}
