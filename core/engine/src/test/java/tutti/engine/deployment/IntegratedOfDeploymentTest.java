package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.DeploymentReader.Override;

/** The key {@code integrated}, which does the work of four others. */
class IntegratedOfDeploymentTest {
  private static final String NODES =
      "nodes { a = \"127.0.0.1:7401\", b = \"127.0.0.1:7402\", c = \"127.0.0.1:7403\" }\n";
  private static final Override TAPIR = new Override("integrated", "tapir", "--integrated");

  @TempDir Path folder;

  private static Reading parse(String lines, Override... overrides) {
    return DeploymentReader.parse(
        "tutti {\n" + NODES + lines + "\n}", "bank.conf", List.of(overrides));
  }

  private static Deployment valid(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Valid.class);
    return ((Reading.Valid) reading).settings().deployment();
  }

  private static List<String> problems(Reading reading) {
    return ((Reading.Invalid) reading).problems().stream().map(Reading.Problem::toString).toList();
  }

  @Test
  void standsAloneInAFile() {
    Deployment tapir =
        valid(parse("integrated = tapir, tapir.validation = timestamps, tapir.recover-after = 2s"));
    assertThat(tapir.integrated()).isTrue();
    assertThat(tapir.replication().protocol()).isEqualTo(Protocol.TAPIR);
    assertThat(tapir.shardCount()).isEqualTo(3);
    assertThat(Guarantee.of(tapir)).isEqualTo(Guarantee.SERIALIZABLE);
    assertThat(Guarantee.of(valid(parse("integrated = tapir"))))
        .isEqualTo(Guarantee.STRICTLY_SERIALIZABLE);
    assertThat(valid(parse("")).integrated()).isFalse();
  }

  @Test
  void isRefusedBesideWhatItDoesTheWorkOf() {
    assertThat(problems(parse("integrated = tapir\ncommit = two-phase\nreplication = none")))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("bank.conf:4: commit does not go with integrated = tapir")
                    .contains("delete 'commit = two-phase'"),
            second -> assertThat(second).startsWith("bank.conf:5: replication does not go"));
  }

  @Test
  void takesThePlaceOfAFilesKeysOnTheCommandLineAndSaysSo() throws IOException {
    String lines = "concurrency-control = 2pl\nreplication = multipaxos";
    assertThat(valid(parse(lines, TAPIR)).integrated()).isTrue();
    Path file = folder.resolve("bank.conf");
    Files.writeString(file, "tutti {\n" + NODES + lines + "\n}");
    assertThat(DeploymentReader.replaced(file, List.of(TAPIR)))
        .startsWith(
            "integrated = tapir takes the place of concurrency-control = 2pl, replication ="
                + " multipaxos of ");
    assertThat(DeploymentReader.replaced(file, List.of())).isNull();
    Override twoPhase = new Override("commit", "two-phase", "--commit");
    assertThat(problems(parse(lines, TAPIR, twoPhase)))
        .singleElement()
        .asString()
        .startsWith("--commit: commit does not go with");
    assertThat(valid(parse("integrated = tapir", new Override("integrated", "none", "-D"))))
        .satisfies(it -> assertThat(it.integrated()).isFalse());
  }

  /** On one command line nothing takes the place of anything, whatever is first. */
  @Test
  void isRefusedBesideOverridesThatAreGivenTogether() {
    Override twoPhase = new Override("commit", "two-phase", "--commit");
    for (List<Override> given : List.of(List.of(TAPIR, twoPhase), List.of(twoPhase, TAPIR))) {
      Override[] together = DeploymentReader.together(given).toArray(Override[]::new);
      assertThat(problems(parse("", together)))
          .singleElement()
          .asString()
          .startsWith("--commit: commit does not go with integrated = tapir");
    }
  }

  @Test
  void takesThePlaceOfAnApplicationsUsualSettings() throws IOException {
    Path file = folder.resolve("bank.conf");
    Files.writeString(file, "tutti {\n" + NODES + "integrated = tapir\n}");
    Map<String, String> usually = Map.of("concurrency-control", "optimistic");
    assertThat(valid(DeploymentReader.read(file, usually, List.of())).integrated()).isTrue();
  }

  @Test
  void knowsJanus() {
    Deployment janus = valid(parse("integrated = janus, janus.recover-after = 2s"));
    assertThat(janus.integrated()).isTrue();
    assertThat(janus.janus().recoverAfter()).hasSeconds(2);
    assertThat(Guarantee.of(janus)).isEqualTo(Guarantee.STRICTLY_SERIALIZABLE);
    assertThat(valid(DeploymentReader.parse(DeploymentText.render(janus), "again")))
        .isEqualTo(janus);
    assertThat(problems(parse("integrated = janus\ncommit = two-phase")))
        .singleElement()
        .asString()
        .contains("delete 'commit = two-phase'");
    assertThat(problems(parse("integrated = janus, journal.segment-size = 64 KiB")))
        .anySatisfy(each -> assertThat(each).contains("journal.segment-size = 256 KiB or more"));
  }

  @Test
  void isReadBackFromTheTextThatIsWritten() {
    Deployment tapir = valid(parse("integrated = tapir"));
    Reading again = DeploymentReader.parse(DeploymentText.render(tapir), "again");
    assertThat(valid(again)).isEqualTo(tapir);
  }

  @Test
  void needsThreeNodesADiskAndLongSegments() {
    assertThat(
            problems(
                parse(
                    "integrated = tapir, durability = async, shards.reads = lease\n"
                        + "journal { segment-size = 64 KiB, checkpoint-after = 1 MiB }")))
        .hasSize(3);
    Reading alone = DeploymentReader.parse("tutti { integrated = tapir }", "bank.conf");
    assertThat(problems(alone)).singleElement().asString().contains("leave integrated out");
  }
}
