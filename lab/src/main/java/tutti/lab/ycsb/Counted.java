package tutti.lab.ycsb;

/** A row that counts how often it was written. */
interface Counted<R> {
  /** The row after one more write. */
  R written();

  /** How often it was written. */
  long writes();

  /** The field that a transaction looks at that reads the row. */
  long looked();
}
