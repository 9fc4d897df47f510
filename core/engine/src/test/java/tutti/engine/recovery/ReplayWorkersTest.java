package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.recovery.ReplayWorkers.Piece;
import tutti.engine.recovery.Stalls.Stall.Item;
import tutti.engine.recovery.Stalls.Stall.Kind;
import tutti.engine.recovery.Stalls.Stall.Note;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.relation.store.KeyRange;

/** Whatever threads do when, replay by several is replay by one: what is there, or what is told. */
class ReplayWorkersTest {
  private static final int SMALL = 12;
  private static final int KEYS = 3000;

  private final TestBank bank = new TestBank();
  private final Application application = new RelationalApplication(Stalls.first(), bank);
  private final RealScheduler scheduler = new RealScheduler();

  /** A frame that was read, as the disk has it. */
  private record Frame(long position, byte[] bytes) {}

  private record Folder(List<Frame> checkpoint, List<Frame> log) {}

  @AfterEach
  void close() {
    scheduler.close();
  }

  private Folder folder(RandomGenerator random) throws Exception {
    ForgetfulDisk disk = new ForgetfulDisk();
    RecoveredNode node = new RecoveredNode(application, disk, 20_000 + random.nextInt(400_000));
    node.run(bank.call("a", "open", 1L));
    for (int tx = 0; tx < 400; tx++) {
      int small = random.nextInt(2 * SMALL);
      commit(node, new ActorId("Stall", small < SMALL ? "s" + small : "huge"), random);
      node.run(bank.call("a", "deposit", 1L));
      node.pass(random.nextInt(4) == 0 ? 1_000_000 : 1);
    }
    node.pass(1_000_000_000);
    List<Frame> checkpoint = new ArrayList<>();
    List<Frame> log = new ArrayList<>();
    Disk copy = disk.copy();
    long from =
        new CheckpointStore(copy)
            .openLatest((bytes, at, length) -> checkpoint.add(frame(0, bytes, at, length)))
            .orElseThrow();
    SegmentedJournal.open(
            copy,
            new SegmentedJournal.Settings(64L << 20, 256L << 20, Duration.ZERO),
            new ManualScheduler(),
            from,
            (position, bytes, at, length) -> log.add(frame(position, bytes, at, length)))
        .close();
    return new Folder(checkpoint, log);
  }

  private static Frame frame(long position, byte[] bytes, int at, int length) {
    return new Frame(position, Arrays.copyOfRange(bytes, at, at + length));
  }

  /** Few small keys, which come and go; of the huge actor many; their entries move in the index. */
  private static void commit(RecoveredNode node, ActorId actor, RandomGenerator random)
      throws Exception {
    boolean huge = actor.key().equals("huge");
    Tx tx = node.new Tx();
    assertThat(
            tx.work(
                actor,
                rows -> {
                  for (int i = random.nextInt(40); i >= 0; i--) {
                    int key = random.nextInt(huge ? KEYS : 20);
                    String text = "t" + random.nextInt(5);
                    switch (random.nextInt(5)) {
                      case 0 -> rows.delete(Stalls.ITEMS, key);
                      case 1 -> rows.delete(Stalls.NOTES, text);
                      case 2 -> rows.put(Stalls.NOTES, text, new Note(text));
                      default -> rows.put(Stalls.ITEMS, key, item(key, random.nextInt(), text));
                    }
                  }
                }))
        .isTrue();
    tx.commit();
  }

  private static Item item(int key, long price, String shelf) {
    return new Item(key, "i", price, Kind.FISH, shelf);
  }

  private Replay replay(ActorTable table, ReplayWorkers workers) {
    return new Replay(
        application,
        "a folder",
        new OutcomeTable(
            0,
            2,
            OutcomeTable.KEPT,
            true,
            new tutti.engine.transaction.outcome.ResultSize(tutti.engine.bank.PlainCodec.INSTANCE)),
        new IdempotencyTable(Duration.ofDays(1), 10_000),
        new PeerLogDependencies(),
        (writer, actor) -> table,
        workers);
  }

  /** Everything that is there afterwards, places and their numbers too; or why it is refused. */
  private Object outcome(Folder folder, int threads, int batchBytes) {
    ReplayWorkers workers = new ReplayWorkers(scheduler, threads, batchBytes);
    ActorTable table = new ActorTable(application);
    Replay replay = replay(table, workers);
    try {
      for (Frame entry : folder.checkpoint) {
        replay.entry(entry.bytes, 0, entry.bytes.length);
      }
      workers.settle();
      for (Frame record : folder.log) {
        replay.record(record.position, record.bytes, 0, record.bytes.length);
      }
      workers.settle();
      workers.end();
      replay.finish();
    } catch (IOException e) {
      return e.getMessage();
    } finally {
      workers.end();
    }
    Map<String, Object> all = new TreeMap<>();
    for (Cell cell : table) {
      ReplayedActor unsettled = replay.unsettled().get(cell.id());
      all.put(
          cell.id().toString(),
          describe(cell, unsettled == null ? List.of() : unsettled.pending()));
    }
    return all;
  }

  private static List<Object> describe(Cell actor, List<ReplayedActor.Pending> pending) {
    List<Object> all = new ArrayList<>(List.of(actor.version(), actor.nextPosition(), pending));
    if (!(actor.state().field(0) instanceof ActorRows rows)) {
      all.add(actor.state());
      return all;
    }
    for (int relation = 0; relation < rows.relations().size(); relation++) {
      RowTable<?> table = rows.table(relation);
      for (int order = 0; order < table.orders(); order++) {
        Cursor<RowPlace> places = table.scan(order, KeyRange.ALL, false, null);
        while (places.next()) {
          all.add(
              HexFormat.of().formatHex(places.key())
                  + places.value().installed()
                  + places.value().tid());
        }
      }
    }
    return all;
  }

  @Test
  void severalThreadsComeToTheSameAsOne() throws Exception {
    int checkpoints = 0;
    for (int seed = 0; seed < 12; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      Folder folder = folder(random);
      checkpoints += (int) folder.checkpoint.stream().filter(ReplayWorkersTest::hasRows).count();
      Object one = outcome(folder, 1, 1);
      assertThat(one).as("seed %d", seed).isInstanceOf(Map.class);
      for (int batch : List.of(1, 1 + random.nextInt(5000), 1 << 30)) {
        assertThat(outcome(folder, 4, batch)).as("seed %d batch %d", seed, batch).isEqualTo(one);
      }
    }
    assertThat(checkpoints).as("pieces of checkpoints").isGreaterThan(20);
  }

  private static boolean hasRows(Frame entry) {
    return entry.bytes[0] == CheckpointFormat.ROWS;
  }

  @Test
  void whatIsDamagedIsRefusedInTheSameWords() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(99);
    Folder folder = folder(random);
    int refused = 0;
    for (int i = 0; i < 60; i++) {
      Folder damaged = new Folder(new ArrayList<>(folder.checkpoint), new ArrayList<>(folder.log));
      damage(random.nextInt(4) == 0 ? damaged.checkpoint : damaged.log, random);
      Object one = outcome(damaged, 1, 1);
      refused += one instanceof String ? 1 : 0;
      assertThat(outcome(damaged, 4, 1 + random.nextInt(2000))).as("%d", i).isEqualTo(one);
    }
    assertThat(refused).isGreaterThan(20);
  }

  private static void damage(List<Frame> frames, RandomGenerator random) {
    int which = random.nextInt(frames.size());
    byte[] bytes = frames.get(which).bytes.clone();
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    frames.set(which, new Frame(frames.get(which).position, bytes));
  }

  /** The failures are rows that cannot be written, and pieces behind them that cannot be read. */
  @Test
  void theFirstFailureInTheLogIsToldWhoeverIsFaster() throws Exception {
    for (int run = 0; run < 50; run++) {
      ReplayWorkers workers = new ReplayWorkers(scheduler, 4, 1);
      ActorId id = new ActorId("Stall", "a");
      ActorRows rows =
          ActorRows.of(Objects.requireNonNull(application.type("Stall")).blank(id.key()));
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 60; i++) {
                  Object key = i == 20 || i == 21 || i == 22 ? "not a number" : (Object) (i << 8);
                  Change change = new Change(Stalls.ITEMS, key, item(i, 0, "s"), false);
                  workers.take(new byte[1], 0, 1, piece(i, workers, id, rows, change));
                }
                workers.settle();
              })
          .isInstanceOf(IOException.class)
          .hasMessage("piece 20");
      workers.end();
    }
  }

  private static Piece<Change> piece(
      int number, ReplayWorkers workers, ActorId id, ActorRows rows, Change change) {
    return new Piece<>(
        (Decoder in) -> {
          if (number == 25) {
            throw new IllegalStateException("not to be told");
          }
          return change;
        },
        it -> workers.write(id, rows, List.of(it)),
        e -> new IOException("piece " + number, e));
  }
}
