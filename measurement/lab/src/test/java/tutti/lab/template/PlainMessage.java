package tutti.lab.template;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;

/** The messages of {@link PlainCommit}: what each means to others is all that they differ in. */
record PlainMessage(Meaning meaning, int round) implements CommitMessage {

  /** A message that is of no round. */
  static PlainMessage of(Meaning meaning) {
    return new PlainMessage(meaning, 0);
  }

  @Override
  public void encode(Encoder out) {
    out.putByte(tag(meaning)).putVarLong(round);
  }

  /** Written down here: constants of another enum may change their order. */
  private static int tag(Meaning meaning) {
    return switch (meaning) {
      case PREPARE -> 1;
      case VOTE_YES -> 2;
      case VOTE_NO -> 3;
      case COMMIT -> 4;
      case ABORT -> 5;
      case ACK -> 6;
      case INQUIRE -> 7;
      case VOTE_READ_ONLY, PROMISE, STEP ->
          throw new IllegalArgumentException("no message says " + meaning);
    };
  }

  static PlainMessage decode(Decoder in) {
    int tag = in.getByte();
    Meaning meaning =
        switch (tag) {
          case 1 -> Meaning.PREPARE;
          case 2 -> Meaning.VOTE_YES;
          case 3 -> Meaning.VOTE_NO;
          case 4 -> Meaning.COMMIT;
          case 5 -> Meaning.ABORT;
          case 6 -> Meaning.ACK;
          case 7 -> Meaning.INQUIRE;
          default -> throw new MalformedData("no message of plain-commit begins with " + tag);
        };
    return new PlainMessage(meaning, in.getCount(Integer.MAX_VALUE));
  }
}
