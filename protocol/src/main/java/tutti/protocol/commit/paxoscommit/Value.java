package tutti.protocol.commit.paxoscommit;

import tutti.model.MalformedData;

/** What the consensus about one member chooses (§4.1). */
public enum Value {
  /** It has forced its part, and ends as all do. */
  PREPARED,
  /** It commits for all it cares: it has only looked, and is out. */
  READ_ONLY,
  /** It does not take part in a commit. */
  ABORTED;

  static Value decode(int code) {
    if (code < 0 || code >= values().length) {
      throw new MalformedData("what is chosen is 0, 1 or 2, not " + code);
    }
    return values()[code];
  }
}
