package tutti.protocol.commit.twophase;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Vote;

/** The messages of two-phase commit. Immutable. */
public sealed interface Message extends CommitMessage {

  /**
   * Coordinator to participant: everything has executed, vote.
   *
   * @param round the newest round in which the participant was asked to execute; at least 0
   */
  record Prepare(int round) implements Message {
    public Prepare {
      CommitMessage.requireRound(round);
    }
  }

  /**
   * Participant to coordinator: whether the participant commits if the decision is to commit.
   *
   * @param round the round up to which the participant has executed, at least 0; a No repeats the
   *     round of the question
   */
  record Voted(int round, Vote vote) implements Message {
    public Voted {
      CommitMessage.requireRound(round);
    }
  }

  /** Coordinator to participant: the outcome. */
  record Decide(boolean commit) implements Message {}

  /** Participant to coordinator: the outcome is in my log, you need not send it again. */
  record Ack() implements Message {}

  /** Participant to coordinator: I have voted Yes, how did the transaction end? */
  record Inquire() implements Message {}

  @Override
  default Meaning meaning() {
    return switch (this) {
      case Prepare _ -> Meaning.PREPARE;
      case Voted(int _, Vote vote) -> vote.meaning();
      case Decide(boolean commit) -> commit ? Meaning.COMMIT : Meaning.ABORT;
      case Ack _ -> Meaning.ACK;
      case Inquire _ -> Meaning.INQUIRE;
    };
  }

  /** First bytes of the messages. None is ever used for another message. */
  int PREPARE = 1;

  int VOTE = 2;
  int DECIDE = 3;
  int ACK = 4;
  int INQUIRE = 5;

  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Prepare(int round) -> out.putByte(PREPARE).putVarLong(round);
      case Voted(int round, Vote vote) ->
          out.putByte(VOTE).putVarLong(round).putByte(vote.ordinal());
      case Decide(boolean commit) -> out.putByte(DECIDE).putBoolean(commit);
      case Ack _ -> out.putByte(ACK);
      case Inquire _ -> out.putByte(INQUIRE);
    }
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case PREPARE -> new Prepare(in.getCount(Integer.MAX_VALUE));
      case VOTE -> new Voted(in.getCount(Integer.MAX_VALUE), Vote.decode(in));
      case DECIDE -> new Decide(in.getBoolean());
      case ACK -> new Ack();
      case INQUIRE -> new Inquire();
      default -> throw new MalformedData("no message of two-phase commit begins with " + tag);
    };
  }
}
