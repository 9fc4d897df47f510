package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Effort;
import tutti.model.testing.LiveFolder;

/**
 * The examples in Java move from deployment to deployment as processes that are stopped and killed,
 * on one data folder: nothing but their one file is edited.
 */
class ExampleMovesTest {
  private static final List<String> ON_ONE_NODE =
      List.of("s1.conf", "s2.conf", "s3.conf", "islands.conf", "deployment.conf", "s1.conf");
  private static final List<String> CONTROLS =
      ControlKinds.all().stream().map(ControlKind::longName).toList();

  /** Compiled once, and not at every start. */
  private static final Map<String, Path> JARS = new ConcurrentHashMap<>();

  @TempDir private static Path jars;

  @TempDir private Path folder;
  private int days;

  static List<ExampleBusiness> examples() {
    return Effort.few(List.of(new ExampleBusiness.Exchange(), new ExampleBusiness.Travel()));
  }

  private Path data() {
    return folder.resolve("data");
  }

  /** The file under which all is started: the example's, with these lines in it. */
  private Path edited(ExampleBusiness example, String file, String... lines) throws IOException {
    String text = Files.readString(application(example).resolve(file));
    List<Integer> ports = FreePorts.numbers(3);
    for (int i = 0; i < ports.size(); i++) {
      text = text.replace("127.0.0.1:740" + (i + 1), "127.0.0.1:" + ports.get(i));
    }
    // Of a key that stands twice the last counts. No request runs out of time on a busy machine.
    String more =
        String.join("\n  ", lines)
            + "\n  journal.segment-size = 1 MiB\n  transaction-timeout = 60s\n}\n";
    return Files.writeString(
        folder.resolve("deployment.conf"), text.replaceFirst("\\}\\s*$", "  " + more));
  }

  private static Path application(ExampleBusiness example) {
    return TuttiProcess.ROOT.resolve("examples").resolve(example.name());
  }

  private static Path jar(Path application) {
    try {
      String name = application.getFileName().toString();
      return ApplicationJar.of(
          application, jars.resolve(name), jars.resolve(name + ".jar"), new Manifest());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String[] arguments(ExampleBusiness example, Path deployment) {
    return new String[] {
      "run",
      JARS.computeIfAbsent(example.name(), name -> jar(application(example))).toString(),
      "--port",
      "0",
      "--data",
      data().toString(),
      "--deployment",
      deployment.toString()
    };
  }

  /** A day on one node, which is then killed or stopped. */
  private void day(ExampleBusiness example, Path deployment, boolean killed) throws Exception {
    if (killed) {
      try (TuttiProcess tutti = TuttiProcess.start(arguments(example, deployment))) {
        tutti.awaitReady();
        day(example, List.of(tutti.url()));
        tutti.kill();
      }
    } else {
      try (ServiceInside tutti = ServiceInside.start(arguments(example, deployment))) {
        tutti.awaitReady();
        day(example, List.of(tutti.url()));
        tutti.terminate();
        assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
      }
    }
  }

  private void day(ExampleBusiness example, List<String> urls) throws Exception {
    if (days == 0) {
      example.open(urls);
    } else {
      example.assertKept(urls, days);
    }
    example.day(urls, ++days);
  }

  /** A day on three nodes, all of which are then killed, or stopped. */
  private void dayOnThree(ExampleBusiness example, Path deployment, boolean killed)
      throws Exception {
    if (!killed) {
      dayOnThreeThatStop(example, deployment);
      return;
    }
    try (TuttiProcess tutti = TuttiProcess.start(arguments(example, deployment))) {
      List<String> urls = tutti.urls();
      assertThat(urls).hasSize(3);
      day(example, urls);
      tutti.killAll();
    }
  }

  /** Nodes that are stopped need no processes of their own: each is a command of this one. */
  private void dayOnThreeThatStop(ExampleBusiness example, Path deployment) throws Exception {
    List<ServiceInside> nodes = new ArrayList<>();
    try {
      for (String name : List.of("a", "b", "c")) {
        List<String> arguments = new ArrayList<>(List.of(arguments(example, deployment)));
        arguments.addAll(List.of("--node", name));
        nodes.add(ServiceInside.start(arguments.toArray(String[]::new)));
      }
      List<String> urls = new ArrayList<>();
      for (ServiceInside node : nodes) {
        node.awaitReady();
        urls.add(node.url());
      }
      TuttiProcess.awaitWhole(urls);
      day(example, urls);
      for (ServiceInside node : nodes) {
        node.terminate();
        assertThat(node.exitStatus()).as(node.output()).isZero();
      }
    } finally {
      nodes.forEach(ServiceInside::close);
    }
  }

  private static String control(String name) {
    return "concurrency-control = " + name;
  }

  /**
   * Each file, each time with another concurrency control, until each of both was there. Two nodes
   * are killed; the slow test below kills every other one.
   */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("examples")
  void goOnUnderEachFileAndEachConcurrencyControl(ExampleBusiness example) throws Exception {
    Iterator<String> files = ON_ONE_NODE.iterator();
    assertThat(CONTROLS).hasSizeGreaterThanOrEqualTo(ON_ONE_NODE.size());
    for (String control : CONTROLS) {
      String file = files.hasNext() ? files.next() : "s3.conf";
      day(example, edited(example, file, control(control)), days % 4 == 1);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("slow")
  void goOnUnderEachFileWithEachConcurrencyControl(ExampleBusiness example) throws Exception {
    for (String control : CONTROLS) {
      for (String file : ON_ONE_NODE.subList(0, 5)) {
        day(example, edited(example, file, control(control)), days % 2 == 0);
      }
    }
  }

  /** As their file has it, and then as shared nothing of which each node has two, after a kill. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("examples")
  void goOnOnThreeNodesAfterAllAreKilled(ExampleBusiness example) throws Exception {
    dayOnThree(example, edited(example, "three-nodes.conf"), true);
    dayOnThree(
        example,
        edited(
            example, "three-nodes.conf", "containers = 2", "executors = 2", control("wound-wait")),
        false);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("slow")
  void goOnOnThreeNodesWithEachConcurrencyControl(ExampleBusiness example) throws Exception {
    List<String> architectures =
        List.of("router = round-robin", "router = affinity", "containers = 2");
    for (String control : CONTROLS) {
      for (String architecture : architectures) {
        dayOnThree(
            example,
            edited(example, "three-nodes.conf", control(control), "executors = 2", architecture),
            days % 2 == 0);
      }
    }
  }

  /** The nodes would look where no actor is: the start says so, and changes nothing. */
  @Test
  void areNotFoundEmptyOnAnotherNumberOfNodes() throws Exception {
    ExampleBusiness example = examples().getFirst();
    day(example, edited(example, "s1.conf"), false);
    refused(arguments(example, edited(example, "three-nodes.conf")), "a single node");
  }

  private void refused(String[] arguments, String why) throws Exception {
    List<String> before = files();
    try (Service tutti = TuttiProcess.start(arguments)) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output())
          .contains("the data folder " + data(), why, "name another folder with --data")
          .doesNotContain("Exception");
    }
    assertThat(files()).isEqualTo(before);
  }

  private List<String> files() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path each : LiveFolder.all(data())) {
      names.add(data().relativize(each).toString());
    }
    return names;
  }
}
