package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * A coordinator's process is killed and its disk is thought lost: an operator looks by {@code tutti
 * txn}, ends by hand what it left in doubt, and is told when it comes back that this was wrong.
 */
class TxnTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final Pattern LINE = Pattern.compile("(?m)^(\\S+) +b +participant .*in doubt.*$");

  @TempDir private Path folder;

  /** Runs {@code tutti txn} on nodes b and c; its output, if it ended so. */
  private static String txn(Cluster cluster, int status, String... arguments) {
    List<String> command = new ArrayList<>(List.of("txn"));
    command.addAll(List.of(arguments));
    for (int node : new int[] {B, C}) {
      command.addAll(List.of("--url", cluster.at(node).url()));
    }
    CommandInside txn = new CommandInside();
    int ended = txn.execute(command.toArray(String[]::new));
    assertThat(ended).as("%s: %s", command, txn.output()).isEqualTo(status);
    return txn.output();
  }

  private static void transfer(TuttiProcess node, int id, String from, String to) {
    try {
      Bank.transfer(node, id, from, to, "EUR 10.00", "once");
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Tag("slow")
  @Test
  void anOperatorEndsWhatACoordinatorLeftInDoubt() throws Exception {
    String onB = Cluster.accountsOn(B, 1).getFirst();
    String onC = Cluster.accountsOn(C, 1).getFirst();
    try (Cluster cluster = new Cluster(folder)) {
      cluster.startAll();
      Bank.open(cluster.at(C), onB, "EUR 100.00");
      Bank.open(cluster.at(C), onC, "EUR 100.00");
      assertThat(txn(cluster, 0, "list")).contains("nothing is in progress between nodes");
      // Its decisions take so long to be flushed that it is killed before it tells them.
      cluster.stop(A);
      cluster.start(A, "-D", "tutti.journal.flush-padding=8s");
      cluster.awaitWhole();
      int id = Cluster.transfersOf(A).findFirst().orElseThrow();
      Thread client = Thread.ofVirtual().start(() -> transfer(cluster.at(C), id, onB, onC));
      Cluster.await(
          "in doubt", () -> cluster.at(B).text("/metrics").contains("tutti_in_doubt 1.0"));
      Cluster.await(
          "in doubt", () -> cluster.at(C).text("/metrics").contains("tutti_in_doubt 1.0"));
      cluster.kill(A);
      client.join();
      Cluster.await("cut off", () -> waitsForever(cluster.at(B)));

      String transaction = listed(cluster, onB);
      String shown = txn(cluster, 0, "show", transaction);
      assertThat(shown)
          .contains("node b, participant under two-phase: prepared, in doubt")
          .contains("holds     Account[" + onB + "]")
          .contains("node a: coordinates; waited for; cannot be reached")
          .contains(
              "node a coming back: it alone knows the decision (two-phase commit blocks here)")
          .contains("node a is not in this");
      assertThat(txn(cluster, 1, "resolve", transaction, "--commit"))
          .contains("node a coming back", "--force and --reason");
      assertThat(txn(cluster, 2, "resolve", transaction, "--commit", "--force"))
          .contains("--force needs a --reason");
      assertThat(
              txn(
                  cluster,
                  0,
                  "resolve",
                  transaction,
                  "--commit",
                  "--force",
                  "--reason",
                  "a burnt",
                  "--by",
                  "ann"))
          .contains(
              transaction + ": committed on node b", "committed on node c", "by ann (a burnt)")
          .contains("heuristic-hazard");
      assertThat(Bank.balance(cluster.at(B), onB)).isEqualByComparingTo("90");
      assertThat(Bank.balance(cluster.at(B), onC)).isEqualByComparingTo("110");
      assertThat(txn(cluster, 1, "resolve", transaction, "--abort")).contains("by hand");
      assertThat(txn(cluster, 1, "show", "0-1-999999")).contains("is not in progress");

      cluster.start(A);
      cluster.awaitWhole();
      Cluster.await(
          "the truth",
          () ->
              cluster.at(B).text("/metrics").contains("tutti_transactions_heuristic_hazards 0.0"));
      Answer stands = Bank.expect(200, cluster.at(C).get("/transactions/" + transaction));
      boolean committed = stands.text("outcome").equals("committed");
      assertThat(cluster.at(B).text("/metrics"))
          .contains("tutti_transactions_heuristic_total 1.0")
          .contains("tutti_transactions_heuristic_mismatches_total " + (committed ? "0.0" : "1.0"));
      assertThat(txn(cluster, 0, "list", "--resolved"))
          .contains(
              committed
                  ? "heuristic-commit: right"
                  : "heuristic-mixed: WRONG: the transaction was aborted");
      assertThat(txn(cluster, 0, "list")).contains("nothing is in progress between nodes");
    }
  }

  /** Whether neither b nor c can expect to hear of its coordinator. */
  private static boolean waitsForever(TuttiProcess node) throws Exception {
    String list = node.text("/transactions/in-progress");
    return list.split("\"endsByItself\":false", -1).length == 3
        && !list.contains("\"endsByItself\":true");
  }

  private static String listed(Cluster cluster, String account) {
    String list = txn(cluster, 0, "list");
    Matcher line = LINE.matcher(list);
    assertThat(line.find()).as(list).isTrue();
    assertThat(line.group()).contains("a (unreachable)", "Account[" + account + "]");
    assertThat(list).contains("2 in doubt");
    return line.group(1);
  }
}
