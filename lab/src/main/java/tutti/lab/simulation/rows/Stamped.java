package tutti.lab.simulation.rows;

/** A row that says which write made it so: no other write has that stamp. */
interface Stamped {
  long stamp();
}
