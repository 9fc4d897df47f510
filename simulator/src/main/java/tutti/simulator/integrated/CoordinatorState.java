package tutti.simulator.integrated;

/**
 * A coordinator at a moment. One that is gone is one that is never heard of again. Immutable.
 *
 * @param transaction the index of its transaction among the scope's
 * @param machine the number of its machine; {@link #OVER} if that makes no difference any more
 * @param waits whether its wait for a fast quorum is still running
 * @param done whether it has nothing left to do
 */
record CoordinatorState(int transaction, int machine, boolean waits, boolean done) {
  static final int OVER = -1;

  CoordinatorState with(int newMachine) {
    return new CoordinatorState(transaction, newMachine, waits, done);
  }

  CoordinatorState waited() {
    return new CoordinatorState(transaction, machine, false, done);
  }

  CoordinatorState finished(boolean forgets) {
    return new CoordinatorState(transaction, forgets ? OVER : machine, false, true);
  }
}
