package tutti.engine.recovery;

import java.io.IOException;
import tutti.engine.container.Container;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.request.Directory;
import tutti.model.Application;

/** Checkpoints that are written at once, while nothing else goes on in the folder. */
final class WholeCheckpoint {
  private WholeCheckpoint() {}

  /**
   * Writes the first checkpoint of a folder. It comes before the first record: without one there
   * can be no log.
   */
  static void writeFirst(Application application, Disk disk, CheckpointStore checkpoints)
      throws IOException {
    for (String name : disk.list()) {
      if (name.startsWith("log-")) {
        throw new CorruptJournal(
            disk.describe(), name, 0, "there is a log, but the checkpoint it goes on from is gone");
      }
    }
    try (CheckpointWriter checkpoint = checkpoints.begin(0)) {
      new CheckpointFormat(application, checkpoint).application();
      checkpoint.commit();
    }
  }

  /**
   * Writes all that the containers and a folder's tables have.
   *
   * @param position up to which the log is contained
   */
  static void write(DataFolder folder, Directory directory, InProgress inProgress, long position)
      throws IOException {
    try (CheckpointWriter checkpoint = folder.checkpoints().begin(position)) {
      CheckpointFormat format = new CheckpointFormat(folder.application(), checkpoint);
      format.application();
      for (Container container : directory.containers()) {
        for (Cell cell : container.actors()) {
          FuzzyRowScan rows = format.actor(cell, container.control());
          while (rows != null && format.rows(rows)) {}
        }
      }
      format.inProgress(inProgress, position);
      format.resolutions(folder.resolutions());
      format.relied(folder.reliedOn());
      format.outcomes(folder.outcomes());
      format.keys(folder.keys());
      checkpoint.commit();
    }
  }
}
