package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep.Kind;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/** Actors of several other nodes are asked at once, or each after the answer of the one before. */
class AskTogetherTest {
  private static final int NODES = 4;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  /** Nodes so patient that no question is put twice. */
  private Nodes nodes(ConcurrencyControlKind control, String ask, Wire wire) throws Exception {
    Deployment deployment =
        Nodes.deployment(CommitKinds.usual(), control, "1m", "10m", "ask = " + ask);
    Nodes nodes = new Nodes(folder, deployment, NODES, wire, NODES);
    for (int node = 0; node < NODES; node++) {
      nodes.at(node).run(nodes.bank().call(on(node), "open", 100L));
      nodes.at(node).run(nodes.bank().call(second(node), "open", 100L));
    }
    nodes.awaitNothingBegun();
    wire.armed = true;
    return nodes;
  }

  private static String on(int node) {
    return Homes.accountOn("" + (char) ('a' + node), node, NODES);
  }

  /** An account that comes behind all of the first ones in the common order. */
  private static String second(int node) {
    return Homes.accountOn("" + (char) ('p' + node), node, NODES);
  }

  /** The messages between nodes; a test may hold some. */
  private static class Wire implements Nodes.Tap {
    volatile boolean armed;
    final List<Runnable> held = new ArrayList<>();

    @Override
    public final Transport transport(int node, Transport wire) {
      return new FilteredTransport(wire, (to, kind, later) -> passes(node, to, kind, later));
    }

    private synchronized boolean passes(int from, int to, Kind kind, Runnable later) {
      if (armed && holds(from, to, kind)) {
        held.add(later);
        return false;
      }
      return true;
    }

    /** Whether a message waits for {@link #letGo}. */
    boolean holds(int from, int to, Kind kind) {
      return false;
    }

    synchronized int held() {
      return held.size();
    }

    synchronized void letGo() {
      held.forEach(Runnable::run);
      held.clear();
    }
  }

  private static boolean isAnswer(Kind kind) {
    return kind == Kind.EXECUTED || kind == Kind.VOTE_YES;
  }

  /** Holds all answers until all questions are put; counts the questions that are open. */
  private static final class Questions extends Wire {
    private final int awaited;
    private int put;
    private int open;
    private int most;

    Questions(int awaited) {
      this.awaited = awaited;
    }

    @Override
    boolean holds(int from, int to, Kind kind) {
      if (from == 0 && kind == Kind.EXECUTE) {
        put++;
        open++;
        most = Math.max(most, open);
        if (put == awaited) {
          letGo();
        }
      } else if (to == 0 && isAnswer(kind)) {
        open--;
        return put < awaited;
      }
      return false;
    }
  }

  private static Call[] deposits(Nodes nodes) {
    return IntStream.range(0, NODES)
        .mapToObj(node -> nodes.bank().call(on(node), "deposit", 1L))
        .toArray(Call[]::new);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"VERSIONING", "VERSIONING_RW", "EXCLUSIVE_LOCKS", "READ_WRITE_LOCKS"})
  void allNodesAreAskedInOneRoundTrip(ConcurrencyControlKind control) throws Exception {
    Questions questions = new Questions(NODES - 1);
    try (Nodes nodes = nodes(control, "together", questions)) {
      assertThat(nodes.at(0).run(deposits(nodes))).isInstanceOf(Outcome.Committed.class);
      // Under tl2 all are asked once more, to lock what they change.
      int rounds = control == ConcurrencyControlKind.TL2 ? 2 : 1;
      assertThat(questions.put).isEqualTo(rounds * (NODES - 1));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TWO_PHASE_LOCKING", "OPTIMISTIC"})
  void oneByOneEachNodeTakesARoundTrip(ConcurrencyControlKind control) throws Exception {
    Questions questions = new Questions(0);
    try (Nodes nodes = nodes(control, "one-by-one", questions)) {
      assertThat(nodes.at(0).run(deposits(nodes))).isInstanceOf(Outcome.Committed.class);
      assertThat(questions.most).isEqualTo(1);
    }
  }

  /** Holds the answers of one node until the other's has come. */
  private static final class Late extends Wire {
    private final int late;
    private boolean answered;

    Late(int late) {
      this.late = late;
    }

    @Override
    boolean holds(int from, int to, Kind kind) {
      if (to == 0 && isAnswer(kind) && from != late && !answered) {
        answered = true;
        letGo();
      }
      return to == 0 && isAnswer(kind) && from == late && !answered;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theFirstRefusalOfTheTreeIsTold(int late) throws Exception {
    try (Nodes nodes = nodes(ConcurrencyControlKind.PATH_SENSITIVE, "together", new Late(late))) {
      Outcome outcome =
          nodes
              .at(0)
              .run(
                  nodes.bank().call(on(0), "deposit", 1L),
                  nodes.bank().call(on(2), "withdraw", 1_000L),
                  nodes.bank().call(on(1), "close"));
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              it ->
                  assertThat(it.reason())
                      .isInstanceOfSatisfying(
                          Reason.Refused.class,
                          why -> assertThat(why.refusal().code()).isEqualTo("insufficient")));
      assertThat(nodes.at(0).balance(on(0))).isEqualTo(100);
    }
  }

  /**
   * The questions of three transactions. The first one holds an account of node 1, and its other
   * question is lost. The second one holds its own account, and asks for the one of node 1 that the
   * third one holds.
   */
  private static final class Circle extends Wire {
    private boolean first;
    private boolean third;

    @Override
    boolean holds(int from, int to, Kind kind) {
      if (kind == Kind.EXECUTE) {
        return from == 3 && to == 0 || from == 2 && to == 1;
      }
      first |= from == 1 && to == 3 && isAnswer(kind);
      third |= from == 1 && to == 0 && isAnswer(kind);
      return false;
    }

    synchronized boolean first() {
      return first;
    }

    synchronized boolean third() {
      return third;
    }
  }

  /**
   * The third transaction waits on node 1, where it blocks the second, and on node 2, where the
   * second blocks it.
   */
  @Test
  void aCircleIsFoundOfATransactionThatWaitsOnTwoNodes() throws Exception {
    Circle wire = new Circle();
    try (Nodes nodes = nodes(ConcurrencyControlKind.TWO_PHASE_LOCKING, "together", wire)) {
      CompletableFuture<Outcome> first =
          start(nodes, 3, deposit(nodes, on(3)), deposit(nodes, second(1)), deposit(nodes, on(0)));
      Nodes.awaitThat(() -> wire.first() && wire.held() == 1);
      CompletableFuture<Outcome> second =
          start(nodes, 2, deposit(nodes, on(2)), deposit(nodes, on(1)));
      Nodes.awaitThat(() -> wire.held() == 2);
      CompletableFuture<Outcome> third =
          start(
              nodes,
              0,
              deposit(nodes, second(0)),
              deposit(nodes, on(1)),
              deposit(nodes, second(1)),
              deposit(nodes, on(2)));
      Nodes.awaitThat(wire::third);
      Runnable lost = wire.held.removeFirst();
      wire.letGo();

      assertThat(RunningNode.await(second)).isInstanceOf(Outcome.Committed.class);
      wire.armed = false;
      lost.run();
      assertThat(RunningNode.await(first)).isInstanceOf(Outcome.Committed.class);
      assertThat(RunningNode.await(third)).isInstanceOf(Outcome.Committed.class);
      assertThat(nodes.deadlocks()).isEqualTo(1);
    }
  }

  /**
   * The questions and answers of two transactions. The first one has a place on node 2, and the
   * question by which it would use that is held; so is the answer of node 1 to the second one that
   * it has settled.
   */
  private static final class Behind extends Wire {
    private int ofFirst;
    private int ofSecond;
    private int toSecond;

    @Override
    boolean holds(int from, int to, Kind kind) {
      if (kind == Kind.EXECUTE) {
        ofSecond += from == 0 && to == 2 ? 1 : 0;
        return from == 3 && to == 2 && ++ofFirst == 3;
      }
      return from == 1 && to == 0 && isAnswer(kind) && ++toSecond == 4;
    }

    /** Whether the second one has begun, asked, and is to settle on node 2. */
    synchronized boolean settles() {
      return ofSecond == 3;
    }
  }

  /**
   * The second transaction waits on node 2 to use its account, is refused on node 1, and waits to
   * settle on node 2 instead. Then node 1 is lost, and with it what the refusal rests on.
   */
  @Test
  void whatIsAskedInsteadOfAnOpenQuestionIsTakenBackAtTheEnd() throws Exception {
    Behind wire = new Behind();
    try (Nodes nodes = nodes(ConcurrencyControlKind.VERSIONING, "together", wire)) {
      CompletableFuture<Outcome> first =
          start(nodes, 3, deposit(nodes, on(3)), deposit(nodes, on(2)));
      Nodes.awaitThat(() -> wire.held() == 1);
      CompletableFuture<Outcome> second =
          start(
              nodes,
              0,
              deposit(nodes, on(0)),
              nodes.bank().call(on(1), "withdraw", 1_000L),
              deposit(nodes, on(2)));
      Nodes.awaitThat(() -> wire.settles() && wire.held() == 2);
      nodes.crash(1);
      nodes.start(1);
      assertThat(RunningNode.await(second)).isInstanceOf(Outcome.Aborted.class);

      wire.held.getFirst().run();
      assertThat(RunningNode.await(first)).isInstanceOf(Outcome.Committed.class);
      nodes.awaitNothingBegun();
      assertThat(nodes.at(2).node.statistics().waits().waiting()).isZero();
    }
  }

  private static Call deposit(Nodes nodes, String key) {
    return nodes.bank().call(key, "deposit", 1L);
  }

  private static CompletableFuture<Outcome> start(Nodes nodes, int node, Call... calls) {
    return nodes.at(node).start(new TransactionRequest(List.of(calls), null, MINUTE_NANOS));
  }
}
