package tutti.simulator.commit;

/**
 * What may still go wrong, and what the client was told.
 *
 * @param crashes so many more, at most; likewise the others
 */
record Ledger(
    int crashes, int losses, int duplicates, int delays, boolean toldCommit, boolean toldAbort) {

  Ledger crash() {
    return new Ledger(crashes - 1, losses, duplicates, delays, toldCommit, toldAbort);
  }

  Ledger lose() {
    return new Ledger(crashes, losses - 1, duplicates, delays, toldCommit, toldAbort);
  }

  Ledger duplicate() {
    return new Ledger(crashes, losses, duplicates - 1, delays, toldCommit, toldAbort);
  }

  Ledger delay() {
    return new Ledger(crashes, losses, duplicates, delays - 1, toldCommit, toldAbort);
  }

  Ledger told(boolean commit) {
    return new Ledger(
        crashes, losses, duplicates, delays, toldCommit || commit, toldAbort || !commit);
  }

  /** When nothing goes wrong any more. */
  Ledger calm() {
    return new Ledger(0, 0, 0, 0, toldCommit, toldAbort);
  }
}
