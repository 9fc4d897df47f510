package tutti.lab.simulation.rows;

/** An item of a shelf, whichever version of the application it is a row of. */
interface Thing extends Stamped {
  long id();

  /** Several may have it. */
  long group();

  /** Returns the code, which no two items share. */
  long code();
}
