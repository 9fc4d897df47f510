package tutti.engine.memory;

/** The port for the memory of the process. Thread-safe. */
public interface Heap {
  /** A heap without a known bound: nothing is ever refused. */
  Heap AMPLE =
      new Heap() {
        @Override
        public long most() {
          return Long.MAX_VALUE;
        }

        @Override
        public long afterCollection() {
          return 0;
        }

        @Override
        public long inUse() {
          return 0;
        }

        @Override
        public long collect() {
          return 0;
        }

        @Override
        public void onCollection(Runnable listener) {}
      };

  /** Returns how many bytes the heap may have. */
  long most();

  /**
   * Returns the bytes by whose parts the bounds of what is under way are reckoned: those of the
   * heap, but in simulations, where values are short.
   */
  default long underWay() {
    return most();
  }

  /**
   * Returns the bytes that a page of instances may have: the usual ones, but in simulations, where
   * instances are short.
   */
  default long ofPage(long usual) {
    return usual;
  }

  /**
   * Returns how many bytes were left in use by the newest collections: as little as is known to
   * have been enough for all that lives. 0 until there was one. As cheap as a read of a field.
   */
  long afterCollection();

  /** Returns how many bytes are in use now, garbage included. */
  long inUse();

  /**
   * Collects the whole heap, and returns how many bytes are left in use. All threads may stand
   * still meanwhile, for as long as a second for each gigabyte: for starts only.
   */
  long collect();

  /**
   * Calls back after each collection that looked at the whole heap, and whenever fewer bytes turn
   * out to live; must be short.
   */
  void onCollection(Runnable listener);
}
