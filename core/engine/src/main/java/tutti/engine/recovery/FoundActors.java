package tutti.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.container.Container;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.request.Directory;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * The actors of a folder: in the containers, if the application that is to run wrote them, else in
 * a table of their own until they are converted. Not thread-safe.
 */
final class FoundActors implements ReplayTables {
  private static final Logger LOG = LoggerFactory.getLogger(FoundActors.class);
  private static final int MOST_OBSTACLES = 20;

  private final Directory directory;

  /** The actors as another application wrote them; null if there are none. */
  private @Nullable ActorTable former;

  FoundActors(Directory directory) {
    this.directory = directory;
  }

  @Override
  public ActorTable of(Application writer, ActorId actor) {
    if (writer == directory.application()) {
      return directory.containerOf(actor).actors();
    }
    ActorTable table = former;
    if (table == null) {
      table = new ActorTable(writer);
      former = table;
    }
    return table;
  }

  /** Tells a person what was found in a folder, if there was anything. */
  void tell(String folder, Replay replay) {
    long actors = count();
    if (replay.records() > 0 || actors > 0) {
      LOG.info(
          "recovered {} actors from {} ({} log records after the checkpoint, {} transactions in"
              + " doubt, {} to be told to others)",
          actors,
          folder,
          replay.records(),
          replay.inDoubt().size(),
          replay.unfinished().size());
    }
  }

  private long count() {
    long count = former == null ? 0 : former.size();
    for (Container container : directory.containers()) {
      count += container.actors().size();
    }
    return count;
  }

  /**
   * Makes every actor number its next actions from {@code first} on. A term's positions are greater
   * than those of all earlier terms, including positions of actions that are in no log: a
   * checkpoint of an earlier leader may claim that all actions before such a position are applied.
   */
  void beginPositionsAt(long first) {
    for (Container container : directory.containers()) {
      for (Cell cell : container.actors()) {
        cell.positionTaken(first - 1);
      }
    }
  }

  /** Drops the actors of another application. */
  void drop() {
    former = null;
  }

  /**
   * Puts the actors of another application into the containers, each in the place of its former
   * form, so that two forms of all actors are never in memory.
   *
   * @param folder the name of the folder in messages
   * @throws DataFolderRefused if one of the actors cannot be converted; then no container was
   *     changed
   */
  void convert(Application.Evolution evolution, String folder) throws DataFolderRefused {
    ActorTable from = former;
    if (from == null) {
      return;
    }
    check(evolution, from, folder);
    Application.Conversion conversion = evolution.conversion();
    for (Cell cell : from) {
      ActorId id = cell.id();
      ActorType type = directory.application().type(id.type());
      if (type != null) {
        ActorState state = conversion.convert(id, cell.state());
        Cell converted = directory.containerOf(id).actors().insert(id, type, state);
        converted.restore(state, cell.version(), cell.nextPosition());
      }
      from.remove(cell);
    }
    former = null;
  }

  /** Checks the data for obstacles; names those of a limited number of actors. */
  private void check(Application.Evolution evolution, ActorTable from, String folder)
      throws DataFolderRefused {
    List<String> obstacles = new ArrayList<>();
    for (Cell cell : from) {
      ActorId id = cell.id();
      if (!directory.isHere(id)) {
        obstacles.add(
            id
                + " is on this node by the name that its type had, and by this name on another"
                + " one: keep the name, or place the type by ranges");
      }
      obstacles.addAll(evolution.check().obstacles(id, cell.state()));
      if (obstacles.size() >= MOST_OBSTACLES) {
        obstacles.add("and perhaps more");
        break;
      }
    }
    if (!obstacles.isEmpty()) {
      throw OtherApplication.refused(folder, obstacles);
    }
  }
}
