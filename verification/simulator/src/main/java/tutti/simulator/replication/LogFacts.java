package tutti.simulator.replication;

import tutti.protocol.replication.Ballot;

/**
 * The facts about a host by which its steps are judged. Immutable.
 *
 * @param said the highest ballot in which it has promised or accepted on its disk
 * @param applied the position up to which it has learnt that all is chosen
 * @param term the ballot of its open term; none if it has none
 */
record LogFacts(Ballot said, long applied, Ballot term) {
  /** The facts about a host that has said nothing. */
  static final LogFacts NONE = new LogFacts(Ballot.NONE, 0, Ballot.NONE);

  boolean leads() {
    return term.host() >= 0;
  }

  LogFacts saying(Ballot ballot) {
    return new LogFacts(ballot, applied, term);
  }

  LogFacts applying(long position) {
    return new LogFacts(said, position, term);
  }

  LogFacts leading(Ballot ballot) {
    return new LogFacts(said, applied, ballot);
  }

  /** The facts that a crash leaves. */
  LogFacts crashed() {
    return new LogFacts(said, 0, Ballot.NONE);
  }
}
