package tutti.engine.node.replicated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.replicated.CheckpointSink.Have;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.transfer.NoSink;
import tutti.engine.transfer.NoState;
import tutti.engine.transfer.StateTransfer;
import tutti.engine.transfer.StateTransferContract;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** The transfer of a checkpoint. */
class CheckpointStateTest extends StateTransferContract {
  private static final long POSITION = 70_000;
  private static final Reached REACHED = new Reached(new LogMark(POSITION, new Ballot(3, 1)), 2);
  private static final int ENTRIES = 4;
  private static final int BYTES = 300_000;

  private final Random names = new Random(1);
  private ManualScheduler scheduler = new ManualScheduler();
  private ForgetfulDisk disk = new ForgetfulDisk();
  private Have have = new Have(Reached.NOTHING, 0, 0);

  @Override
  protected StateTransfer<?> giver(int host, StateTransfer.Way way) {
    try {
      ForgetfulDisk its = new ForgetfulDisk();
      CheckpointStore store = new CheckpointStore(its);
      try (CheckpointWriter writer = store.begin(POSITION)) {
        Random random = new Random(5);
        byte[] entry = new byte[BYTES];
        for (int each = 0; each < ENTRIES; each++) {
          random.nextBytes(entry);
          writer.add(entry, 0, entry.length);
        }
        writer.commit();
      }
      CheckpointSource source = new CheckpointSource(its, layout(host), 0, new Giver(store));
      return new StateTransfer<>("a giver", way, source, new NoSink(), names::nextLong, PATIENCE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A replica that sends its checkpoint. */
  private record Giver(CheckpointStore checkpoints) implements CheckpointSource.Replica {
    @Override
    public Reached reached() {
      return REACHED;
    }

    @Override
    public void release() {}
  }

  private static ReplicaLayout layout(int host) {
    Replication replication = Replication.NONE.with(Replication.Protocol.MULTIPAXOS);
    return new ReplicaLayout(
        host,
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(replication)
            .build());
  }

  @Override
  protected StateTransfer<?> taker(StateTransfer.Way way) {
    try {
      scheduler = new ManualScheduler();
      disk = new ForgetfulDisk();
      have = new Have(Reached.NOTHING, 0, 0);
      CheckpointSink sink =
          new CheckpointSink(
              disk,
              MetaStore.open(disk),
              scheduler,
              scheduler.newStepQueue("apply"),
              () -> have,
              place -> have = new Have(place, place.position(), place.position()));
      return new StateTransfer<>("the taker", way, new NoState(), sink, names::nextLong, PATIENCE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void remind(int giver) {
    givers.get(giver).offer(TAKER);
  }

  @Override
  protected void pass() {
    scheduler.advance(CheckpointSink.PIECE_NANOS);
    scheduler.runAll();
  }

  @Override
  protected Object given() {
    List<Integer> hashes = new ArrayList<>();
    Random random = new Random(5);
    byte[] entry = new byte[BYTES];
    for (int each = 0; each < ENTRIES; each++) {
      random.nextBytes(entry);
      hashes.add(Arrays.hashCode(entry));
    }
    return hashes;
  }

  @Override
  protected Object taken() {
    try {
      List<Integer> hashes = new ArrayList<>();
      new CheckpointStore(disk)
          .openLatest(
              (bytes, offset, length) ->
                  hashes.add(Arrays.hashCode(Arrays.copyOfRange(bytes, offset, offset + length))));
      return hashes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
