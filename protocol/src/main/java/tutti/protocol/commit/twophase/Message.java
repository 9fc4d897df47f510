package tutti.protocol.commit.twophase;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;

/** The messages of two-phase commit. Immutable. */
public sealed interface Message extends CommitMessage {

  /**
   * Coordinator to participant: everything has executed, vote.
   *
   * @param round the newest round in which the participant was asked to execute; at least 0
   */
  record Prepare(int round) implements Message {
    public Prepare {
      requireRound(round);
    }

    @Override
    public void encode(Encoder out) {
      out.putByte(PREPARE).putVarLong(round);
    }

    @Override
    public Meaning meaning() {
      return Meaning.PREPARE;
    }
  }

  /**
   * Participant to coordinator: whether the participant commits if it is told to.
   *
   * @param round the round up to which the participant has executed, at least 0; a No repeats the
   *     round of the question
   */
  record Vote(int round, Kind kind) implements Message {
    public Vote {
      requireRound(round);
    }

    /** The kinds of votes. */
    public enum Kind {
      /**
       * The participant will commit or abort as it is told: all that it needs for both is forced.
       */
      YES,
      /** The participant has not executed the request, or has undone it. */
      NO,
      /** The participant has only looked, and is out: the outcome does not matter to it. */
      READ_ONLY
    }

    @Override
    public void encode(Encoder out) {
      out.putByte(VOTE).putVarLong(round).putByte(kind.ordinal());
    }

    @Override
    public Meaning meaning() {
      return switch (kind) {
        case YES -> Meaning.VOTE_YES;
        case NO -> Meaning.VOTE_NO;
        case READ_ONLY -> Meaning.VOTE_READ_ONLY;
      };
    }
  }

  /** Coordinator to participant: the outcome. */
  record Decide(boolean commit) implements Message {
    @Override
    public void encode(Encoder out) {
      out.putByte(DECIDE).putBoolean(commit);
    }

    @Override
    public Meaning meaning() {
      return commit ? Meaning.COMMIT : Meaning.ABORT;
    }
  }

  /** Participant to coordinator: the outcome is in my log, you need not tell me again. */
  record Ack() implements Message {
    @Override
    public void encode(Encoder out) {
      out.putByte(ACK);
    }

    @Override
    public Meaning meaning() {
      return Meaning.ACK;
    }
  }

  /** Participant to coordinator: I have voted Yes, how did the transaction end? */
  record Inquire() implements Message {
    @Override
    public void encode(Encoder out) {
      out.putByte(INQUIRE);
    }

    @Override
    public Meaning meaning() {
      return Meaning.INQUIRE;
    }
  }

  /** First bytes of the messages. None is ever used for another message. */
  int PREPARE = 1;

  int VOTE = 2;
  int DECIDE = 3;
  int ACK = 4;
  int INQUIRE = 5;

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case PREPARE -> new Prepare(in.getCount(Integer.MAX_VALUE));
      case VOTE -> new Vote(in.getCount(Integer.MAX_VALUE), kind(in.getByte()));
      case DECIDE -> new Decide(in.getBoolean());
      case ACK -> new Ack();
      case INQUIRE -> new Inquire();
      default -> throw new MalformedData("no message of two-phase commit begins with " + tag);
    };
  }

  private static Vote.Kind kind(int code) {
    return switch (code) {
      case 0 -> Vote.Kind.YES;
      case 1 -> Vote.Kind.NO;
      case 2 -> Vote.Kind.READ_ONLY;
      default -> throw new MalformedData("a vote is 0, 1 or 2, not " + code);
    };
  }

  private static void requireRound(int round) {
    if (round < 0) {
      throw new IllegalArgumentException("a round is at least 0, not " + round);
    }
  }
}
