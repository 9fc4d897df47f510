package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.DeploymentReader.Override;

/** {@code nodes} in the deployment file: their order, addresses and HTTP ports. */
class NodesTest {
  private static Reading read(String nodes, Override... over) {
    return DeploymentReader.parse("tutti {\n" + nodes + "\n}", "f.conf", List.of(over));
  }

  private static Settings valid(Reading reading) {
    return switch (reading) {
      case Reading.Valid(Settings settings) -> settings;
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private static String problem(Reading reading) {
    return switch (reading) {
      case Reading.Valid valid -> "none";
      case Reading.Invalid(var problems) -> {
        assertThat(problems).hasSize(1);
        yield problems.getFirst().toString();
      }
    };
  }

  private static List<String> names(Reading reading) {
    return valid(reading).deployment().nodes().stream().map(NodeAddress::name).toList();
  }

  private static List<Integer> httpPorts(Settings settings) {
    return IntStream.range(0, settings.deployment().nodes().size())
        .mapToObj(settings::httpPort)
        .toList();
  }

  @Test
  void areNumberedInTheOrderOfTheirLines() {
    assertThat(names(read("nodes {\n z = \"h:1\"\n m = \"h:2\"\n a = \"h:3\"\n b = \"h:4\"\n}")))
        .containsExactly("z", "m", "a", "b");
  }

  @Test
  void refusesANodeThatStandsTwice() {
    assertThat(problem(read("nodes {\n a = \"h:1\"\n b = \"h:2\"\n b = \"h:3\"\n}")))
        .isEqualTo("f.conf:5: node b stands twice, lines 4 and 5");
    assertThat(problem(read("nodes { a = \"h:1\", a = \"h:2\" }")))
        .isEqualTo("f.conf:2: node a stands twice, line 2");
    assertThat(problem(read("nodes {\n a = \"h:1\"\n}\nnodes.a = \"h:2\"\nnodes.a=\"h:3\"")))
        .isEqualTo("f.conf:5: node a stands 3 times, lines 3, 5 and 6");
    assertThat(
            problem(
                read("nodes {\n b { # } {\n  address = \"h:1\"\n  \"address\": \"h:2\"\n }\n}")))
        .isEqualTo("f.conf:5: 'nodes.b.address' stands twice, lines 4 and 5");
  }

  @Test
  void takesWhatOnlyLooksTwice() {
    assertThat(
            names(
                read(
                    "// nodes { a = x\n nodes { a { address = \"h:1\", http = 8081 }\n"
                        + " b { address = \"h:2\", http = 8082 } } # a = \"h:9\"\n")))
        .containsExactly("a", "b");
    assertThat(names(read("nodes.a = \"h:1\"\nnodes { b = \"h:2\" }"))).containsExactly("a", "b");
    assertThat(
            names(
                read(
                    "nodes { a = \"h:1\" }",
                    new Override("nodes.a", "h:2", "-D"),
                    new Override("nodes.a", "h:3", "-D"))))
        .containsExactly("a");
  }

  @Test
  void areNumberedByNameOnOneLine() {
    assertThat(names(read("nodes { c = \"h:1\", a = \"h:2\", b = \"h:3\" }")))
        .containsExactly("a", "b", "c");
  }

  @Test
  void keepTheirNumbersWhenTheCommandLineMovesThem() {
    Reading moved =
        read(
            "nodes {\n z = \"h:1\"\n m = \"h:2\"\n}",
            new Override("tutti.nodes.m", "[::1]:9", "-D"),
            new Override("tutti.nodes.b", "h:3", "-D"));
    assertThat(valid(moved).deployment().nodes())
        .containsExactly(
            new NodeAddress("z", "h", 1),
            new NodeAddress("m", "::1", 9),
            new NodeAddress("b", "h", 3));
  }

  @Test
  void mayBeNoneOrOne() {
    assertThat(valid(read("nodes = none")).deployment()).isEqualTo(Deployment.DEFAULT);
    assertThat(valid(read("nodes { }")).deployment()).isEqualTo(Deployment.DEFAULT);
    assertThat(valid(read("nodes.a = \"h:1\"")).deployment().nodeCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7401, 127.0.0.1, 7401",
    "Db-1.Example.org:1, db-1.example.org, 1",
    "[::1]:65535, ::1, 65535",
    "[2001:DB8::7]:7401, 2001:db8::7, 7401",
  })
  void haveAddresses(String text, String host, int port) {
    NodeAddress node = valid(read("nodes.a = \"" + text + "\"")).deployment().nodes().getFirst();
    assertThat(node).isEqualTo(new NodeAddress("a", host, port));
    assertThat(node.address()).isEqualToIgnoringCase(text);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, the port is missing",
    "[::1], the port is missing",
    "'', the port is missing",
    "[::1]7401, the port is missing",
    "::1:7401, stands in brackets",
    "localhost:0, a number from 1 to 65535",
    "localhost:65536, a number from 1 to 65535",
    "localhost:-1, a number from 1 to 65535",
    "localhost:http, a number from 1 to 65535",
    "localhost:, a number from 1 to 65535",
    ":7401, is not the name of a machine",
    "a b:7401, is not the name of a machine",
    "a..b:7401, is not the name of a machine",
    "-a:7401, is not the name of a machine",
    "http://a:7401, is not the name of a machine",
    "256.0.0.1:7401, is not an IPv4 address",
    "10.1:7401, is not an IPv4 address",
    "[::g]:7401, is not an IPv6 address",
    "[a]:7401, is not an IPv6 address",
    "0.0.0.0:7401, name the address that they connect to",
    "[::]:7401, name the address that they connect to",
  })
  void saysWhatIsWrongWithAnAddress(String text, String expected) {
    for (String form : List.of("\"" + text + "\"", "{ address = \"" + text + "\", http = 80 }")) {
      assertThat(problem(read("nodes {\n  a = " + form + "\n}")))
          .startsWith("f.conf:3: nodes.a: ")
          .contains(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1a", "a b", "\"../x\"", "\"\"", "\"a/b\"", "\"a.b\"", "-a"})
  void refusesNamesThatCannotBeFolders(String name) {
    assertThat(problem(read("nodes {\n  " + name + " = \"h:1\"\n}")))
        .startsWith("f.conf:3: nodes: '")
        .contains("cannot be the name of a node");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes = 3                                        | nodes must be { name = \"host:port\", …"
            + " }",
        "nodes = [\"h:1\"]                              | nodes must be {",
        "nodes.a = [1]                                    | must be \"host:port\" or { address,"
            + " http }",
        "nodes.a { http = 1 }                             | nodes.a needs an address",
        "nodes.a { address = \"h:1\", port = 2 }         | a node has 'address' and 'http'",
        "nodes.a { address = \"h:1\", http = 65536 }     | nodes.a.http: '65536' is not a number",
        "nodes { a = \"h:1\", A = \"h:2\" }           | there is a node 'A' already",
        "nodes { a = \"h:1\", b = \"H:1\" }           | h:1 is the address of node 'a' already",
        "nodes { a = \"localhost:1\", b = \"127.0.0.1:1\" } | is the address of node 'a' already",
      })
  void refusesWhatCannotBe(String nodes, String expected) {
    assertThat(problem(read(nodes))).startsWith("f.conf:2: ").contains(expected);
  }

  @Test
  void refusesMoreThanThereMayBe() {
    StringBuilder nodes = new StringBuilder("nodes {\n");
    IntStream.rangeClosed(1, NodesReader.MOST + 1)
        .forEach(i -> nodes.append("n" + i + " = \"h:" + i + "\"\n"));
    assertThat(problem(read(nodes + "}"))).contains("this version has 64 at most");
  }

  @Test
  void asksForAWordBeforeSeveralNodesRunWithoutDurability() {
    String nodes = "nodes { a = \"h:1\", b = \"h:2\" }, durability = off";
    assertThat(problem(read(nodes))).contains("accept-loss = true");
    assertThat(valid(read(nodes + ", accept-loss = true")).deployment().commitment().acceptLoss())
        .isTrue();
    assertThat(names(read("nodes.a = \"h:1\", durability = off"))).containsExactly("a");
    assertThat(names(read(nodes.replace("off", "async")))).hasSize(2);
  }

  @Test
  void rangesAreForAllContainersOfAllNodes() {
    String nodes = "containers = 2, nodes { a = \"h:1\", b = \"h:2\" }, placement.range.T = ";
    assertThat(problem(read(nodes + "[m]")))
        .contains("has 1 keys, but 2 nodes with containers = 2 need 3");
    assertThat(names(read(nodes + "[f, m, s]"))).hasSize(2);
  }

  @Test
  void takePortsForHttpOneAfterTheOtherOnOneMachine() {
    String nodes =
        """
        nodes {
          a = "127.0.0.1:8082"
          b = "localhost:7402"
          c { address = "[::1]:7403", http = 8081 }
          d = "other:7401"
          e = "127.0.0.1:7405"
        }
        """;
    assertThat(httpPorts(valid(read(nodes)))).containsExactly(8080, 8083, 8081, 8080, 8084);
    assertThat(httpPorts(valid(read(nodes)).withHttpPort(9000)))
        .containsExactly(9000, 9001, 9002, 9000, 9003);
    assertThat(httpPorts(valid(read(nodes)).withHttpPort(0))).containsExactly(0, 0, 0, 0, 0);
  }

  @Test
  void refusesHttpPortsThatClash() {
    assertThat(
            problem(
                read(
                    "nodes {\n"
                        + " a { address = \"h:1\", http = 80 }\n"
                        + " b { address = \"h:2\", http = 80 }\n"
                        + "}")))
        .contains("nodes.b.http = 80 is the HTTP port of node 'a' on the same machine");
    assertThat(problem(read("nodes {\n a = \"h:80\"\n b { address = \"h:2\", http = 80 }\n}")))
        .contains("nodes.b.http = 80 is the address of node 'a' on the same machine");
    assertThat(
            names(
                read(
                    "nodes {\n"
                        + " a { address = \"h:1\", http = 80 }\n"
                        + " b { address = \"g:1\", http = 80 }\n"
                        + "}")))
        .hasSize(2);
  }

  @Test
  void mustAgreeOnWhatDecidesTogether() {
    String nodes = "nodes {\n a = \"h:1\"\n b = \"h:2\"\n}\n";
    long base = valid(read(nodes)).deployment().fingerprint();
    for (String same :
        List.of(
            "containers = 4",
            "executors = 3",
            "transaction-timeout = 1s",
            "server.port = 1",
            "two-phase.retry = 1s")) {
      assertThat(valid(read(nodes + same)).deployment().fingerprint()).as(same).isEqualTo(base);
    }
    Reading elsewhere = read(nodes, new Override("nodes.a", "elsewhere:9", "-D"));
    assertThat(valid(elsewhere).deployment().fingerprint()).isEqualTo(base);
    for (String other :
        List.of(
            "nodes.c = \"h:3\"",
            "concurrency-control = 2pl",
            "isolation = object",
            "durability = async",
            "placement.range.T = [m]")) {
      assertThat(valid(read(nodes + other)).deployment().fingerprint())
          .as(other)
          .isNotEqualTo(base);
    }
    String swapped = "nodes {\n b = \"h:2\"\n a = \"h:1\"\n}\n";
    assertThat(valid(read(swapped)).deployment().fingerprint()).isNotEqualTo(base);
  }

  @Test
  void onlyTheRangesOfNodesMustAgree() {
    String nodes = "nodes { a = \"h:1\", b = \"h:2\" }, ";
    Deployment one = valid(read(nodes + "placement.range.T = [m]")).deployment();
    Deployment two =
        valid(read(nodes + "containers = 2, placement.range.T = [f, m, s]")).deployment();
    Deployment other =
        valid(read(nodes + "containers = 2, placement.range.T = [f, n, s]")).deployment();
    assertThat(two.fingerprint()).isEqualTo(one.fingerprint());
    assertThat(two.nodePlacement()).isEqualTo(one.nodePlacement());
    assertThat(other.fingerprint()).isNotEqualTo(one.fingerprint());
  }
}
