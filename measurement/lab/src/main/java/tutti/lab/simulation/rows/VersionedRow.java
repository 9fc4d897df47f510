package tutti.lab.simulation.rows;

/** A row with the stamp of the write that made it. No two writes have equal stamps. */
interface VersionedRow {
  long stamp();
}
