package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tutti.cli.command.ExitStatus;
import tutti.engine.deployment.FreePorts;

/**
 * {@code tutti txn --deployment} asks the nodes of a file; these here know their lines by heart.
 */
class TxnDeploymentTest {
  @TempDir private Path folder;

  /** Making it takes longer than most commands. */
  private static final CommandLine LINE = Tutti.commandLine();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(server -> server.stop(0));
  }

  private int run(String... arguments) {
    return LINE.setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** A node that always says the same; its port. */
  private int node(String name, int status, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          heard.add(name + " " + exchange.getRequestMethod() + " " + exchange.getRequestURI());
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private String deployment(List<Integer> ports) throws IOException {
    return Files.writeString(
            folder.resolve("nodes.conf"),
            """
            tutti.nodes {
              a { address = "127.0.0.1:7401", http = %d }
              b { address = "127.0.0.1:7402", http = %d }
              c { address = "127.0.0.1:7403", http = %d }
            }
            """
                .formatted(ports.toArray()))
        .toString();
  }

  /** The answer about itself of a node that reaches no other. */
  private static String alone(String name, String other, String third) {
    return """
    {"at":"2026-01-01T00:00:10Z","nodes":["%1$s"],
     "transactions":[{"transaction":"0-1-1-0","node":"%1$s","role":"participant",
       "protocol":"two-phase","phase":"prepared","began":"2026-01-01T00:00:00Z","inDoubt":true,
       "others":[],"actors":["Account[%1$s]"]}],
     "unavailable":[{"node":"%2$s","detail":"cannot be reached"},
                    {"node":"%3$s","detail":"cannot be reached"}]}
    """
        .formatted(name, other, third);
  }

  @Test
  void seesWhatNodesCannotSeeOfEachOther() throws Exception {
    int nobody = FreePorts.numbers(1).getFirst();
    int b = node("b", 200, alone("b", "a", "c"));
    int c = node("c", 200, alone("c", "a", "b"));

    assertThat(run("txn", "list", "--deployment", deployment(List.of(nobody, b, c)))).isZero();

    assertThat(out.toString())
        .containsPattern("0-1-1-0 +b .*Account\\[b]")
        .containsPattern("0-1-1-0 +c .*Account\\[c]")
        .contains("(2 parts, 2 in doubt)", "node a is not in this: cannot be reached")
        .doesNotContain("node b is not", "node c is not");
    assertThat(heard)
        .containsExactly("b GET /transactions/in-progress", "c GET /transactions/in-progress");
  }

  @Test
  void asksOnesThatAreNamedBesides() throws Exception {
    String file = deployment(FreePorts.numbers(3));
    int c = node("c", 200, alone("c", "a", "b"));

    assertThat(
            run("txn", "show", "0-1-1-0", "--deployment", file, "--url", "http://127.0.0.1:" + c))
        .isZero();
    assertThat(heard).containsExactly("c GET /transactions/0-1-1-0/parts");
  }

  @Test
  void ordersWhoKnowsTheTransaction() throws Exception {
    int a = node("a", 404, "{\"detail\":\"unknown here\"}");
    int b = node("b", 200, "{\"resolved\":[],\"refused\":[{\"node\":\"b\",\"detail\":\"no\"}]}");
    int c = node("c", 200, "{}");

    assertThat(
            run(
                "txn",
                "resolve",
                "0-1-1-0",
                "--abort",
                "--deployment",
                deployment(List.of(a, b, c))))
        .as("what was ordered did not happen everywhere")
        .isEqualTo(ExitStatus.FAILED);

    assertThat(out.toString()).contains("node b: no");
    assertThat(heard)
        .containsExactly(
            "a POST /transactions/0-1-1-0/resolution", "b POST /transactions/0-1-1-0/resolution");
  }

  @Test
  void asksTheOnlyNodeAtItsPort() throws Exception {
    int port = node("it", 200, "{\"at\":\"2026-01-01T00:00:10Z\",\"transactions\":[]}");
    Path file = Files.writeString(folder.resolve("one.conf"), "tutti.server.port = " + port);

    assertThat(run("txn", "list", "--deployment", file.toString())).as(err.toString()).isZero();

    assertThat(out.toString()).contains("nothing is in progress between nodes");
  }

  @Test
  void saysWhatIsWrongWithTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.conf"), "tutti {\n  commit = none\n}");

    assertThat(run("txn", "list", "--deployment", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("wrong.conf:2: commit: 'none' is not one of");
    assertThat(run("txn", "list", "--deployment", folder.resolve("no.conf").toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no.conf: there is no such file");
  }

  @Test
  void saysThatNobodyAnswers() throws Exception {
    List<Integer> nobody = FreePorts.numbers(3);

    assertThat(run("txn", "list", "--deployment", deployment(nobody))).isEqualTo(1);
    assertThat(err.toString())
        .contains("nobody answers at http://127.0.0.1:" + nobody.get(0))
        .contains("--deployment");
  }

  /** An answer that no node gives is none of the good ones: something else may listen there. */
  @ParameterizedTest
  @ValueSource(strings = {"<html>it works</html>", "null", "[]", "5", "{\"status\":\"up\"}"})
  void sayThatSomethingElseAnswers(String body) throws Exception {
    String url = "http://localhost:" + node("other", 200, body);
    Path made = folder.resolve("backup");
    for (List<String> command :
        List.of(
            List.of("txn", "list"),
            List.of("txn", "show", "0-1-1"),
            List.of("txn", "resolve", "0-1-1", "--abort"),
            List.of("shard", "list"),
            List.of("shard", "pass-over", "1", "--entry", "7", "--reason", "why"),
            List.of("query", "Box/a", "select 1"),
            List.of("query", "Box/a", "select 1", "--json"),
            List.of("where", "Box/a"),
            List.of("backup", made.toString()))) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--url", url));
      assertThat(run(arguments.toArray(new String[0]))).as(command.toString()).isEqualTo(1);
      assertThat(err.toString())
          .as(command.toString())
          .endsWith("tutti: " + url + " does not answer as Tutti does" + System.lineSeparator());
      assertThat(out.toString()).isEmpty();
      err.getBuffer().setLength(0);
    }
    assertThat(made).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://localhost:99999", "http://[::1", "ftp://localhost", "localhost", ""})
  void refuseWhatIsNoAddress(String url) {
    for (List<String> command :
        List.of(
            List.of("txn", "list"),
            List.of("shard", "list"),
            List.of("query", "Box/a", "select 1"),
            List.of("where", "Box/a"),
            List.of("backup", folder.resolve("backup").toString()))) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--url", url));
      assertThat(run(arguments.toArray(new String[0]))).as(command.toString()).isEqualTo(2);
      assertThat(err.toString())
          .as(command.toString())
          .contains("--url: expected such as http://localhost:8080, found '" + url + "'");
      err.getBuffer().setLength(0);
    }
  }
}
