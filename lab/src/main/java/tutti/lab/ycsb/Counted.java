package tutti.lab.ycsb;

/** A row that counts how often it was written. */
interface Counted<R> {
  /** The row after one more write. */
  R written();

  /** Returns the number of writes of the row. */
  long writes();

  /** The field that a transaction looks at that reads the row. */
  long looked();
}
