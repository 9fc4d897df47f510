package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.CommandInside;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.engine.deployment.FreePorts;

/**
 * An irrevocable operation as users meet it: refused at the start, explained, and answered for by a
 * person.
 */
class IrrevocableProcessTest {
  private static final int CASHIERS = 7;

  /** The charges are files, and the check never knows. */
  private static final String SOURCE =
      """
      import java.io.IOException;
      import java.nio.file.*;
      import java.util.List;
      import tutti.model.actor.*;
      import tutti.model.outside.*;
      import tutti.model.relation.Relation;

      public final class Cashier extends Actor {
        public record Payment(String order) {}
        public final Relation<String, Payment> payments =
            relation("payments", Payment.class, Payment::order);

        public static final class Cards implements OutsideService {
          private static final Path CHARGES = Path.of("%s");

          void charge(String order) throws IOException {
            Files.writeString(CHARGES.resolve(order), "charged\\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            throw new IOException("no answer");
          }

          @Override public Happened happened(String order) {
            return Happened.UNKNOWN;
          }
        }

        public record Note(String order) implements Procedure<Cashier, Void> {
          @Override public Void run(Cashier cashier) {
            cashier.payments.insert(new Payment(order));
            return null;
          }
        }

        public record Pay(String order, List<String> others) implements Procedure<Cashier, Void> {
          @Override public Void run(Cashier cashier) {
            cashier.payments.insert(new Payment(order));
            cashier.irrevocable(order, cards -> cards.charge(order), Cards.class);
            for (String other : others) {
              cashier.actor(Cashier.class, other).call(new Note(order)).get();
            }
            return null;
          }
        }

        public static JavaApplication application() {
          return JavaApplication.named("cashiers").actor("Cashier", Cashier::new)
              .procedures(Note.class, Pay.class).outside(new Cards()).build();
        }
      }
      """;

  @TempDir private Path folder;
  private Path application;
  private Path charges;

  @BeforeEach
  void write() throws Exception {
    application = Files.createDirectories(folder.resolve("cashiers"));
    charges = Files.createDirectories(folder.resolve("charges"));
    Files.writeString(application.resolve("Cashier.java"), SOURCE.formatted(charges));
  }

  private Path threeNodes() throws Exception {
    return Files.writeString(
        folder.resolve("three.conf"),
        """
        tutti {
          nodes { a = "127.0.0.1:%d", b = "127.0.0.1:%d", c = "127.0.0.1:%d" }
          journal.segment-size = 1 MiB
        }
        """
            .formatted(FreePorts.numbers(3).toArray()));
  }

  private Path data() {
    return folder.resolve("data");
  }

  private void refused(String why, String remedy, String... flags) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run", application.toString()));
    arguments.addAll(List.of("--port", "0", "--data", data().toString()));
    arguments.addAll(List.of(flags));
    try (Service tutti = ServiceInside.start(arguments.toArray(String[]::new))) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(2);
      assertThat(tutti.output())
          .contains("tutti: Cashier.Pay: irrevocable operations need ", why, remedy)
          .doesNotContain("Cashier.Note", "\tat ");
    }
    assertThat(data()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"paxos-commit", "easy-commit", "three-phase"})
  void isRefusedAtTheStartUnderAProtocolUnderWhichOthersDecide(String commit) throws Exception {
    refused(
        "under commit = " + commit + " the other nodes may decide without it",
        "take commit = two-phase, or a single node",
        "--deployment",
        threeNodes().toString(),
        "--node",
        "a",
        "--commit",
        commit,
        "-Dtutti.assume.delay-bound=1s");
  }

  @Test
  void isRefusedAtTheStartOfReplicas() throws Exception {
    refused(
        "with replicas another one may take its place while an operation runs",
        "take replication = none",
        "--deployment",
        threeNodes().toString(),
        "--node",
        "a",
        "--replication",
        "multipaxos");
  }

  @Test
  void isRefusedAtTheStartWithoutALog() throws Exception {
    refused("durability = off keeps none", "take durability = sync, or say", "--durability", "off");
  }

  @Test
  void isMarkedInTheExplanationOfItsProcedure() {
    String acts = "irrevocable +does an operation outside, when all else is prepared";
    assertThat(tutti(0, "explain", application.toString(), "Cashier.Pay"))
        .containsPattern(acts)
        .contains("Cashier");
    assertThat(tutti(0, "explain", application.toString(), "Cashier.Note"))
        .doesNotContainPattern(acts);
  }

  private static String tutti(int status, String... arguments) {
    CommandInside command = new CommandInside();
    int ended = command.execute(arguments);
    assertThat(ended).as(command.output()).isEqualTo(status);
    return command.output();
  }

  private static String txn(int status, List<String> urls, String... arguments) {
    List<String> command = new ArrayList<>(List.of("txn"));
    command.addAll(List.of(arguments));
    urls.forEach(url -> command.addAll(List.of("--url", url)));
    return tutti(status, command.toArray(String[]::new));
  }

  /** Three nodes are killed while the check does not know; a person answers in its place. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isEndedOnAllNodesAsAPersonAnswers(boolean happened) throws Exception {
    Path deployment = threeNodes();
    String transaction;
    try (TuttiProcess nodes = serve(deployment)) {
      List<String> urls = nodes.urls();
      transaction = inDoubt(nodes);
      assertThat(txn(0, urls, "list")).contains(transaction, "acting");
      nodes.killAll();
    }
    try (TuttiProcess nodes = serve(deployment)) {
      List<String> urls = nodes.urls();
      String shown = txn(0, urls, "show", transaction);
      assertThat(shown)
          .contains("acting", "the check of its irrevocable operation, asked again and again");
      assertThat(TuttiProcess.getFrom(urls.getFirst() + "/Cashier?limit=1").text("detail"))
          .contains(transaction, "waits for its coordinator on this node");
      String coordinator = coordinator(shown);
      String answer = happened ? "--commit" : "--abort";
      assertThat(txn(1, urls, "resolve", transaction, answer, "--node", coordinator))
          .contains("--force and --reason");
      assertThat(
              txn(
                  0,
                  urls,
                  "resolve",
                  transaction,
                  answer,
                  "--node",
                  coordinator,
                  "--force",
                  "--reason",
                  "the bank's list"))
          .contains(transaction + ": " + (happened ? "committed" : "aborted"));
      Cluster.await(
          "the other nodes hear it",
          () -> txn(0, urls, "list").contains("nothing is in progress between nodes"));
      for (int cashier = 0; cashier < CASHIERS; cashier++) {
        assertThat(payments(urls.get(cashier % 3), cashier))
            .isEqualTo(happened ? "[[\"order\"]]" : "[]");
      }
      assertThat(txn(0, urls, "list", "--resolved"))
          .contains(transaction, happened ? "heuristic-commit" : "heuristic-rollback");
    }
    assertThat(Files.readAllLines(charges.resolve("order"))).containsExactly("charged");
  }

  private TuttiProcess serve(Path deployment) throws Exception {
    return TuttiProcess.start(
        "run",
        application.toString(),
        "--port",
        "0",
        "--deployment",
        deployment.toString(),
        "--data",
        data().toString());
  }

  /** Asks for a payment at cashiers on all nodes; returns its transaction, which is in doubt. */
  private static String inDoubt(TuttiProcess nodes) throws Exception {
    List<String> others = new ArrayList<>();
    for (int i = 1; i < CASHIERS; i++) {
      others.add("\"c" + i + "\"");
    }
    Answer answer =
        nodes.post(
            "/Cashier/c0/Pay",
            "{\"order\": \"order\", \"others\": [" + String.join(", ", others) + "]}",
            "once",
            "10s");
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(202);
    return answer.text("transaction");
  }

  private static String coordinator(String shown) {
    Matcher node =
        Pattern.compile("node (\\w+), coordinator under two-phase: acting").matcher(shown);
    assertThat(node.find()).as(shown).isTrue();
    return node.group(1);
  }

  private static String payments(String url, int cashier) throws Exception {
    return TuttiProcess.postTo(
            url + "/Cashier/c" + cashier + "/query", "{\"sql\": \"select * from payments\"}")
        .body()
        .path("rows")
        .toString();
  }
}
