package tutti.lab.zipf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transport.Tap;
import tutti.lab.node.NodeKeys;
import tutti.model.ActorId;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.ModelCluster;

/** Transactions of a thousand items under integrated protocols, alone and among small ones. */
@Timeout(300)
class LargeTransactionTest {
  private static final int SHARDS = 3;
  private static final int MANY = 1_000;
  private static final long MILLI = 1_000_000;

  private final Counters application = new Counters();

  /** The messages between hosts, and the bytes of the longest. */
  private int messages;

  private int longest;

  private int runs;

  private ModelCluster cluster(String protocol, String segment) throws IOException {
    Reading reading =
        DeploymentReader.read(
            null,
            List.of(
                new Override("integrated", protocol, "test"),
                new Override("shards.count", "" + SHARDS, "test"),
                new Override("containers", "1", "test"),
                new Override("executors", "1", "test"),
                new Override("journal.segment-size", segment, "test"),
                new Override("nodes", NodeAddress.text(NodeAddress.inOneProcess(3)), "test")));
    Deployment one = ((Reading.Valid) reading).settings().deployment();
    Tap tap =
        (nanos, from, to, bytes, offset, length) -> {
          messages++;
          longest = Math.max(longest, length);
        };
    return new ModelCluster(
        application,
        NodeKeys.spread("large", one, SHARDS, List.of(Counter.NAME)),
        MachineFile.committed(),
        null,
        false,
        1,
        UnaryOperator.identity(),
        tap);
  }

  /** A transaction that increments counters, at some host; no one-shot one, since it has a key. */
  private final class Run {
    final long began;
    long took;
    Outcome outcome;

    Run(ModelCluster cluster, int host, int count, IntFunction<ActorId> counter) {
      began = cluster.world().nanos();
      TransactionRequest increments =
          application.increments(IntStream.range(0, count).mapToObj(counter).distinct().toList());
      cluster.submit(
          host,
          host,
          new TransactionRequest(
              increments.calls(), new Idempotency("k" + runs++, 1), increments.timeoutNanos()),
          told -> {
            outcome = told;
            took = cluster.world().nanos() - began;
          });
    }

    Outcome end(ModelCluster cluster) {
      assertThat(cluster.world().run(() -> outcome != null, began + 10_000 * MILLI)).isTrue();
      return outcome;
    }
  }

  private static ActorId counter(int number) {
    return Counters.id(number % SHARDS, number / SHARDS);
  }

  private static void pass(ModelCluster cluster, long millis) {
    cluster.world().run(() -> false, cluster.world().nanos() + millis * MILLI);
  }

  /** A large transaction takes as many messages as a small one, each so much longer. */
  @ParameterizedTest
  @ValueSource(strings = {"janus", "tapir"})
  void aTransactionOfAThousandItemsCommitsByAFewMessages(String protocol) throws Exception {
    ModelCluster cluster = cluster(protocol, "64MiB");
    for (int times = 0; times < 2; times++) {
      messages = 0;
      Run run = new Run(cluster, 0, MANY, LargeTransactionTest::counter);
      assertThat(run.end(cluster)).isInstanceOf(Outcome.Committed.class);
      assertThat(run.took).isLessThan(5 * MILLI);
      assertThat(messages).isLessThan(40);
      assertThat(longest).isBetween(20 * MANY, 60 * MANY);
      pass(cluster, 100);
    }
    Run other = new Run(cluster, 1, 3, LargeTransactionTest::counter);
    assertThat(other.end(cluster)).isInstanceOf(Outcome.Committed.class);
  }

  /** Names count as values do: a log of small segments takes no such record. */
  @ParameterizedTest
  @ValueSource(strings = {"janus", "tapir"})
  void whatIsTooLargeIsRefusedInWordsAndHarmsNothing(String protocol) throws Exception {
    ModelCluster cluster = cluster(protocol, "256KiB");
    Run run =
        new Run(
            cluster,
            0,
            MANY,
            number -> new ActorId(Counter.NAME, counter(number).key() + "x".repeat(900)));
    Outcome.Aborted refused = (Outcome.Aborted) run.end(cluster);
    assertThat(refused.reason().code()).isEqualTo("too-large");
    assertThat(refused.reason().message()).endsWith("do it in several transactions");
    assertThat(refused.reason().retryable()).isFalse();
    for (int host = 0; host < 3; host++) {
      Run small = new Run(cluster, host, 3, LargeTransactionTest::counter);
      assertThat(small.end(cluster)).isInstanceOf(Outcome.Committed.class);
    }
  }

  /** Times of small transactions, with and without large ones among them that meet some. */
  @ParameterizedTest
  @ValueSource(strings = {"janus", "tapir"})
  void smallTransactionsAreNotHeldUpByLargeOnes(String protocol) throws Exception {
    long without = percentile99(cluster(protocol, "64MiB"), 0);
    long with = percentile99(cluster(protocol, "64MiB"), 50);
    assertThat(with).isLessThan(3 * without);
  }

  /**
   * Returns the time of small transactions, one of which begins each millisecond, that one of a
   * hundred reaches.
   *
   * @param every so often a large one begins, too; 0 for none
   */
  private long percentile99(ModelCluster cluster, int every) {
    SplittableRandom random = new SplittableRandom(5);
    IntFunction<ActorId> drawn = number -> Counters.id(number % SHARDS, random.nextInt(10_000));
    List<Run> small = new ArrayList<>();
    List<Run> large = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      small.add(new Run(cluster, i % 3, 3, drawn));
      if (every > 0 && i % every == every / 2) {
        large.add(new Run(cluster, i % 3, MANY, drawn));
      }
      pass(cluster, 1);
    }
    for (List<Run> all : List.of(small, large)) {
      all.forEach(run -> assertThat(run.end(cluster)).isInstanceOf(Outcome.Committed.class));
    }
    return small.stream().map(run -> run.took).sorted().toList().get(small.size() * 99 / 100);
  }
}
