package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.replicated.CheckpointSink.Have;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.transfer.NoState;
import tutti.engine.transfer.StateTransfer;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** A replica that fetches a checkpoint of some megabytes from other hosts. */
class CheckpointSinkTest {
  private static final long POSITION = 70_000;
  private static final Reached REACHED = new Reached(new LogMark(POSITION, new Ballot(3, 1)), 2);
  private static final Have NOTHING = new Have(new Reached(LogMark.START, 0), 0, 0);
  private static final int FORCED = CheckpointSink.FORCED_BYTES;

  /** A question that a replica has asked. */
  private record Asked(int host, long number, long at) {}

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Random random = new Random(5);
  private final Random names = new Random(7);
  private final Queue<Asked> asked = new ArrayDeque<>();
  private final List<Reached> complete = new ArrayList<>();
  private final ForgetfulDisk sender = new ForgetfulDisk();
  private long size;
  private ForgetfulDisk disk = new ForgetfulDisk();
  private Have have = NOTHING;
  private StateTransfer<CheckpointSink.Offer> transfer;

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
    complete.clear();
    CheckpointSink sink =
        new CheckpointSink(
            disk,
            MetaStore.open(disk),
            scheduler,
            scheduler.newStepQueue("apply"),
            () -> have,
            complete::add);
    transfer = new StateTransfer<>("a test", this::sent, new NoState(), sink, names::nextLong, 3);
  }

  private void sent(int host, Encoder part) {
    Decoder in = new Decoder(part.toByteArray());
    assertThat(in.getByte()).as("a fetch").isEqualTo((byte) 1);
    long number = in.getLong();
    Decoder cursor = new Decoder(in.getBytes());
    assertThat(cursor.getVarLong()).isEqualTo(POSITION);
    asked.add(new Asked(host, number, cursor.getVarLong()));
  }

  private void offer(int host) {
    Encoder out = REACHED.encode(new Encoder().putByte(0).putLong(0)).putVarLong(size);
    transfer.received(host, new Decoder(out.toByteArray()));
  }

  /** The sender answers the oldest question. */
  private void answer() throws IOException {
    Asked question = asked.remove();
    ByteBuffer piece = ByteBuffer.allocate(CheckpointSource.PIECE_BYTES);
    try (Disk.DiskFile file = sender.open(CheckpointStore.name(POSITION), false)) {
      file.read(piece, question.at());
    }
    Encoder out = new Encoder().putByte(2).putLong(question.number());
    out.putBytes(CheckpointSource.cursor(POSITION, question.at()));
    out.putRaw(piece.array(), 0, piece.position());
    transfer.received(question.host(), new Decoder(out.toByteArray()));
  }

  private void assertAsked(int host, long at) {
    assertThat(asked).extracting(Asked::host, Asked::at).containsExactly(tuple(host, at));
  }

  private void rest() {
    scheduler.advance(CheckpointSink.PIECE_NANOS);
    scheduler.runAll();
  }

  /** Lets so many bytes come, of the question that was asked. */
  private void fetch(long bytes) throws IOException {
    for (long more = bytes; more > 0; more -= CheckpointSource.PIECE_BYTES) {
      answer();
      assertThat(complete).isEmpty();
      rest();
    }
  }

  private void fetchAll() throws IOException {
    while (complete.isEmpty()) {
      answer();
      rest();
    }
    assertThat(complete).containsExactly(REACHED);
    assertThat(new CheckpointStore(disk).openLatest((bytes, offset, length) -> {}))
        .hasValue(POSITION);
    assertThat(disk.list()).noneMatch(name -> name.startsWith("coming"));
  }

  @Test
  void onePieceIsUnderWayAtATimeAndTheNextIsAskedForAfterARest() throws IOException {
    offer(1);
    assertAsked(1, 0);
    answer();
    assertThat(asked).as("the sender and the network rest").isEmpty();
    rest();
    assertAsked(1, CheckpointSource.PIECE_BYTES);
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
    assertAsked(1, FORCED);
    fetchAll();
  }

  @Test
  void goesOnWhereItWasAsOftenAsItIsInterrupted() throws IOException {
    for (int forced = 0; forced < size / FORCED; forced++) {
      offer(1);
      assertAsked(1, (long) forced * FORCED);
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
    assertAsked(2, 0);
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
    assertAsked(2, 0);
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
    assertThatThrownBy(this::fetchAll).hasCauseInstanceOf(CorruptJournal.class);
    transfer.giveUp();
    asked.clear();
    offer(1);
    assertAsked(1, 0);
    fetchAll();
  }

  @Test
  void anOfferOfWhatIsHereIsNotFetched() throws IOException {
    have = new Have(REACHED, POSITION, POSITION);
    offer(1);
    assertThat(complete).containsExactly(REACHED);
    assertThat(asked).isEmpty();
  }
}
