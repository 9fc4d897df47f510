package tutti.protocol.commit.paxoscommit;

import tutti.model.MalformedData;

/** The value that the consensus about one member chooses (§4.1). */
public enum ProposedValue {
  /** The member has forced its part, and ends as all do. */
  PREPARED,
  /** The member has only looked, and is out: it does not object to a commit. */
  READ_ONLY,
  /** The member does not take part in a commit. */
  ABORTED;

  static ProposedValue decode(int code) {
    if (code < 0 || code >= values().length) {
      throw new MalformedData("what is chosen is 0, 1 or 2, not " + code);
    }
    return values()[code];
  }
}
