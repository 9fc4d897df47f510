package tutti.simulator.commit;

/**
 * What may still go wrong, and what the client was told.
 *
 * @param crashes so many more, at most; likewise the others
 * @param refusals nodes that do not want to go on
 * @param silences timers that take silence for a crash where no bound says how long it lasts
 */
record Ledger(
    int crashes,
    int losses,
    int duplicates,
    int delays,
    int refusals,
    int silences,
    boolean toldCommit,
    boolean toldAbort) {

  /** One crash less; likewise the others. */
  Ledger crash() {
    return less(1, 0, 0, 0, 0, 0);
  }

  Ledger lose() {
    return less(0, 1, 0, 0, 0, 0);
  }

  Ledger duplicate() {
    return less(0, 0, 1, 0, 0, 0);
  }

  Ledger delay() {
    return less(0, 0, 0, 1, 0, 0);
  }

  Ledger refuse() {
    return less(0, 0, 0, 0, 1, 0);
  }

  Ledger silence() {
    return less(0, 0, 0, 0, 0, 1);
  }

  private Ledger less(int crash, int loss, int duplicate, int delay, int refusal, int silence) {
    return new Ledger(
        crashes - crash,
        losses - loss,
        duplicates - duplicate,
        delays - delay,
        refusals - refusal,
        silences - silence,
        toldCommit,
        toldAbort);
  }

  Ledger told(boolean commit) {
    return new Ledger(
        crashes,
        losses,
        duplicates,
        delays,
        refusals,
        silences,
        toldCommit || commit,
        toldAbort || !commit);
  }

  /** When nothing goes wrong any more. */
  Ledger calm() {
    return new Ledger(0, 0, 0, 0, 0, 0, toldCommit, toldAbort);
  }
}
