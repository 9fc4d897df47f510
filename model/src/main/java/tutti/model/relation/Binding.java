package tutti.model.relation;

import org.jspecify.annotations.Nullable;

/**
 * What ties the relations of one actor object to the transaction that it works for. Not
 * thread-safe: it refuses any other thread than the transaction's.
 */
public final class Binding {
  private final String actor;
  private @Nullable RowStore store;
  private @Nullable Thread owner;

  /**
   * Bound to nothing yet.
   *
   * @param actor the actor's type, for errors
   */
  public Binding(String actor) {
    this.actor = actor;
  }

  /** From now on, and for the calling thread alone, the rows are these. */
  public void bind(RowStore rows) {
    store = rows;
    owner = Thread.currentThread();
  }

  /** Ends the transaction: from now on relations cannot be used. */
  public void unbind() {
    store = null;
    owner = null;
  }

  /**
   * The rows of the transaction that runs.
   *
   * @throws IllegalStateException outside the transaction or its thread
   */
  public RowStore rows() {
    RowStore rows = store;
    if (rows == null || owner != Thread.currentThread()) {
      throw misuse();
    }
    return rows;
  }

  private IllegalStateException misuse() {
    return new IllegalStateException(
        store == null
            ? actor
                + " is used outside a transaction: an actor works only while one of its procedures"
                + " runs; return values, and do not keep the actor"
            : actor
                + " is used by another thread than its transaction's: call other actors for work in"
                + " parallel");
  }
}
