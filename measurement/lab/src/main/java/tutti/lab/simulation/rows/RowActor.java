package tutti.lab.simulation.rows;

import java.util.List;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;

/**
 * An actor with items that come and go, and purses that stay. {@link RowActorVersion} has its
 * relations.
 */
public abstract class RowActor extends Actor {
  static final int ITEMS = 0;
  static final int PURSES = 1;
  static final int MARKS = 2;

  /** The number of possible keys of items, from 0. */
  static final int KEYS = 10;

  /**
   * A purse with money.
   *
   * @param missing how much less it has than in the beginning; empty if it has as much or more
   */
  record Purse(long id, long cents, Optional<Long> missing, long stamp) implements VersionedRow {
    Purse(long id, long cents, long stamp) {
      this(
          id,
          cents,
          cents < RowScenario.CENTS ? Optional.of(RowScenario.CENTS - cents) : Optional.empty(),
          stamp);
    }
  }

  abstract Inventory<?> stock();

  /**
   * Returns whether the indexes that the first version lacks contain exactly the existing items.
   *
   * @param low the lower end of the range that one of the indexes is asked for
   * @param high the upper end of the range
   */
  boolean agrees(long low, long high) {
    throw new IllegalStateException("the first version has no more indexes");
  }

  /**
   * Increases the count of a mark, in versions that have marks.
   *
   * @return the stamp that it had, or 0 if there was none
   */
  long mark(long id, long stamp) {
    throw new IllegalStateException("the first version has no marks");
  }

  /**
   * The notes of a call and of the calls that it made, in an order that is right for each actor.
   *
   * @param script the script that it played
   */
  public record Seen(String shelf, String script, List<Note> notes) {}

  /** A procedure that plays a script. */
  record Run(long path, String script) implements Procedure<RowActor, Seen> {
    @Override
    public Seen run(RowActor shelf) {
      return new ScriptInterpreter<>(shelf, shelf.stock(), path).all(script);
    }
  }

  /** A query that plays a script that only reads. */
  record Look(long path, String script) implements Query<RowActor, Seen> {
    @Override
    public Seen run(RowActor shelf) {
      return new ScriptInterpreter<>(shelf, shelf.stock(), path).all(script);
    }
  }
}
