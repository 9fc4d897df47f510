package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.CatchUp;
import tutti.engine.transfer.NoSink;
import tutti.engine.transfer.StateTransfer;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** A replica that sends checkpoints, and keeps log, for others of its shard. */
class CheckpointSourceTest {
  private static final long BETWEEN = 4_000;

  /** The kinds of messages. */
  private static final int OFFER = 0;

  private static final int PIECE = 2;
  private static final int REFER = 3;

  /** A message that was sent, without its content. */
  private record Sent(int host, int kind) {}

  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final CheckpointStore store = store();
  private final List<Sent> sent = new ArrayList<>();
  private Reached newest = Reached.NOTHING;
  private CheckpointSource source = source(CatchUp.SNAPSHOT);

  private CheckpointStore store() {
    try {
      return new CheckpointStore(disk);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private CheckpointSource source(CatchUp catchUp) {
    Replication usual = Replication.NONE.with(Replication.Protocol.MULTIPAXOS);
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(
                new Replication(
                    usual.protocol(),
                    1,
                    3,
                    usual.leaders(),
                    usual.layout(),
                    usual.electionTimeout(),
                    usual.reads(),
                    catchUp))
            .build();
    return new CheckpointSource(
        disk,
        new ReplicaLayout(0, deployment),
        0,
        new CheckpointSource.Replica() {
          @Override
          public Reached reached() {
            return newest;
          }

          @Override
          public CheckpointStore checkpoints() {
            return store;
          }

          @Override
          public void release() {}
        });
  }

  private StateTransfer<?> transfer() {
    return new StateTransfer<>(
        "a test",
        (host, part) -> sent.add(new Sent(host, new Decoder(part.toByteArray()).getByte())),
        source,
        new NoSink(),
        () -> 1,
        3);
  }

  private Reached checkpoint(long position) throws IOException {
    try (CheckpointWriter writer = store.begin(position)) {
      writer.add(new byte[400], 0, 400);
      writer.commit();
    }
    newest = new Reached(new LogMark(position, new Ballot(1, 0)), 1);
    return newest;
  }

  private void fetch(Reached checkpoint) {
    byte[] cursor = CheckpointSource.cursor(checkpoint.position(), 0);
    Encoder out = new Encoder().putByte(1).putLong(77).putBytes(cursor);
    transfer().received(2, new Decoder(out.toByteArray()));
  }

  private void refer(long needed) {
    Encoder out = new Encoder().putByte(REFER).putLong(0).putVarLong(2).putVarLong(needed);
    transfer().received(1, new Decoder(out.toByteArray()));
  }

  private boolean has(long position) {
    return disk.exists(CheckpointStore.name(position));
  }

  @ParameterizedTest
  @CsvSource({"SNAPSHOT, 20000", "LOG, 16000", "AUTO, 19540"})
  void logIsKeptBehindTheNewestCheckpoint(CatchUp catchUp, long from) throws IOException {
    newest = checkpoint(20_000);
    // The file has a header, a chunk with an entry and its length, and a footer: 460 bytes.
    assertThat(source(catchUp).keptFrom(newest, BETWEEN)).isBetween(from - 20, from);
  }

  @Test
  void aReplicaThatHoldsTooMuchOfItsHostsLogKeepsNoneForOthers() throws IOException {
    source = source(CatchUp.LOG);
    newest = checkpoint(20_000);
    source.holdTooMuch(newest, BETWEEN);
    assertThat(source.keptFrom(newest, BETWEEN)).isEqualTo(20_000);
    source.advanced(newest, BETWEEN);
    assertThat(source.keptFrom(newest, BETWEEN)).isEqualTo(16_000);
  }

  @Test
  void theKeptLogOfLargeCheckpointsIsAPartOfWhatIsBetweenTwo() {
    assertThat(CatchUp.AUTO.spareBytes(1 << 20, BETWEEN)).isEqualTo(BETWEEN / 4);
    assertThat(CatchUp.AUTO.spareBytes(10, BETWEEN)).isEqualTo(10);
  }

  @Test
  void aLeaderAsksTheOthersForOffersAndMakesItsOwnThen() throws IOException {
    newest = checkpoint(20_000);
    for (int each = 0; each < 3; each++) {
      transfer().offer(2);
    }
    assertThat(sent).containsExactly(new Sent(1, REFER), new Sent(2, OFFER), new Sent(1, REFER));
  }

  @Test
  void aReplicaThatIsAskedOffersItsCheckpointIfThatIsOfUse() throws IOException {
    newest = checkpoint(20_000);
    refer(20_001);
    assertThat(sent).as("the leader's log begins behind it").isEmpty();
    refer(20_000);
    assertThat(sent).containsExactly(new Sent(2, OFFER));
  }

  @Test
  void aCheckpointThatIsFetchedStaysWithTheLogBehindItWhenNewerOnesAreMade() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    newest = first;
    for (int each = 1; each <= 4; each++) {
      newest = checkpoint(20_000 + each * BETWEEN);
      source.advanced(newest, BETWEEN);
      fetch(first);
      assertThat(has(first.position())).isTrue();
      assertThat(source.keptFrom(newest, BETWEEN)).isEqualTo(first.position());
    }
    assertThat(sent).hasSize(5).containsOnly(new Sent(2, PIECE));
  }

  @Test
  void aCheckpointThatNobodyFetchesAnyMoreGoes() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    source.advanced(checkpoint(24_000), BETWEEN);
    assertThat(has(20_000)).isTrue();
    source.advanced(checkpoint(28_000), BETWEEN);
    newest = checkpoint(32_000);
    assertThat(has(20_000)).isFalse();
    assertThat(source.keptFrom(newest, BETWEEN)).isEqualTo(32_000);
  }

  @Test
  void aTransferThatTakesForEverIsGivenUp() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    newest = checkpoint(20_000 + 9 * BETWEEN);
    source.advanced(newest, BETWEEN);
    fetch(first);
    assertThat(source.keptFrom(newest, BETWEEN)).isEqualTo(newest.position());
  }

  /** With both in turn, one would be offered only what the other one has, which has as little. */
  @Test
  void offersToEachOfTwoThatLackAPart() throws Exception {
    newest = checkpoint(20_000);
    for (int heartbeat = 0; heartbeat < 2; heartbeat++) {
      transfer().offer(1);
      transfer().offer(2);
    }
    assertThat(sent).contains(new Sent(1, OFFER), new Sent(2, OFFER));
  }
}
