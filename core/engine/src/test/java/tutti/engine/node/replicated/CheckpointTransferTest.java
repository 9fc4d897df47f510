package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.replicated.CheckpointTransfer.Have;
import tutti.engine.node.replicated.CheckpointTransfer.Reached;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** A replica that fetches a checkpoint of some megabytes from other hosts. */
class CheckpointTransferTest {
  private static final long POSITION = 70_000;
  private static final Reached REACHED = new Reached(new LogMark(POSITION, new Ballot(3, 1)), 2);
  private static final Have NOTHING = new Have(new Reached(LogMark.START, 0), 0, 0);
  private static final int FORCED = CheckpointTransfer.FORCED_BYTES;

  /** A question that a replica has asked. */
  private record Asked(int host, long at) {}

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Random random = new Random(5);
  private final Queue<Asked> asked = new ArrayDeque<>();
  private final ForgetfulDisk sender = new ForgetfulDisk();
  private long size;
  private ForgetfulDisk disk = new ForgetfulDisk();
  private CheckpointTransfer transfer;

  @BeforeEach
  void open() throws IOException {
    try (CheckpointWriter writer = new CheckpointStore(sender).begin(POSITION)) {
      byte[] entry = new byte[300_000];
      for (int each = 0; each < 40; each++) {
        random.nextBytes(entry);
        writer.add(entry, 0, entry.length);
      }
      writer.commit();
    }
    try (Disk.DiskFile file = sender.open(CheckpointStore.name(POSITION), false)) {
      size = file.size();
    }
    start();
  }

  private void start() throws IOException {
    asked.clear();
    transfer =
        new CheckpointTransfer(
            disk, MetaStore.open(disk), scheduler, scheduler.newStepQueue("apply"), this::sent);
  }

  private void sent(int host, Encoder part) {
    Decoder in = new Decoder(part.toByteArray());
    assertThat(in.getByte()).isEqualTo((byte) CheckpointTransfer.FETCH);
    assertThat(in.getVarLong()).isEqualTo(POSITION);
    asked.add(new Asked(host, in.getVarLong()));
  }

  private @Nullable Reached offer(int host) throws IOException {
    Encoder out = REACHED.encode(new Encoder()).putVarLong(size);
    return transfer.offered(host, new Decoder(out.toByteArray()), NOTHING);
  }

  /** The sender answers the oldest question. */
  private @Nullable Reached answer() throws IOException {
    Asked question = asked.remove();
    ByteBuffer piece = ByteBuffer.allocate(CheckpointTransfer.PIECE_BYTES);
    try (Disk.DiskFile file = sender.open(CheckpointStore.name(POSITION), false)) {
      file.read(piece, question.at());
    }
    Encoder out = new Encoder().putVarLong(POSITION).putVarLong(question.at());
    out.putVarLong(piece.position()).putRaw(piece.array(), 0, piece.position());
    return transfer.piece(question.host(), new Decoder(out.toByteArray()));
  }

  private void rest() {
    scheduler.advance(CheckpointTransfer.PIECE_NANOS);
    scheduler.runAll();
  }

  /** Lets so many bytes come, of the question that was asked. */
  private void fetch(long bytes) throws IOException {
    for (long more = bytes; more > 0; more -= CheckpointTransfer.PIECE_BYTES) {
      assertThat(answer()).isNull();
      rest();
    }
  }

  private void fetchAll() throws IOException {
    Reached complete = null;
    while (complete == null) {
      complete = answer();
      rest();
    }
    assertThat(complete).isEqualTo(REACHED);
    assertThat(new CheckpointStore(disk).openLatest((bytes, offset, length) -> {}))
        .hasValue(POSITION);
    assertThat(disk.list()).noneMatch(name -> name.startsWith("coming"));
  }

  @Test
  void onePieceIsUnderWayAtATimeAndTheNextIsAskedForAfterARest() throws IOException {
    assertThat(offer(1)).isNull();
    assertThat(asked).containsExactly(new Asked(1, 0));
    assertThat(answer()).isNull();
    assertThat(asked).as("the sender and the network rest").isEmpty();
    rest();
    assertThat(asked).containsExactly(new Asked(1, CheckpointTransfer.PIECE_BYTES));
    fetchAll();
  }

  @Test
  void aPieceThatIsLostIsAskedForAgain() throws IOException {
    offer(1);
    fetch(1 << 20);
    Asked lost = asked.remove();
    offer(1);
    assertThat(asked).as("a piece may be late").isEmpty();
    offer(1);
    assertThat(asked).containsExactly(lost);
    fetchAll();
  }

  @Test
  void goesOnInTheNextLifeWhereItWas() throws IOException {
    offer(1);
    fetch(FORCED + (1 << 20));
    disk = disk.crash(random);
    start();
    offer(1);
    assertThat(asked).containsExactly(new Asked(1, FORCED));
    fetchAll();
  }

  @Test
  void goesOnWhereItWasAsOftenAsItIsInterrupted() throws IOException {
    for (int forced = 0; forced < size / FORCED; forced++) {
      offer(1);
      assertThat(asked).containsExactly(new Asked(1, (long) forced * FORCED));
      fetch(FORCED + 1);
      disk = disk.crash(random);
      start();
    }
    offer(1);
    fetchAll();
  }

  @Test
  void theSameCheckpointOfAnotherHostIsAnotherFile() throws IOException {
    offer(1);
    fetch(FORCED + 1);
    start();
    offer(2);
    assertThat(asked).containsExactly(new Asked(2, 0));
    fetchAll();
  }

  @Test
  void anotherSenderIsTakenWhenTheFirstSaysNothingAnyMore() throws IOException {
    offer(1);
    fetch(1 << 20);
    offer(2);
    offer(2);
    assertThat(asked).extracting(Asked::host).containsOnly(1);
    asked.clear();
    offer(2);
    offer(2);
    assertThat(asked).containsExactly(new Asked(2, 0));
    fetchAll();
  }

  @Test
  void whatIsDamagedIsGivenUpAndComesAnew() throws IOException {
    offer(1);
    fetch(FORCED + 1);
    for (String name : disk.list()) {
      if (name.startsWith("coming")) {
        try (Disk.DiskFile file = disk.open(name, false)) {
          file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 5_000);
        }
      }
    }
    assertThatThrownBy(this::fetchAll).isInstanceOf(CorruptJournal.class);
    transfer.giveUp();
    asked.clear();
    offer(1);
    assertThat(asked).containsExactly(new Asked(1, 0));
    fetchAll();
  }

  @Test
  void anOfferOfWhatIsHereIsNotFetched() throws IOException {
    Have more = new Have(REACHED, POSITION, POSITION);
    Encoder out = REACHED.encode(new Encoder()).putVarLong(size);
    assertThat(transfer.offered(1, new Decoder(out.toByteArray()), more)).isEqualTo(REACHED);
    assertThat(asked).isEmpty();
  }
}
