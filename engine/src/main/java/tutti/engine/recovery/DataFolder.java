package tutti.engine.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.container.Container;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.OutcomeTable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** A node's data folder, opened and recovered. Used by one thread until the node runs. */
public final class DataFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String INCARNATION = "incarnation";
  private static final String DEPLOYMENT = "deployment";

  private final Application application;
  private final Deployment deployment;
  private final MetaStore meta;
  private final CheckpointStore checkpoints;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final long incarnation;
  private final Journal journal;
  private final long checkpointPosition;
  private final Application writer;
  private final Map<ActorId, Replay.Replayed> actors;

  /**
   * Reads the folder; an empty one becomes this application's.
   *
   * @throws DataFolderRefused if it cannot be used as it is; nothing was lost
   * @throws IOException if the disk fails
   */
  public DataFolder(Application application, Deployment deployment, Disk disk, Scheduler scheduler)
      throws IOException {
    this.application = application;
    this.deployment = deployment;
    this.meta = MetaStore.open(disk);
    this.incarnation = 1 + meta.get(INCARNATION).map(DataFolder::number).orElse(0L);
    this.checkpoints = new CheckpointStore(disk);
    this.outcomes = new OutcomeTable(0, incarnation);
    this.keys =
        new IdempotencyTable(deployment.idempotency().keep(), deployment.idempotency().maxKeys());
    Replay replay = new Replay(application, outcomes, keys, scheduler.now());
    OptionalLong from = checkpoints.openLatest(replay::entry);
    if (from.isEmpty()) {
      refuseLogWithoutCheckpoint(disk);
      writeFirst();
      from = checkpoints.openLatest(replay::entry);
    }
    this.checkpointPosition = from.orElseThrow();
    this.journal =
        SegmentedJournal.open(
            disk, deployment.journal(), scheduler, checkpointPosition, replay::record);
    this.writer = replay.writer();
    this.actors = replay.finish();
    if (replay.records() > 0 || !actors.isEmpty()) {
      LOG.info(
          "recovered {} actors from {} ({} log records after the checkpoint)",
          actors.size(),
          disk.describe(),
          replay.records());
    }
  }

  private static long number(byte[] bytes) {
    return new Decoder(bytes).getLong();
  }

  /** The first checkpoint is written before the first record: without one there can be no log. */
  private static void refuseLogWithoutCheckpoint(Disk disk) throws IOException {
    for (String name : disk.list()) {
      if (name.startsWith("log-")) {
        throw new CorruptJournal(
            disk.describe(), name, 0, "there is a log, but the checkpoint it goes on from is gone");
      }
    }
  }

  private void writeFirst() throws IOException {
    try (CheckpointWriter checkpoint = checkpoints.begin(0)) {
      new CheckpointFormat(application, checkpoint).application();
      checkpoint.commit();
    }
  }

  /**
   * Puts what was recovered into the containers, in the form of the application that is to run.
   *
   * @throws DataFolderRefused if its data cannot go on under this application
   */
  public void populate(Directory directory) throws IOException {
    boolean evolves = !Arrays.equals(writer.source(), application.source());
    Application.Conversion conversion = evolves ? evolution() : (actor, state) -> state;
    for (Map.Entry<ActorId, Replay.Replayed> entry : actors.entrySet()) {
      ActorId id = entry.getKey();
      Replay.Replayed actor = entry.getValue();
      ActorType type = application.type(id.type());
      if (actor.version() == 0 || type == null) {
        continue;
      }
      ActorState state = conversion.convert(id, actor.state());
      Cell cell = directory.containerOf(id).actors().insert(id, type, state);
      cell.restore(state, actor.version(), actor.next());
    }
    actors.clear();
    if (evolves) {
      writeEvolved(directory);
    }
    // Only now: a folder that is refused stays as it was. Before the first transaction: no number
    // is
    // used twice.
    meta.put(INCARNATION, new Encoder().putLong(incarnation).toByteArray());
    meta.put(DEPLOYMENT, DeploymentText.render(deployment).getBytes(StandardCharsets.UTF_8));
  }

  private Application.Conversion evolution() throws DataFolderRefused {
    Application.Evolution evolution = application.evolveFrom(writer);
    List<String> obstacles = new ArrayList<>(evolution.obstacles());
    if (!obstacles.isEmpty()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_APPLICATION,
          "the data was written under another version of the application, and cannot go on under"
              + " this one:\n  - "
              + String.join("\n  - ", obstacles)
              + "\nNothing was changed.");
    }
    return evolution.conversion();
  }

  /** From here on the folder is the new application's; before it is complete, the old one's. */
  private void writeEvolved(Directory directory) throws IOException {
    try (CheckpointWriter checkpoint = checkpoints.begin(journal.end())) {
      CheckpointFormat format = new CheckpointFormat(application, checkpoint);
      format.application();
      for (Container container : directory.containers()) {
        for (Cell cell : container.actors()) {
          format.actor(cell, container.control());
        }
      }
      format.outcomes(outcomes);
      format.keys(keys);
      checkpoint.commit();
    }
    journal.truncateBefore(journal.end());
    LOG.info("the data goes on under the changed application");
  }

  public long incarnation() {
    return incarnation;
  }

  public Journal journal() {
    return journal;
  }

  public OutcomeTable outcomes() {
    return outcomes;
  }

  public IdempotencyTable keys() {
    return keys;
  }

  CheckpointStore checkpoints() {
    return checkpoints;
  }

  Application application() {
    return application;
  }

  /** The log position that the newest checkpoint reaches. */
  long checkpointPosition() {
    return checkpointPosition;
  }
}
