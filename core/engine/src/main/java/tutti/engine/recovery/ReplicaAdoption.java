package tutti.engine.recovery;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.DataFolderRefused;

/**
 * The change of a replica's data to the application, the concurrency control and the isolation that
 * are to run, if others have written it. Each replica changes its data by itself when its host
 * starts, once it has applied all that its log contains.
 *
 * <p>That is enough for all replicas to agree, since everything that is chosen is in the logs of a
 * majority. So of each majority that starts under the new application, one replica has applied it
 * and has the longest log, and replicas with less of the log get that replica's checkpoint. A log
 * is refused if it has records that are not known to be chosen, since it may be the only log left
 * of that majority.
 */
public final class ReplicaAdoption {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaAdoption.class);

  private final DataFolder folder;
  private final FolderMarks marks;
  private final Replay replay;
  private final FoundActors found;
  private final String name;

  /**
   * @param name the folder's name, for people
   */
  ReplicaAdoption(
      DataFolder folder, FolderMarks marks, Replay replay, FoundActors found, String name) {
    this.folder = folder;
    this.marks = marks;
    this.replay = replay;
    this.found = found;
    this.name = name;
  }

  /** Makes a folder in which nothing was written the new application's. */
  void ofNew() throws IOException {
    if (marks.isNew()) {
      marks.owned();
      marks.deployed();
    }
  }

  /** Whether the data is that of another application, concurrency control or isolation. */
  public boolean isDue() throws IOException {
    return folder.evolves() || !marks.sameControl();
  }

  /**
   * Checks that the data can be changed, once all that its log has is applied.
   *
   * @param undecided whether the log has records of which it is not known that they are chosen
   * @param end of the shard's log here; each term makes it longer
   * @throws DataFolderRefused if the data cannot be changed now
   */
  public void check(boolean undecided, long end) throws IOException {
    if (marks.wasAdoptedAt(end)) {
      // What the other nodes have kept may be lost here.
      throw refused("it was changed before, since when no node has led its shard");
    }
    if (undecided) {
      throw refused("its log has records of which it does not know whether they count");
    }
    if (!replay.inDoubt().isEmpty()) {
      throw refused("a transaction over several shards was in doubt when it stopped");
    }
  }

  /**
   * Changes the data, which was checked before; the folder must be opened again after that.
   *
   * @param end the end of the shard's log here; each term makes it longer
   * @throws DataFolderRefused if the data cannot continue under this application
   */
  public void run(long end) throws IOException {
    // As a leader would begin now: what has no record, and is not in doubt, never happened.
    replay.finish();
    if (folder.evolves()) {
      found.convert(folder.application().evolveFrom(replay.writer()), name);
    }
    marks.adopts(folder.replayedTo());
    try (FollowerCheckpoint checkpoint = folder.checkpoint()) {
      while (!checkpoint.step()) {}
      checkpoint.commit();
    }
    marks.deployed();
    marks.adopted(end);
    LOG.info("the data in {} goes on under what has changed", name);
  }

  /**
   * Returns whether the newest checkpoint may be the one by which the data was changed. No replica
   * may read what was written before that checkpoint, even if a crash has undone the truncation of
   * the log.
   */
  public boolean isNewest() throws IOException {
    return marks.adoptedFrom(folder.checkpointed());
  }

  private DataFolderRefused refused(String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_APPLICATION,
        "the data folder "
            + name
            + " was written under another application, concurrency control or isolation, and "
            + why
            + ". Nothing was changed. Start all nodes once more as they were, stop them in order"
            + " when no requests come any more, and start them as they are to be. If most of the other"
            + " nodes can start, give this one an empty folder");
  }
}
