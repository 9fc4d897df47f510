package tutti.model.relation.store;

import org.jspecify.annotations.Nullable;

/**
 * The link between the relations of one actor object and the transaction that the object works for.
 * Not thread-safe: a binding refuses any other thread than the transaction's.
 */
public final class Binding {
  private final String actor;
  private @Nullable RowStore store;
  private @Nullable Thread owner;

  /**
   * Makes a binding without a transaction.
   *
   * @param actor the actor's type, for errors
   */
  public Binding(String actor) {
    this.actor = actor;
  }

  /** Binds the relations to these rows, for the calling thread alone. */
  public void bind(RowStore rows) {
    store = rows;
    owner = Thread.currentThread();
  }

  /** Ends the transaction: afterwards the relations cannot be used. */
  public void unbind() {
    store = null;
    owner = null;
  }

  /**
   * The rows of the running transaction.
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
