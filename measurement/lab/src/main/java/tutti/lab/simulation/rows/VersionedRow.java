package tutti.lab.simulation.rows;

/** A row with the stamp of the write that made it so: no other write has that stamp. */
interface VersionedRow {
  long stamp();
}
