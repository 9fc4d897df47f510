package tutti.simulator;

import tutti.simulator.exhaustive.Scope;

/** The scopes of exhaustive simulations in tests: transactions about two actors on two nodes. */
final class SmallScopes {
  private SmallScopes() {}

  static Scope of(int transactions) {
    return of(transactions, 0, 0, 0, 0);
  }

  static Scope of(int transactions, int crashes, int lost, int duplicated, int switches) {
    return new Scope(2, 2, transactions, crashes, lost, duplicated, 0, switches, 100_000);
  }
}
