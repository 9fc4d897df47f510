package tutti.benchmark.recovery;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.NodeFolder;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.request.Directory;
import tutti.lab.load.ProcessorTime;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Relation;
import tutti.model.relation.store.KeyRange;

/** A data folder full of rows of 100 bytes, in its log or in a checkpoint. Not thread-safe. */
final class RowFolder {
  private static final String TYPE = "Table";
  private static final int TEXT_BYTES = 92;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  /** An actor with one relation. */
  public static final class Table extends Actor {
    public record Row(long id, String text) {}

    public final Relation<Long, Row> rows = relation("rows", Row.class, Row::id);
  }

  private final RelationalApplication application =
      new RelationalApplication(
          JavaApplication.named("rows").actor(TYPE, Table::new).build(), null);
  private final Deployment deployment;
  private final Path folder;
  private final int rows;
  private final int actors;
  private final int perRecord;

  RowFolder(Deployment deployment, Path folder, int rows, int actors, int perRecord) {
    this.deployment = deployment;
    this.folder = folder;
    this.rows = rows;
    this.actors = actors;
    this.perRecord = perRecord;
  }

  /** Writes the log of transactions that insert all rows; the actors take turns. */
  void write() throws IOException {
    try (FolderDisk disk = FolderDisk.open(folder);
        RealScheduler scheduler = new RealScheduler()) {
      DataFolder data = open(directory(), disk, scheduler);
      RecordFormat format = new RecordFormat(application);
      SplittableRandom random = new SplittableRandom(rows);
      int written = 0;
      for (int record = 0; written < rows; record++) {
        int now = Math.min(perRecord, rows - written);
        Encoder out = record(format, record, written, now, random);
        data.journal().append(out.array(), 0, out.size());
        written += now;
      }
      data.journal().close();
    }
  }

  private Encoder record(
      RecordFormat format, int number, int first, int count, SplittableRandom random) {
    List<Change> changes = new ArrayList<>();
    for (long row = first; row < first + count; row++) {
      changes.add(new Change(0, row, new Table.Row(row, text(random)), false));
    }
    ActorId id = new ActorId(TYPE, "t" + number % actors);
    RelationalActorType type = Objects.requireNonNull(application.type(Table.class));
    Cell cell = new Cell(id, type, type.blank(id.key()));
    Call call = RelationalActorType.write(cell, new RowChanges(TYPE, changes));
    BranchKey key = new BranchKey(new TransactionId(0, 1, number), 0);
    Inserted claim = new Inserted(key.id(), cell, call, number / actors);
    return format.decision(key, null, List.of(), claim.seen, List.of(claim));
  }

  private static String text(SplittableRandom random) {
    byte[] text = new byte[TEXT_BYTES];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return new String(text, StandardCharsets.US_ASCII);
  }

  /** The claim of a transaction, as far as a record of it needs that. */
  private static final class Inserted extends Claim {
    private final Observations seen;

    private record Owner(TransactionId id) implements Participant {
      @Override
      public long age() {
        return 0;
      }

      @Override
      public Status status() {
        return Status.COMMITTED;
      }
    }

    Inserted(TransactionId id, Cell cell, Call call, long position) {
      this(id, cell, call, position, Observations.at(Instant.EPOCH));
    }

    private Inserted(TransactionId id, Cell cell, Call call, long position, Observations seen) {
      super(new Owner(id), cell, new Work.Act(call), seen, position, position);
      this.seen = seen;
    }

    @Override
    public long observedLsn() {
      return 0;
    }
  }

  /** Replays the log, and puts a checkpoint in its place; returns the seconds of the checkpoint. */
  double checkpoint() throws IOException, InterruptedException {
    try (FolderDisk disk = FolderDisk.open(folder);
        RealScheduler scheduler = new RealScheduler()) {
      Directory directory = directory();
      DataFolder data = open(directory, disk, scheduler);
      Map<BranchKey, List<Claim>> none = data.populate(branch -> unexpected(), InProgress.NONE);
      Checkpointer checkpointer =
          new Checkpointer(
              data,
              directory,
              new CheckpointGate(),
              InProgress.NONE,
              scheduler,
              Long.MAX_VALUE / 2);
      long start = System.nanoTime();
      checkpointer.grown(Long.MAX_VALUE);
      while (none.isEmpty() && checkpointer.made() == 0) {
        Thread.sleep(1);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      data.journal().close();
      return seconds;
    }
  }

  private static Participant unexpected() {
    throw new IllegalStateException("nothing can be in doubt");
  }

  /**
   * The result of a start.
   *
   * @param cpuSeconds of the thread that replays
   * @param allCpuSeconds of all threads, the collector's and the compilers' too
   * @param found rows
   */
  record Start(double seconds, double cpuSeconds, double allCpuSeconds, long found) {}

  /** Opens the folder as a node does, up to where it could take requests. */
  Start start() throws IOException {
    try (FolderDisk disk = FolderDisk.open(folder);
        RealScheduler scheduler = new RealScheduler()) {
      long start = System.nanoTime();
      long cpuStart = CPU.getCurrentThreadCpuTime();
      double allStart = ProcessorTime.seconds();
      Directory directory = directory();
      DataFolder data = open(directory, disk, scheduler);
      if (!data.populate(branch -> unexpected(), InProgress.NONE).isEmpty()) {
        throw new IllegalStateException("nothing can be in doubt");
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpu = (CPU.getCurrentThreadCpuTime() - cpuStart) / 1e9;
      double all = ProcessorTime.seconds() - allStart;
      data.journal().close();
      return new Start(seconds, cpu, all, count(directory));
    }
  }

  private static long count(Directory directory) {
    long count = 0;
    for (Cell cell : directory.containers().getFirst().actors()) {
      Cursor<RowPlace> places =
          ActorRows.of(cell.state()).table(0).scan(0, KeyRange.ALL, false, null);
      while (places.next()) {
        count++;
      }
    }
    return count;
  }

  private DataFolder open(Directory directory, FolderDisk disk, RealScheduler scheduler)
      throws IOException {
    RandomGenerator entropy = new SplittableRandom(1);
    return new DataFolder(
        directory, NodeFolder.settings(deployment, 0, OutcomeTable.KEPT), disk, scheduler, entropy);
  }

  private Directory directory() {
    Container only =
        new Container(
            new ActorTable(application), new TwoPhaseLocking(Effects.UNHEARD), List.of(), false);
    Placements placements = new Placements(Deployment.DEFAULT.placement(), 1);
    return new Directory(application, placements, 0, List.of(only));
  }
}
