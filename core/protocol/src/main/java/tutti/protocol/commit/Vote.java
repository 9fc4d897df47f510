package tutti.protocol.commit;

import tutti.model.Decoder;
import tutti.model.MalformedData;

/** The answer of a participant to a Prepare. Its ordinal is its byte in messages. */
public enum Vote {
  /**
   * The participant ends as the others do: all that it needs for a commit or an abort is forced.
   */
  YES(Meaning.VOTE_YES, "voted Yes"),
  /** The participant has not executed the request, or has undone it. */
  NO(Meaning.VOTE_NO, "voted No"),
  /** The participant has only looked, and is out: the outcome does not matter to it. */
  READ_ONLY(Meaning.VOTE_READ_ONLY, "only looked, and is out");

  private static final Vote[] ALL = values();

  private final Meaning meaning;
  private final String inWords;

  Vote(Meaning meaning, String inWords) {
    this.meaning = meaning;
    this.inWords = inWords;
  }

  /** The meaning of a message with this vote. */
  public Meaning meaning() {
    return meaning;
  }

  /** The vote as people read it. */
  public String inWords() {
    return inWords;
  }

  /**
   * Reads the byte of one vote and leaves the bytes that follow it.
   *
   * @throws MalformedData if the byte is no vote
   */
  public static Vote decode(Decoder in) {
    int code = in.getByte();
    if (code >= ALL.length) {
      throw new MalformedData("a vote is 0, 1 or 2, not " + code);
    }
    return ALL[code];
  }
}
