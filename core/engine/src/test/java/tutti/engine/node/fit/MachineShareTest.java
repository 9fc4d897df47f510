package tutti.engine.node.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;

/** How a deployment fits the cores of a machine. */
class MachineShareTest {

  private static Deployment deployment(String text) {
    return switch (DeploymentReader.parse(text, "test")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private static final String NODES =
      "tutti.nodes { a = \"127.0.0.1:1\", b = \"localhost:2\", c = \"10.0.0.9:1\" }\n";

  @ParameterizedTest
  @CsvSource({
    "containers = 1, 1, 8, 4",
    "containers = 6, 6, 8, 6",
    "executors = 3, 1, 8, 3",
    "executors = auto, 1, 1, 1"
  })
  void countsTheExecutorsOfANode(String line, int containers, int cores, int executors) {
    Deployment deployment = deployment("tutti { " + line + " }");
    assertThat(deployment.containers()).isEqualTo(containers);
    assertThat(deployment.executorCount(cores)).isEqualTo(executors);
  }

  @Test
  void warnsOfMoreExecutorsThanCores() {
    assertThat(MachineShare.tooManyExecutors(deployment("tutti.executors = 3"), 2))
        .isEqualTo(
            "3 executors share 2 cores: they take turns, and none is faster for it."
                + " Say executors = 2 or fewer, or auto");
    assertThat(MachineShare.tooManyExecutors(deployment("tutti.containers = 4"), 2))
        .contains("4 executors share 2 cores")
        .contains("say containers = 2 or fewer");
  }

  @Test
  void countsTheNodesOfTheSameMachineTogether() {
    Deployment deployment = deployment(NODES + "tutti.executors = 2");
    assertThat(MachineShare.tooManyExecutors(deployment, 0, 3))
        .startsWith("2 nodes with 2 executors each share 3 cores")
        .endsWith("Say executors = 1 or fewer, or auto");
    assertThat(MachineShare.tooManyExecutors(deployment, 2, 3)).isNull();
    assertThat(MachineShare.tooManyExecutors(deployment, 3)).isNotNull();
  }

  @Test
  void hasNothingToSayWhereItFitsOrCouldNotBeLess() {
    assertThat(MachineShare.tooManyExecutors(deployment("tutti.executors = 2"), 2)).isNull();
    assertThat(MachineShare.tooManyExecutors(deployment("tutti.executors = 9"), 0)).isNull();
    assertThat(MachineShare.tooManyExecutors(deployment(NODES), 1)).isNull();
    assertThat(MachineShare.tooManyExecutors(Deployment.DEFAULT, 1)).isNull();
  }

  @Test
  void numbersTheNodesOfAMachine() {
    Deployment deployment = deployment(NODES);
    assertThat(List.of(0, 1, 2).stream().map(i -> MachineShare.place(deployment, i)))
        .containsExactly(0, 1, 0);
    assertThat(List.of(0, 1, 2).stream().map(i -> MachineShare.nodes(deployment, i)))
        .containsExactly(2, 2, 1);
    assertThat(MachineShare.place(Deployment.DEFAULT, 0)).isZero();
    assertThat(MachineShare.nodes(Deployment.DEFAULT, 0)).isEqualTo(1);
  }
}
