package tutti.simulator.check;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * A transaction's statement about one row: the row was there, with some content, or it was not
 * there, or not in some part of an index.
 *
 * @param test the rows that it can have been; absent rows are null
 * @param made whether the transaction made the row itself
 * @param what the statement in words
 */
public record Sight(ActorId actor, RowsImage.RowKey row, Test test, boolean made, String what) {

  /** A test of rows. */
  @FunctionalInterface
  public interface Test {
    boolean admits(@Nullable Record row);
  }

  /** A reader of the statements in transactions' results. */
  @FunctionalInterface
  public interface Reader {
    /** The reader of applications that say nothing. */
    Reader NONE = (results, wrong) -> List.of();

    /**
     * Reads the rows that one transaction saw and made.
     *
     * @param results the results of its requests
     * @param wrong takes the statements that cannot be true, whatever other transactions did
     */
    List<Sight> read(List<@Nullable Object> results, Consumer<String> wrong);
  }

  @Override
  public String toString() {
    return actor + "/" + row + " " + what;
  }
}
