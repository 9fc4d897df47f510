package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Transport;
import tutti.model.Call;
import tutti.protocol.termination.TerminationProtocol;

/**
 * The coordinator's log takes no record any more, or none becomes durable, exactly when it votes or
 * decides: its client hears of it.
 */
class CoordinatorsLogFailsTest {
  private static final int NODES = 3;

  /** A deadline that is to pass. */
  private static final long SOON_NANOS = 100_000_000;

  private static final String HERE = Homes.accountOn("a", 0, NODES);
  private static final String POOR = Homes.accountOn("c", 0, NODES);
  private static final String THERE = Homes.accountOn("b", 1, NODES);

  @TempDir Path folder;
  private final AtomicBoolean armed = new AtomicBoolean();

  static Stream<CommitKind> kinds() {
    return CommitKinds.all().stream();
  }

  /** The protocols whose coordinator votes for its own part, and waits for that. */
  static Stream<CommitKind> voting() {
    return kinds().filter(kind -> kind.protocol() instanceof TerminationProtocol);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theClientHearsOfALogThatTakesNothing(CommitKind kind) throws Exception {
    Outcome outcome = outcome(kind, Failing::new, false);

    // It is not in the log, so nothing can ever come of it.
    assertThat(outcome).isInstanceOf(Outcome.Aborted.class);
  }

  @ParameterizedTest
  @MethodSource("voting")
  void theClientHearsOfALogThatStalls(CommitKind kind) throws Exception {
    Outcome told = Deadlines.enough(folder, SOON_NANOS, (nanos, in) -> stalls(kind, nanos, in));
    assertThat(told).isInstanceOf(Outcome.InDoubt.class);
  }

  private @Nullable Outcome stalls(CommitKind kind, long nanos, Path in) throws Exception {
    Outcome outcome = outcome(in, kind, Stalling::new, nanos, false);
    boolean tooSoon =
        outcome instanceof Outcome.Aborted(var _, var why) && why.code().equals("deadline");
    return tooSoon ? null : outcome;
  }

  /** An abort before anything is promised needs no record: its client hears why at once. */
  @ParameterizedTest
  @MethodSource("kinds")
  void theClientHearsOfARefusalWhileTheLogStalls(CommitKind kind) throws Exception {
    Outcome outcome = outcome(kind, Stalling::new, true);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted -> assertThat(aborted.reason()).isInstanceOf(Reason.Refused.class));
  }

  /** The coordinator's vote is not durable at the deadline; it is once the coordinator gave up. */
  @Test
  void theClientHearsOfTheAbortIfTheLogIsLate() throws Exception {
    CommitKind kind = (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("paxos-commit"));
    assertThat(outcome(folder, kind, Late::new, SOON_NANOS, false))
        .isInstanceOf(Outcome.Aborted.class);
  }

  /**
   * The log cannot say that what was seen stands: it has failed, or another host leads its shard.
   * The refusal may not be told then, and yet nothing has happened (X2).
   */
  @ParameterizedTest
  @MethodSource("kinds")
  void whatWroteNothingIsNeverInDoubt(CommitKind kind) throws Exception {
    assertThat(outcome(kind, Unproven::new, true))
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted -> assertThat(aborted.reason().code()).isEqualTo("storage-failed"));
  }

  @Test
  void aBlockThatRolledBackHearsThat() throws Exception {
    Nodes nodes = nodes(folder, CommitKinds.usual(), Unproven::new);
    try {
      nodes.openAccounts(100, HERE);
      armed.set(true);
      RunningNode here = nodes.at(0);
      ClientBlock block =
          new ClientBlock(
              null, RunningNode.TIMEOUT_NANOS, begun -> here.node.run(begun, begun::end));
      CompletableFuture<StepAnswer> deposit = new CompletableFuture<>();
      block.put(new BlockStep.Perform(nodes.bank().call(HERE, "deposit", 5L)), deposit::complete);
      assertThat(RunningNode.await(deposit)).isInstanceOf(StepAnswer.Done.class);
      CompletableFuture<StepAnswer> end = new CompletableFuture<>();
      block.put(new BlockStep.RollBack("sold out"), end::complete);
      assertThat(RunningNode.await(end))
          .isInstanceOfSatisfying(
              StepAnswer.Ended.class,
              ended ->
                  assertThat(ended.outcome())
                      .isInstanceOfSatisfying(
                          Outcome.Aborted.class,
                          aborted ->
                              assertThat(aborted.reason().code())
                                  .isEqualTo(BlockStep.RollBack.CODE)));
    } finally {
      nodes.abandon();
    }
  }

  private interface Broken {
    Journal around(Journal log, AtomicBoolean armed);
  }

  private Outcome outcome(CommitKind kind, Broken broken, boolean refused) throws Exception {
    return outcome(folder, kind, broken, RunningNode.TIMEOUT_NANOS, refused);
  }

  /**
   * @param nanos that the transaction may take
   * @param refused whether the coordinator refuses a second part once the participant has done its
   *     own
   */
  private Outcome outcome(Path in, CommitKind kind, Broken broken, long nanos, boolean refused)
      throws Exception {
    armed.set(false);
    Nodes nodes = nodes(in, kind, broken);
    try {
      nodes.openAccounts(100, HERE, POOR, THERE);
      Call here = nodes.bank().call(HERE, "deposit", 5L);
      Call there = nodes.bank().call(THERE, "deposit", 5L);
      Call tooMuch = nodes.bank().call(POOR, "withdraw", 1_000L);
      List<Call> calls = refused ? List.of(here, there, tooMuch) : List.of(here, there);
      armed.set(true);
      CompletableFuture<Outcome> client =
          nodes.at(0).start(new TransactionRequest(calls, null, nanos));
      return RunningNode.await(client);
    } finally {
      nodes.abandon();
    }
  }

  private Nodes nodes(Path in, CommitKind kind, Broken broken) throws Exception {
    return new Nodes(
        in,
        Desk.deployment(kind),
        NODES,
        new Nodes.Tap() {
          @Override
          public Transport transport(int node, Transport wire) {
            return wire;
          }

          @Override
          public Journal log(int node, Journal log) {
            return node == 0 ? broken.around(log, armed) : log;
          }
        },
        NODES);
  }

  /** A log that cannot say that what was seen is the newest, once it is armed. */
  private static final class Unproven extends ForwardingLog {
    private final AtomicBoolean armed;

    Unproven(Journal log, AtomicBoolean armed) {
      super(log);
      this.armed = armed;
    }

    @Override
    public void whenCurrent(long position, DurableCallback callback) {
      if (armed.get()) {
        callback.done(false);
      } else {
        super.whenCurrent(position, callback);
      }
    }
  }

  private static final class Failing extends ForwardingLog {
    private final AtomicBoolean armed;

    Failing(Journal log, AtomicBoolean armed) {
      super(log);
      this.armed = armed;
    }

    private void check() {
      if (armed.get()) {
        throw new JournalFailed("the disk is gone", new IOException("gone"));
      }
    }

    @Override
    public long append(byte[] bytes, int offset, int length) throws JournalFailed {
      check();
      return super.append(bytes, offset, length);
    }

    @Override
    public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
      check();
      return super.appendLazily(bytes, offset, length);
    }
  }

  /** A log whose records never become durable if they come once it is armed. */
  private static final class Stalling extends ForwardingLog {
    private final AtomicBoolean armed;
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);

    Stalling(Journal log, AtomicBoolean armed) {
      super(log);
      this.armed = armed;
    }

    private long appended(long lsn) {
      if (armed.get()) {
        first.accumulateAndGet(lsn, Math::min);
      }
      return lsn;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) throws JournalFailed {
      return appended(super.append(bytes, offset, length));
    }

    @Override
    public long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
      return appended(super.appendLazily(bytes, offset, length));
    }

    @Override
    public void whenDurable(long position, DurableCallback callback) {
      if (position < first.get()) {
        super.whenDurable(position, callback);
      }
    }

    @Override
    public void whenDurableLazily(long position, DurableCallback callback) {
      if (position < first.get()) {
        super.whenDurableLazily(position, callback);
      }
    }
  }

  /** The first record becomes durable together with the second. */
  private static final class Late extends ForwardingLog {
    private final AtomicBoolean armed;
    private final AtomicReference<@Nullable DurableCallback> first = new AtomicReference<>();

    Late(Journal log, AtomicBoolean armed) {
      super(log);
      this.armed = armed;
    }

    @Override
    public void whenDurable(long position, DurableCallback callback) {
      if (!armed.get()) {
        super.whenDurable(position, callback);
      } else if (!first.compareAndSet(null, callback)) {
        Objects.requireNonNull(first.getAndSet(durable -> {})).done(true);
        callback.done(true);
      }
    }
  }
}
