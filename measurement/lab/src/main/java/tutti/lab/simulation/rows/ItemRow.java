package tutti.lab.simulation.rows;

/** An item of a shelf, in any version of the application. */
interface ItemRow extends VersionedRow {
  long id();

  /** Returns the group, which several items may share. */
  long group();

  /** Returns the code, which no two items share. */
  long code();
}
