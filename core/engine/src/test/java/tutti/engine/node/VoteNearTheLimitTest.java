package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Transport;
import tutti.model.testing.Effort;

/**
 * A participant whose part of a transaction is nearly as long as a record may be: what it has
 * promised it can write down, whichever way the transaction ends.
 */
class VoteNearTheLimitTest {
  private static final int LIMIT = 2_000;
  private static final int NODES = 3;
  private static final int SIZES = 40;

  /** By how much longer than the vote anything may be that follows it, and some more. */
  private static final int MARGIN = 400;

  private static final int BOUND = 20;
  private static final String HERE = Homes.accountOn("a", 0, NODES);
  private static final String THERE = Homes.accountOn("b", 1, NODES);

  @TempDir Path folder;
  private final AtomicInteger longest = new AtomicInteger();

  static Stream<CommitKind> kinds() {
    return Effort.some(CommitKinds.all()).stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingStaysInDoubt(CommitKind kind) throws Exception {
    try (Nodes nodes = new Nodes(folder, Desk.deployment(kind), NODES, tap(), NODES)) {
      nodes.openAccounts(100, HERE, THERE);
      longest.set(0);
      assertThat(deposit(nodes, LIMIT / 2)).isInstanceOf(Outcome.Committed.class);
      nodes.awaitNothingBegun();
      int besides = longest.get() - LIMIT / 2;

      int committed = 0;
      int refused = 0;
      for (int size = LIMIT - MARGIN; size <= LIMIT; size += 1 + MARGIN / SIZES) {
        committed += endsWell(nodes, size - besides) ? 1 : 0;
      }
      for (int size = LIMIT - SIZES; size < LIMIT + BOUND; size++) {
        refused += endsWell(nodes, size - besides) ? 0 : 1;
      }
      assertThat(committed).isPositive();
      assertThat(refused).isPositive();
      awaitCheckpoints(nodes);

      nodes.crash(1);
      nodes.start(1);
      nodes.awaitNothingInDoubt();
      nodes.awaitNothingBegun();
      awaitCheckpoints(nodes);
    }
  }

  private static Outcome deposit(Nodes nodes, int padding) throws Exception {
    return nodes
        .at(0)
        .run(
            nodes.bank().call(HERE, "deposit", 1L),
            nodes.bank().call(THERE, "deposit", 1L, "x".repeat(padding)));
  }

  /** Returns whether the transaction is committed; if not, because it is too long. */
  private static boolean endsWell(Nodes nodes, int padding) throws Exception {
    Outcome outcome = deposit(nodes, padding);
    nodes.awaitNothingInDoubt();
    nodes.awaitNothingBegun();
    if (outcome instanceof Outcome.Committed) {
      return true;
    }
    assertThat(outcome).isInstanceOf(Outcome.Aborted.class);
    assertThat(((Outcome.Aborted) outcome).reason())
        .isInstanceOfSatisfying(
            Reason.Unavailable.class, why -> assertThat(why.code()).isEqualTo("too-large"));
    return false;
  }

  private static void awaitCheckpoints(Nodes nodes) throws Exception {
    for (int node : List.of(0, 1)) {
      long enough = nodes.at(node).node.statistics().log().checkpoints() + 2;
      while (nodes.at(node).node.statistics().log().checkpoints() < enough) {
        assertThat(deposit(nodes, LIMIT / 2)).isInstanceOf(Outcome.Committed.class);
      }
    }
  }

  private Nodes.Tap tap() {
    return new Nodes.Tap() {
      @Override
      public Transport transport(int node, Transport wire) {
        return wire;
      }

      @Override
      public Journal log(int node, Journal log) {
        return node == 1 ? new ShortRecords(log, longest) : log;
      }
    };
  }

  /** A log with a low limit, which takes nothing longer: as the real one does with its own. */
  private static final class ShortRecords extends ForwardingLog {
    private final AtomicInteger longest;

    ShortRecords(Journal log, AtomicInteger longest) {
      super(log);
      this.longest = longest;
    }

    @Override
    public int maxRecordBytes() {
      return LIMIT;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) throws JournalFailed {
      return super.append(bytes, offset, checked(length));
    }

    @Override
    public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
      return super.appendLazily(bytes, offset, checked(length));
    }

    private int checked(int length) {
      if (length > LIMIT) {
        throw new IllegalArgumentException("a record of " + length + " bytes");
      }
      longest.accumulateAndGet(length, Math::max);
      return length;
    }
  }
}
