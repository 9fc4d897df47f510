package tutti.lab.ycsb;

/** A row that counts its writes. */
interface Counted<R> {
  long key();

  /** Returns the row after one more write. */
  R written();

  /** Returns the number of writes of the row. */
  long writes();

  /** Returns the field at which a transaction looks that reads the row. */
  long looked();
}
