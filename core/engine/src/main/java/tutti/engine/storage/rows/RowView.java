package tutti.engine.storage.rows;

import org.jspecify.annotations.Nullable;

/** The result of reading a place. Used by one thread; reused. */
public final class RowView {
  private long word;
  private @Nullable Record row;

  void set(long newWord, @Nullable Record newRow) {
    word = newWord;
    row = newRow;
  }

  /** The row, or null if there was none. */
  public @Nullable Record row() {
    return row;
  }

  /** Returns the word, for {@link RowPlace#unchanged}. */
  public long word() {
    return word;
  }

  /** Returns the number of the transaction that wrote the row: its readers come after it. */
  public long tid() {
    return Tid.number(word);
  }

  /**
   * Returns whether the place was no longer in its table, so that the key has to be looked up
   * again.
   */
  public boolean gone() {
    return Tid.gone(word);
  }
}
