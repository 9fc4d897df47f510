package tutti.protocol.integrated.tapir;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;

/**
 * The entry of a transaction in the record of a replica: the results of all operations that the
 * replica has taken for it. Immutable.
 *
 * @param part the transaction's accesses in this shard; {@link Part#NONE} while they are not known
 * @param vote the result of Prepare, if there is one
 * @param standing the weight of that result
 * @param accepted the ballot of the coordinator that finalized the result
 * @param promised the lowest ballot whose coordinator the replica still obeys
 * @param outcome the transaction's outcome, as far as it is known here
 * @param stage the stage of that outcome
 */
public record Entry(
    Transaction transaction,
    Part part,
    Vote vote,
    Standing standing,
    Ballot accepted,
    Ballot promised,
    Outcome outcome,
    Stage stage) {

  /** The weight of a result of Prepare. */
  public enum Standing {
    /** No result. */
    NONE,
    /** The transaction is so old that its record, if there was one, was removed. */
    FORGOTTEN,
    /** The replica's own result. */
    TENTATIVE,
    /** A coordinator's choice; chosen if f + 1 replicas have it in one view. */
    FINALIZED,
    /** The choice of a view change: chosen. */
    MERGED,
    /**
     * A refusal that a coordinator which took over, or has given up, has chosen, as {@link
     * #FINALIZED}, where the replica had consented. The transaction still holds its items, since
     * another coordinator may have proposed the consent.
     */
    OVERRULED;

    boolean isFinalized() {
      return this == FINALIZED || this == OVERRULED;
    }
  }

  /** The outcome of a transaction. */
  public enum Outcome {
    UNKNOWN,
    COMMITTED,
    ABORTED
  }

  /** The stages of an outcome; a transaction holds its items until it is executed. */
  public enum Stage {
    UNDECIDED,
    /** The outcome is in the record, and not executed. */
    NOTED,
    /** The outcome is executed: all replicas of the shard have it, or will before they act. */
    EXECUTED,
    /** The outcome is executed, and f + 1 replicas of each participant have it. */
    SETTLED
  }

  /** An entry without any result. */
  static Entry of(Transaction transaction, Part part) {
    return new Entry(
        transaction,
        part,
        Vote.NONE,
        Standing.NONE,
        Ballot.FIRST,
        Ballot.FIRST,
        Outcome.UNKNOWN,
        Stage.UNDECIDED);
  }

  /** An entry of which only the outcome is left. */
  static Entry ended(Transaction transaction, Outcome outcome) {
    return new Entry(
        transaction,
        Part.NONE,
        Vote.NONE,
        Standing.NONE,
        Ballot.FIRST,
        Ballot.FIRST,
        outcome,
        Stage.SETTLED);
  }

  Timestamp id() {
    return transaction.id();
  }

  /** Whether anything but a promise is known of the transaction. */
  boolean isKnown() {
    return standing.compareTo(Standing.FORGOTTEN) > 0 || isDecided();
  }

  boolean isDecided() {
    return outcome != Outcome.UNKNOWN;
  }

  boolean isExecuted() {
    return stage.compareTo(Stage.EXECUTED) >= 0;
  }

  /** Whether other transactions must not have a conflict with this one. */
  boolean holds() {
    return (vote.consents() || standing == Standing.OVERRULED) && !isExecuted();
  }

  /** Returns whether the transaction may still write items here. */
  boolean mayWrite() {
    boolean may = holds() ? outcome != Outcome.ABORTED : outcome == Outcome.COMMITTED;
    return may && !isExecuted() && !part.writes().isEmpty();
  }

  Entry voting(Vote result) {
    return new Entry(
        transaction, part, result, Standing.TENTATIVE, accepted, promised, outcome, stage);
  }

  Entry finalizing(Part its, Vote result, Ballot by) {
    // The first coordinator proposes no refusal beside a consent, unless it gives up.
    boolean mayOverrule = !by.equals(Ballot.FIRST) || result.equals(Vote.GIVEN_UP);
    boolean overrules = holds() && !result.consents() && mayOverrule;
    Standing weight = overrules ? Standing.OVERRULED : Standing.FINALIZED;
    return new Entry(transaction, known(its), result, weight, by, by, outcome, stage);
  }

  /** The result that a view change chooses; a coordinator that asks afterwards must take it. */
  Entry merging(Vote result) {
    return new Entry(
        transaction, part, result, Standing.MERGED, accepted, promised, outcome, stage);
  }

  Entry promising(Ballot to) {
    return new Entry(transaction, part, vote, standing, accepted, to, outcome, stage);
  }

  Entry decided(Part its, Outcome end, Stage reached) {
    return new Entry(transaction, known(its), vote, standing, accepted, promised, end, reached);
  }

  Entry forgotten() {
    return new Entry(
        transaction, part, vote, Standing.FORGOTTEN, accepted, promised, outcome, stage);
  }

  /** The entry without the accesses, for a coordinator that knows them. */
  Entry brief() {
    return new Entry(transaction, Part.NONE, vote, standing, accepted, promised, outcome, stage);
  }

  private Part known(Part its) {
    return part.isKnown() ? part : its;
  }

  void encode(Encoder out) {
    transaction.encode(out);
    part.encode(out);
    vote.encode(out);
    accepted.encode(out.putByte(standing.ordinal()));
    promised.encode(out);
    out.putByte(outcome.ordinal()).putByte(stage.ordinal());
  }

  static Entry decode(Decoder in) {
    return new Entry(
        Transaction.decode(in),
        Part.decode(in),
        Vote.decode(in),
        Standing.values()[in.getCount(Standing.values().length - 1)],
        Ballot.decode(in),
        Ballot.decode(in),
        outcome(in),
        Stage.values()[in.getCount(Stage.values().length - 1)]);
  }

  static Outcome outcome(Decoder in) {
    return Outcome.values()[in.getCount(Outcome.values().length - 1)];
  }
}
