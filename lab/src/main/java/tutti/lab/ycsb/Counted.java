package tutti.lab.ycsb;

/** A row that counts how often it was written. */
interface Counted<R> {
  /** The row after one more write. */
  R written();

  /** How often it was written. */
  long writes();

  /** What a transaction that reads the row looks at. */
  long looked();
}
