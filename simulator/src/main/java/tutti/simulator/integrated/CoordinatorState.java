package tutti.simulator.integrated;

/**
 * A coordinator at a moment. One that is gone is one that is never heard of again. Immutable.
 *
 * @param transaction the index of its transaction among the scope's
 * @param machine the number of its machine
 * @param waits whether its wait for a fast quorum is still running
 * @param done whether it has nothing left to do
 */
record CoordinatorState(int transaction, int machine, boolean waits, boolean done) {
  CoordinatorState with(int newMachine) {
    return new CoordinatorState(transaction, newMachine, waits, done);
  }

  CoordinatorState waited() {
    return new CoordinatorState(transaction, machine, false, done);
  }

  CoordinatorState finished() {
    return new CoordinatorState(transaction, machine, false, true);
  }
}
