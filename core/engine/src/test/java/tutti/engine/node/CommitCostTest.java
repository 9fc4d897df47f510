package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.TransportStatistics;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * The messages and writes of running nodes for a transaction: the formulas of docs/protocols.md,
 * and two messages for each question and its answer. A vote travels with the answer.
 */
class CommitCostTest {
  @TempDir Path folder;

  /** Nodes so patient that no message is sent twice, however busy the machine is. */
  private Nodes nodes(ConcurrencyControlKind control, String... more) throws Exception {
    return new Nodes(folder, Nodes.deployment(CommitKinds.usual(), control, "1m", "10m", more), 2);
  }

  /** Messages and log records of all nodes together. */
  private record Cost(long messages, long records) {}

  private static Cost sofar(Nodes nodes) {
    long messages = 0;
    long records = 0;
    for (int i = 0; i < 2; i++) {
      NodeStatistics statistics = nodes.at(i).node.statistics();
      TransportStatistics traffic = statistics.traffic();
      messages += traffic == null ? 0 : traffic.messagesSent();
      records += statistics.log().records();
    }
    return new Cost(messages, records);
  }

  private static Cost of(Nodes nodes, boolean commits, Call... calls) throws Exception {
    nodes.awaitNothingBegun();
    Cost before = sofar(nodes);
    Outcome outcome = nodes.at(0).run(calls);
    assertThat(outcome instanceof Outcome.Committed).as("%s", outcome).isEqualTo(commits);
    nodes.awaitNothingBegun();
    Cost after = sofar(nodes);
    return new Cost(after.messages - before.messages, after.records - before.records);
  }

  /** Accounts by node. */
  private static List<String> accounts(int node, int count) {
    Placements placements = new Placements(new Placement.Hash(), 2, 1);
    List<String> keys = new ArrayList<>();
    for (int i = 0; keys.size() < count; i++) {
      if (placements.nodeOf(new ActorId("Account", "k" + i)) == node) {
        keys.add("k" + i);
      }
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void messagesAndRecordsAreAsManyAsTheFormulasSay(ConcurrencyControlKind control)
      throws Exception {
    // The bank tells no footprint; what a dry run costs is counted apart.
    try (Nodes nodes = nodes(control, "ablation.dry-runs = off")) {
      // Requests are asked in the order of their actors: the first one's node coordinates.
      List<String> here = accounts(0, 40).subList(0, 2);
      List<String> there =
          accounts(1, 60).stream().filter(key -> key.compareTo(here.get(1)) > 0).toList();
      String a = here.get(0);
      String b = there.get(0);
      String c = there.get(1);
      for (String key : List.of(a, here.get(1), b, c)) {
        nodes.at(0).run(nodes.bank().call(key, "open", 100L));
      }

      assertThat(of(nodes, true, deposit(nodes, a))).as("one node alone").isEqualTo(new Cost(0, 1));
      // Who may not vote as it executes is asked for its vote.
      boolean atEnd = control == ConcurrencyControlKind.TL2;
      int asked = control == ConcurrencyControlKind.WOUND_WAIT || begins(control) || atEnd ? 2 : 0;
      // What is changed is locked when all has executed.
      int locked = atEnd ? 2 : 0;
      // Begin and Settle, each with its answer.
      int placed = begins(control) ? 4 : 0;
      assertThat(of(nodes, true, deposit(nodes, a), deposit(nodes, b)))
          .as("e = 1, c = 1: 2 to execute and vote, Decide, Ack; vote, decision, commit, end")
          .isEqualTo(new Cost(placed + 2 + locked + asked + 2, 4));
      assertThat(of(nodes, true, deposit(nodes, a), deposit(nodes, b), deposit(nodes, c)))
          .as("two questions at one node, the second with the vote")
          .isEqualTo(new Cost(placed + 4 + locked + asked + 2, 4));
      assertThat(of(nodes, true, nodes.bank().call(a, "match", b)))
          .as("r = 1, c = 1: 2 to look, Prepare, Vote; the decision")
          .isEqualTo(new Cost(placed / 2 + 2 + 2, 1));
      assertThat(of(nodes, false, deposit(nodes, a), nodes.bank().call(b, "withdraw", 1000L)))
          .as("refused there: 2 to ask, Decide; nothing is written")
          .isEqualTo(new Cost(placed + 2 + 1, 0));
    }
  }

  @Test
  void aVoteIsAskedForWhereItMayNotGoWithAnAnswer() throws Exception {
    try (Nodes nodes =
        nodes(ConcurrencyControlKind.TWO_PHASE_LOCKING, "ablation.early-votes = off")) {
      String a = accounts(0, 1).getFirst();
      String b = accounts(1, 1).getFirst();
      nodes.at(0).run(nodes.bank().call(a, "open", 100L));
      nodes.at(0).run(nodes.bank().call(b, "open", 100L));

      assertThat(of(nodes, true, deposit(nodes, a), deposit(nodes, b)))
          .as("2 to execute, 2 to vote, Decide, Ack")
          .isEqualTo(new Cost(2 + 2 + 2, 4));
    }
  }

  @Test
  void aDryRunReadsEachStateOfAnotherNodeOnce() throws Exception {
    try (Nodes nodes = nodes(ConcurrencyControlKind.VERSIONING)) {
      String a = accounts(0, 1).getFirst();
      String b = accounts(1, 1).getFirst();
      nodes.at(0).run(nodes.bank().call(a, "open", 100L));
      nodes.at(0).run(nodes.bank().call(b, "open", 100L));

      assertThat(of(nodes, true, deposit(nodes, a), deposit(nodes, b)))
          .as("2 to read; Begin, Settle, execute, vote, each with its answer; Decide, Ack")
          .isEqualTo(new Cost(2 + 4 + 2 + 2 + 2, 4));
    }
  }

  @Test
  void whatIsForwardedCostsAQuestionAndItsAnswer() throws Exception {
    try (Nodes nodes = nodes(ConcurrencyControlKind.PATH_SENSITIVE)) {
      String b = accounts(1, 1).getFirst();
      assertThat(of(nodes, true, nodes.bank().call(b, "open", 100L))).isEqualTo(new Cost(2, 1));
    }
  }

  private static boolean begins(ConcurrencyControlKind control) {
    return switch (control) {
      case VERSIONING, VERSIONING_RW, EXCLUSIVE_LOCKS, READ_WRITE_LOCKS -> true;
      default -> false;
    };
  }

  private static Call deposit(Nodes nodes, String key) {
    return nodes.bank().call(key, "deposit", 1L);
  }
}
