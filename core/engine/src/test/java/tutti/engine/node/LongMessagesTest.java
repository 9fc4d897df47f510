package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/**
 * Messages that are longer than nodes may send each other: what cannot be asked or answered is said
 * at once, and never that nothing happened when something did.
 */
class LongMessagesTest {
  private static final int LIMIT = 250;
  private static final long PATIENCE_NANOS = 600_000_000_000L;
  private static final String HERE = Homes.accountOn("a", 0, 2);
  private static final String THERE = Homes.accountOn("b", 1, 2);

  @TempDir Path folder;
  private volatile int most = Integer.MAX_VALUE;

  /** One of two nodes sends short messages only, once that is said. */
  private Nodes nodes(int node) throws Exception {
    Nodes nodes =
        nodes(
            ConcurrencyControlKind.PATH_SENSITIVE,
            (each, wire) -> each == node ? new Short(wire) : wire);
    nodes.openAccounts(100, HERE, THERE);
    most = LIMIT;
    return nodes;
  }

  private Nodes nodes(ConcurrencyControlKind control, Nodes.Tap tap) throws Exception {
    CommitKind kind = (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("two-phase"));
    return new Nodes(folder, Nodes.deployment(kind, control, "20ms", "1s"), 2, tap, 2);
  }

  private static Outcome run(Nodes nodes, List<Call> calls) throws Exception {
    return RunningNode.await(
        nodes.at(0).start(new TransactionRequest(calls, null, PATIENCE_NANOS)));
  }

  private static void assertTooLarge(Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            it ->
                assertThat(it.reason())
                    .isInstanceOfSatisfying(
                        Reason.Unavailable.class,
                        why -> assertThat(why.code()).isEqualTo("too-large")));
  }

  @Test
  void aRequestThatCannotBePassedOnIsRefused() throws Exception {
    try (Nodes nodes = nodes(0)) {
      Call padded = nodes.bank().call(THERE, "deposit", 1L, "x".repeat(LIMIT));

      assertTooLarge(run(nodes, List.of(padded)));
      assertThat(nodes.at(1).balance(THERE)).isEqualTo(100);
    }
  }

  @Test
  void aRepeatThatCannotBePassedOnIsNotDefiniteAboutItsKey() throws Exception {
    try (Nodes nodes = nodes(0)) {
      Call padded = nodes.bank().call(THERE, "deposit", 1L, "x".repeat(LIMIT));
      TransactionRequest keyed =
          new TransactionRequest(List.of(padded), new Idempotency("k", 1), PATIENCE_NANOS);
      Outcome first = RunningNode.await(nodes.at(1).start(keyed));

      assertThat(RunningNode.await(nodes.at(0).start(keyed)))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              it -> {
                assertThat(it.reason().isAboutKey()).isFalse();
                assertThat(it.reason().message()).contains("too long");
              });
      assertThat(RunningNode.await(nodes.at(1).start(keyed))).isEqualTo(first);
    }
  }

  @Test
  void anOutcomeThatCannotBeSentIsToBeAskedFor() throws Exception {
    try (Nodes nodes = nodes(1)) {
      List<Call> calls = new ArrayList<>();
      String reader = Homes.accountOn("r", 1, 2);
      calls.add(nodes.bank().call(THERE, "deposit", 1L));
      String key = longKey(reader);
      calls.add(nodes.bank().call(key, "withdraw", 1L));

      assertThat(run(nodes, calls))
          .isInstanceOfSatisfying(
              Outcome.InDoubt.class, it -> assertThat(it.why()).contains("too long"));
    }
  }

  /** A key on node 1 that is too long to be told of. */
  private static String longKey(String begin) {
    return Homes.accountOn(begin + "x".repeat(LIMIT), 1, 2);
  }

  @Test
  void anAnswerToAQuestionThatCannotBeSentStopsTheTransaction() throws Exception {
    try (Nodes nodes = nodes(1)) {
      String onward = Homes.accountOn("c".repeat(LIMIT), 1, 2);
      nodes.at(1).run(nodes.bank().call(onward, "open", 1L));
      assertTooLarge(
          run(
              nodes,
              List.of(
                  nodes.bank().call(HERE, "deposit", 1L),
                  nodes.bank().call(THERE, "drain", onward))));
      nodes.awaitNothingBegun();
      assertThat(nodes.at(1).balance(THERE)).isEqualTo(100);
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(100);
    }
  }

  /**
   * The actor that is in doubt on node 1 has a name that is too long to be told, so node 1 cannot
   * say at which actor it stopped the next transaction.
   */
  @Test
  void aReasonForStoppingThatCannotBeSentStopsTheTransaction() throws Exception {
    AtomicBoolean silent = new AtomicBoolean();
    try (Nodes nodes =
        nodes(
            ConcurrencyControlKind.NO_WAIT,
            (each, wire) ->
                each == 1
                    ? new Short(wire)
                    : new FilteredTransport(
                        wire,
                        (to, kind, later) -> kind != CommitStep.Kind.COMMIT || !silent.get()))) {
      String there = longKey("k");
      nodes.at(1).run(nodes.bank().call(there, "open", 100L));
      nodes.openAccounts(100, HERE);
      List<Call> both =
          List.of(nodes.bank().call(HERE, "deposit", 1L), nodes.bank().call(there, "deposit", 1L));
      silent.set(true);
      assertThat(run(nodes, both)).isInstanceOf(Outcome.Committed.class);
      most = LIMIT;

      assertTooLarge(run(nodes, both));
      silent.set(false);
      nodes.awaitNothingBegun();
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(101);
      assertThat(nodes.at(1).balance(there)).isEqualTo(101);
    }
  }

  /** A transport that carries short messages only. */
  private final class Short implements ForwardingTransport {
    private final Transport wire;

    Short(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      if (length > most) {
        throw new IllegalArgumentException("a message of " + length + " bytes");
      }
      return wire.send(node, bytes, offset, length);
    }
  }
}
