package tutti.protocol.integrated.tapir;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A replica's answer to Prepare. Only the question whether it consents is agreed on; verdict and
 * timestamp of a refusal are advice for the next attempt and its reason for a person.
 *
 * @param met the transaction that a refusal met; for RETRY the next attempt must be above it; one
 *     of time 0 if it met none
 */
public record Vote(Verdict verdict, Timestamp met) {

  /** The answers, in the order of how definite they are. */
  public enum Verdict {
    /** The replica has not voted. */
    NONE,
    /** No transaction that the replica knows is in the way (the paper's PREPARE-OK). */
    OK,
    /** A transaction in progress is in the way, and may go away. */
    ABSTAIN,
    /** The timestamp is too low: a higher one may do. */
    RETRY,
    /** A read is not of the newest version: the transaction must read again. */
    ABORT,
    /** A person has ordered the shard to pass over the transaction, which it cannot take. */
    PASSED_OVER
  }

  static final Vote NONE = new Vote(Verdict.NONE, Timestamp.NONE);
  static final Vote OK = new Vote(Verdict.OK, Timestamp.NONE);

  /**
   * The refusal of a replica whose record has no room. It has met nothing, which is told from a
   * refusal without a reason by a timestamp that is below those of all transactions; a replica that
   * has met one says more.
   */
  public static final Vote FULL = new Vote(Verdict.ABSTAIN, new Timestamp(0, 1));

  /**
   * The refusal of a first coordinator whose transaction no client waits for any more. It has met
   * nothing, and is told from others as that of a full record is.
   */
  public static final Vote GIVEN_UP = new Vote(Verdict.ABSTAIN, new Timestamp(0, 2));

  static final Vote PASSED_OVER = new Vote(Verdict.PASSED_OVER, Timestamp.NONE);

  public boolean consents() {
    return verdict == Verdict.OK;
  }

  public boolean refuses() {
    return verdict.compareTo(Verdict.OK) > 0;
  }

  /** The more definite of two votes; of two that are equally definite the higher. */
  Vote and(Vote other) {
    int byVerdict = verdict.compareTo(other.verdict);
    boolean higher = byVerdict == 0 && other.met.isBelow(met);
    return byVerdict > 0 || higher ? this : other;
  }

  void encode(Encoder out) {
    met.encode(out.putByte(verdict.ordinal()));
  }

  static Vote decode(Decoder in) {
    return new Vote(
        Verdict.values()[in.getCount(Verdict.values().length - 1)], Timestamp.decode(in));
  }
}
