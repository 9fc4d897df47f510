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
import tutti.engine.node.replicated.CheckpointTransfer.Reached;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.CatchUp;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** A replica that sends checkpoints, and keeps log, for others of its shard. */
class CheckpointOffersTest {
  private static final long BETWEEN = 4_000;

  /** A message that was sent, without its content. */
  private record Sent(int host, int kind) {}

  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final CheckpointStore store = store();
  private final List<Sent> sent = new ArrayList<>();
  private CheckpointOffers offers = offers(CatchUp.SNAPSHOT);

  private CheckpointStore store() {
    try {
      return new CheckpointStore(disk);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private CheckpointOffers offers(CatchUp catchUp) {
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
    return new CheckpointOffers(
        disk,
        new ReplicaLayout(0, deployment),
        0,
        (host, part) -> sent.add(new Sent(host, new Decoder(part.toByteArray()).getByte())));
  }

  private Reached checkpoint(long position) throws IOException {
    try (CheckpointWriter writer = store.begin(position)) {
      writer.add(new byte[400], 0, 400);
      writer.commit();
    }
    return new Reached(new LogMark(position, new Ballot(1, 0)), 1);
  }

  private void fetch(Reached newest) throws IOException {
    fetch(newest.position(), newest);
  }

  private void fetch(long position, Reached newest) throws IOException {
    byte[] part = new Encoder().putVarLong(position).putVarLong(0).toByteArray();
    offers.fetch(2, new Decoder(part), newest, store);
  }

  private boolean has(long position) {
    return disk.exists(CheckpointStore.name(position));
  }

  @ParameterizedTest
  @CsvSource({"SNAPSHOT, 20000", "LOG, 16000", "AUTO, 19540"})
  void logIsKeptBehindTheNewestCheckpoint(CatchUp catchUp, long from) throws IOException {
    Reached newest = checkpoint(20_000);
    // The file has a header, a chunk with an entry and its length, and a footer: 460 bytes.
    assertThat(offers(catchUp).keptFrom(newest, BETWEEN)).isBetween(from - 20, from);
  }

  @Test
  void aReplicaThatHoldsTooMuchOfItsHostsLogKeepsNoneForOthers() throws IOException {
    offers = offers(CatchUp.LOG);
    Reached newest = checkpoint(20_000);
    offers.holdTooMuch(newest, BETWEEN);
    assertThat(offers.keptFrom(newest, BETWEEN)).isEqualTo(20_000);
    offers.advanced(newest, BETWEEN);
    assertThat(offers.keptFrom(newest, BETWEEN)).isEqualTo(16_000);
  }

  @Test
  void theKeptLogOfLargeCheckpointsIsAPartOfWhatIsBetweenTwo() {
    assertThat(CatchUp.AUTO.spareBytes(1 << 20, BETWEEN)).isEqualTo(BETWEEN / 4);
    assertThat(CatchUp.AUTO.spareBytes(10, BETWEEN)).isEqualTo(10);
  }

  @Test
  void aLeaderAsksTheOthersForOffersAndMakesItsOwnThen() throws IOException {
    Reached newest = checkpoint(20_000);
    for (int each = 0; each < 3; each++) {
      offers.offer(2, newest);
    }
    assertThat(sent)
        .containsExactly(
            new Sent(1, CheckpointTransfer.ASK),
            new Sent(2, CheckpointTransfer.OFFER),
            new Sent(1, CheckpointTransfer.ASK));
  }

  @Test
  void aReplicaThatIsAskedOffersItsCheckpointIfThatIsOfUse() throws IOException {
    Reached newest = checkpoint(20_000);
    offers.asked(new Decoder(new Encoder().putVarLong(2).putVarLong(20_001).toByteArray()), newest);
    assertThat(sent).as("the leader's log begins behind it").isEmpty();
    offers.asked(new Decoder(new Encoder().putVarLong(2).putVarLong(20_000).toByteArray()), newest);
    assertThat(sent).containsExactly(new Sent(2, CheckpointTransfer.OFFER));
  }

  @Test
  void aCheckpointThatIsFetchedStaysWithTheLogBehindItWhenNewerOnesAreMade() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    Reached newest = first;
    for (int each = 1; each <= 4; each++) {
      newest = checkpoint(20_000 + each * BETWEEN);
      offers.advanced(newest, BETWEEN);
      fetch(first.position(), newest);
      assertThat(has(first.position())).isTrue();
      assertThat(offers.keptFrom(newest, BETWEEN)).isEqualTo(first.position());
    }
    assertThat(sent).hasSize(5).containsOnly(new Sent(2, CheckpointTransfer.PIECE));
  }

  @Test
  void aCheckpointThatNobodyFetchesAnyMoreGoes() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    offers.advanced(checkpoint(24_000), BETWEEN);
    assertThat(has(20_000)).isTrue();
    offers.advanced(checkpoint(28_000), BETWEEN);
    Reached newest = checkpoint(32_000);
    assertThat(has(20_000)).isFalse();
    assertThat(offers.keptFrom(newest, BETWEEN)).isEqualTo(32_000);
  }

  @Test
  void aTransferThatTakesForEverIsGivenUp() throws IOException {
    Reached first = checkpoint(20_000);
    fetch(first);
    Reached newest = checkpoint(20_000 + 9 * BETWEEN);
    offers.advanced(newest, BETWEEN);
    fetch(first.position(), newest);
    assertThat(offers.keptFrom(newest, BETWEEN)).isEqualTo(newest.position());
  }

  /** With both in turn, one would be offered only what the other one has, which has as little. */
  @Test
  void offersToEachOfTwoThatLackAPart() throws Exception {
    Reached newest = checkpoint(20_000);
    for (int heartbeat = 0; heartbeat < 2; heartbeat++) {
      offers.offer(1, newest);
      offers.offer(2, newest);
    }
    assertThat(sent)
        .contains(new Sent(1, CheckpointTransfer.OFFER), new Sent(2, CheckpointTransfer.OFFER));
  }
}
