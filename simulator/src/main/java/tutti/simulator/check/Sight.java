package tutti.simulator.check;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * What a transaction says that it knew of one row: that it was there, with something in it, or that
 * it was not there, or not in some part of an index.
 *
 * @param test what rows it can have been; absent ones are null
 * @param made whether it is a row that the transaction has made itself
 * @param what in words
 */
public record Sight(ActorId actor, RowsImage.RowKey row, Test test, boolean made, String what) {

  /** Which rows. */
  @FunctionalInterface
  public interface Test {
    boolean admits(@Nullable Record row);
  }

  /** Finds what transactions say in what they gave. */
  @FunctionalInterface
  public interface Reader {
    /** Of applications that say nothing. */
    Reader NONE = (results, wrong) -> List.of();

    /**
     * What one transaction saw and made.
     *
     * @param results of its requests
     * @param wrong takes what cannot be so, whatever others did
     */
    List<Sight> read(List<@Nullable Object> results, Consumer<String> wrong);
  }

  @Override
  public String toString() {
    return actor + "/" + row + " " + what;
  }
}
