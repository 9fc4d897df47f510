package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainCodec;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * A coordinator whose abort is in a checkpoint and stands in the log behind it, too: recovery keeps
 * the branches that it still has to tell.
 */
class AbortAfterCheckpointTest {
  private static final BranchKey KEY = new BranchKey(new TransactionId(0, 7, 77, 1), 0);

  private final TestBank bank = new TestBank();

  private static CommitProtocol protocol(String name) {
    return ((CommitKind) Objects.requireNonNull(CommitKinds.byName().get(name))).protocol();
  }

  /** Members 1 and 2 are not known to have heard of it. */
  @Test
  void theBranchesThatTheCheckpointKnowsAreKept() throws IOException {
    areKept(
        protocol("easy-commit"),
        new Encoder().putVarLong(2).putVarLong(1).putVarLong(2).putBoolean(true));
  }

  /** A coordinator of it does not end with its abort, as participants do: they acknowledge that. */
  @Test
  void soAreThoseOfPaxosCommit() throws IOException {
    areKept(
        protocol("paxos-commit"),
        new Encoder()
            .putByte(1)
            .putVarLong(2)
            .putVarLong(1)
            .putVarLong(2)
            .putVarLong(1)
            .putVarLong(0)
            .putVarLong(0));
  }

  private void areKept(CommitProtocol protocol, Encoder bytes) throws IOException {
    DurableState memory = protocol.decodeDurableState(new Decoder(bytes.toByteArray()));
    TreeMap<Integer, Long> branches = new TreeMap<>();
    branches.put(1, 41L);
    branches.put(2, 42L);
    PersistedState aborted = PersistedState.nothing(protocol).with(RecordKind.ABORTED, memory);
    Unfinished known = new Unfinished(KEY, false, aborted, 0, 0, branches);
    Replay replay = replay();
    for (byte[] entry : checkpoint(known)) {
      replay.entry(entry, 0, entry.length);
    }
    byte[] record =
        new RecordFormat(bank).branchAborted(KEY, new Part(protocol, memory), 0).toByteArray();
    replay.record(100, record, 0, record.length);
    replay.finish();

    assertThat(replay.unfinished()).containsExactly(known);
  }

  private List<byte[]> checkpoint(Unfinished machine) throws IOException {
    CheckpointStore store = new CheckpointStore(new ForgetfulDisk());
    try (CheckpointWriter writer = store.begin(0)) {
      CheckpointFormat format = new CheckpointFormat(bank, writer);
      format.application();
      format.unfinished(machine);
      writer.commit();
    }
    List<byte[]> entries = new ArrayList<>();
    store.openLatest(
        (bytes, offset, length) -> {
          byte[] entry = new byte[length];
          System.arraycopy(bytes, offset, entry, 0, length);
          entries.add(entry);
        });
    return entries;
  }

  private Replay replay() {
    return new Replay(
        bank,
        "a folder",
        new OutcomeTable(0, 2, OutcomeTable.KEPT, true, new ResultSize(PlainCodec.INSTANCE)),
        new IdempotencyTable(Duration.ofDays(1), 1000),
        new PeerLogDependencies(),
        (writer, actor) -> new ActorTable(writer),
        new ReplayWorkers(new ManualScheduler(), 0, 1));
  }
}
