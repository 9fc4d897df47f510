package tutti.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.TermStart;
import tutti.simulator.ToyBank;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;

/**
 * A leader that tells something after the next one has begun is heard where no log has to prove it.
 */
class ShardWatchTest {
  private static final TransactionId ONE = new TransactionId(0, 1, 1);
  private static final BranchKey ATTEMPT = new BranchKey(ONE, 0);

  private final Findings findings = new Findings();
  private final EpochOracle oracle =
      new EpochOracle(new ToyBank(), true, true, findings, node -> {}, text -> {});
  private final ShardWatch watch = new ShardWatch(oracle, findings, text -> {});

  private History term(int host, long number) {
    History told = watch.history(host, UnaryOperator.identity());
    LogEntry start =
        new LogEntry(new Ballot(number, host), 16 * (number - 1), new TermStart(number, host));
    told.chosen(0, List.of(start));
    return told.ofTerm(0, number);
  }

  @Test
  void aDeposedLeaderMayCommitWhatChangedNothing() {
    History former = term(0, 1);
    term(1, 2);
    former.looked(ATTEMPT, null, 0, List.of());
    oracle.acknowledged(ONE, null, List.of());
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void aLeaderThatBeginsBehindTheNextOneMayCommitWhatChangedNothing() {
    History late = watch.history(0, UnaryOperator.identity());
    late.chosen(0, List.of(new LogEntry(new Ballot(1, 0), 0, new TermStart(1, 0))));
    term(1, 2);
    late.ofTerm(0, 1).looked(ATTEMPT, null, 0, List.of());
    oracle.acknowledged(ONE, null, List.of());
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void findsADecisionThatADeposedLeaderHasToldItsClient() {
    History former = term(0, 1);
    term(1, 2);
    former.decided(ATTEMPT, null, 48, List.of(), List.of());
    oracle.acknowledged(ONE, null, List.of());
    assertThat(findings.texts()).singleElement().asString().startsWith("durable");
  }
}
