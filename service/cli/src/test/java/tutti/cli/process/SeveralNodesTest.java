package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;

/** {@code tutti run} with a deployment of several nodes: processes, their output and their end. */
class SeveralNodesTest {
  private static final Pattern ALL_READY =
      Pattern.compile("all (\\d) nodes of bank are ready: (.*)");

  @TempDir private Path folder;
  private Path deployment;
  private Path data;

  @BeforeEach
  void describeTwoNodes() throws IOException {
    data = Files.createTempDirectory(folder, "data");
    deployment = folder.resolve("two.conf");
    List<Integer> ports = freePorts(2);
    Files.writeString(
        deployment,
        """
        tutti {
          nodes {
            a = "127.0.0.1:%d"
            b = "127.0.0.1:%d"
          }
          journal.segment-size = 1 MiB
        }
        """
            .formatted(ports.get(0), ports.get(1)));
  }

  private static List<Integer> freePorts(int count) throws IOException {
    return FreePorts.numbers(count);
  }

  private TuttiProcess start(String... more) throws IOException {
    return TuttiProcess.start(arguments(more));
  }

  private String[] arguments(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                Bank.APPLICATION.toString(),
                "--port",
                "0",
                "--deployment",
                deployment.toString(),
                "--data",
                data.toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static void await(TuttiProcess tutti, String what, BooleanSupplier so) throws Exception {
    Await.that(() -> what + "; it said:\n" + tutti.output(), so::getAsBoolean);
  }

  private static List<String> awaitAll(TuttiProcess tutti) throws Exception {
    await(tutti, "all are ready", () -> ALL_READY.matcher(tutti.output()).find());
    Matcher line = ALL_READY.matcher(tutti.output());
    assertThat(line.find()).isTrue();
    return List.of(line.group(2).split(", "));
  }

  private static List<ProcessHandle> children(TuttiProcess tutti) {
    return ProcessHandle.of(tutti.pid()).orElseThrow().children().toList();
  }

  private static HttpResponse<String> get(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url)).GET());
  }

  private static HttpResponse<String> post(String url, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url)).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request
              .header("Content-Type", "application/json")
              .timeout(Duration.ofSeconds(180))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void everyNodeGetsAProcessAnswersForAllActorsAndEndsWithTheOther() throws Exception {
    try (TuttiProcess tutti = start()) {
      List<String> urls = awaitAll(tutti);
      assertThat(urls).hasSize(2).doesNotHaveDuplicates();
      for (String url : urls) {
        assertThat(get(url + "/health").statusCode()).isEqualTo(200);
      }
      assertThat(children(tutti)).hasSize(2);
      assertThat(tutti.output()).doesNotContain("node 0", "node 1", "connected with");
      assertThat(tutti.output()).contains("node=a: node b is connected");
      // On a busy machine a node may be silent for long, and then connects anew.
      assertThat(lines(tutti, "node=a: node b is connected"))
          .isEqualTo(1 + lines(tutti, "node=a: node b is disconnected"));
      assertThat(tutti.output())
          .contains("[a] bank is ready at " + urls.get(0), "[b] bank is ready at " + urls.get(1));
      assertThat(data.resolve("a").resolve("lock")).exists();
      assertThat(data.resolve("b").resolve("lock")).exists();
      everyNodeAnswersForAllActors(urls);

      tutti.terminate();

      assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
      assertThat(tutti.output()).contains("[a] stopped", "[b] stopped");
    }
  }

  private static long lines(TuttiProcess tutti, String text) {
    return tutti.output().lines().filter(line -> line.contains(text)).count();
  }

  private static void everyNodeAnswersForAllActors(List<String> urls) throws Exception {
    List<String> accounts = Bank.accounts(6);
    for (String account : accounts) {
      HttpResponse<String> opened =
          post(
              urls.getFirst() + "/Account/" + account + "/open",
              "{\"initialDeposit\": \"EUR 50.00\"}");
      assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
    }
    for (String url : urls) {
      for (String account : accounts) {
        assertThat(get(url + "/Account/" + account).body()).contains("EUR 50.00");
      }
    }
  }

  /** One of three ends at a time, in turn. */
  @TestFactory
  Stream<DynamicTest> ends() {
    return Effort.few(
        List.of(
            end("one node", this::aNodeThatEndsIsReportedAndTheOthersGoOn),
            end("the command", this::nodesEndWithTheProcessThatStartedThem),
            end("all nodes", this::whereAllNodesEndSoDoesTheCommand)))
        .stream();
  }

  /** An end of nodes of its own: a factory's tests share what is made before each. */
  private DynamicTest end(String name, Executable test) {
    return dynamicTest(
        name,
        () -> {
          describeTwoNodes();
          test.execute();
        });
  }

  private void aNodeThatEndsIsReportedAndTheOthersGoOn() throws Exception {
    try (TuttiProcess tutti = start()) {
      awaitAll(tutti);
      List<ProcessHandle> children = children(tutti);
      children.getFirst().destroyForcibly();
      await(tutti, "it is reported", () -> tutti.output().contains("has ended with status 137"));
      assertThat(tutti.output())
          .contains("To start it again: tutti run")
          .containsPattern("--node [ab]\n");
      assertThat(children.getLast().isAlive()).isTrue();

      tutti.terminate();

      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
    }
  }

  private void nodesEndWithTheProcessThatStartedThem() throws Exception {
    try (TuttiProcess tutti = start()) {
      awaitAll(tutti);
      List<ProcessHandle> children = children(tutti);
      assertThat(children).hasSize(2);
      tutti.kill();
      for (ProcessHandle child : children) {
        child.onExit().get(180, TimeUnit.SECONDS);
      }
    }
  }

  private void whereAllNodesEndSoDoesTheCommand() throws Exception {
    Files.createDirectories(data);
    for (String node : List.of("a", "b")) {
      Files.writeString(data.resolve(node), "a file where the folder should be");
    }
    try (TuttiProcess tutti = start()) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output())
          .contains("[a] tutti: ", "[b] tutti: ", "node 'a' has ended with status 1")
          .contains("no node runs any more");
    }
  }

  @Test
  void oneNodeIsStartedByItsName() throws Exception {
    try (TuttiProcess a = start("--node", "a");
        ServiceInside b = ServiceInside.start(arguments("--node", "b"))) {
      a.awaitReady();
      b.awaitReady();
      await(a, "it says which it is", () -> a.output().contains("node a of a, b"));
      assertThat(a.output()).doesNotContain("[a]");
      assertThat(children(a)).isEmpty();
      for (Service each : List.of(a, b)) {
        each.terminate();
        assertThat(each.exitStatus()).as(each.output()).isZero();
      }
    }
  }

  @Test
  void anAddressInUseIsSaidWithWhatToDo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServiceInside tutti =
            ServiceInside.start(
                arguments("--node", "b", "-Dtutti.nodes.b=127.0.0.1:" + taken.getLocalPort()))) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output())
          .contains("cannot listen on", "give the node another port under 'nodes'");
    }
  }
}
