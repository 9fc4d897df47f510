package tutti.protocol.integrated.janus;

import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.machine.ProtocolRecord;

/** The records of a replica in its host's log. Immutable. */
public sealed interface Record extends ProtocolRecord {

  /** The request has come, with a ballot that is heeded now, after these transactions. */
  record Witnessed(
      Transaction transaction, Request request, Ballot ballot, Dependencies dependencies)
      implements Record {}

  /** No lower ballot is heeded any more. */
  record Promised(Transaction transaction, Ballot ballot) implements Record {}

  /** A coordinator's choice, which heeds its ballot. */
  record Accepted(Transaction transaction, Ballot ballot, Decision decision) implements Record {}

  /** The decision about the transaction is chosen. */
  record Decided(Transaction transaction, Decision decision) implements Record {}

  /** The next component has its place behind all before it. */
  record Ordered(SortedSet<Transaction> component) implements Record {
    public Ordered {
      component = Collections.unmodifiableSortedSet(new TreeSet<>(component));
    }
  }

  /** The piece was executed here, or skipped. */
  record Executed(TransactionId id, PieceOutput output) implements Record {}

  /** The shard's input for the next round in which participants exchange inputs. */
  record RoundInput(TransactionId id, PieceInput word) implements Record {}

  /** Every replica of every participant has executed it. */
  record Applied(TransactionId id) implements Record {}

  /** All members of the component of that transaction are applied: they are forgotten. */
  record Forgotten(TransactionId id) implements Record {}

  /** All transactions of that front up to this number are forgotten everywhere. */
  record CollectedUpTo(long front, long number) implements Record {}

  /** The transaction was forgotten here; of use in an image. */
  record Past(TransactionId id) implements Record {}

  /** All transactions of a front from the first to the last number were forgotten here. */
  record PastRun(long front, long first, long last) implements Record {}

  /**
   * Transactions of a front were forgotten here: of the 4,096 numbers from {@code 4096 * block} on,
   * those whose bits are set.
   */
  record PastBits(long front, long block, long[] bits) implements Record {
    /** The number of words that have the bits. */
    static final int WORDS = 64;

    /** Keeps a copy of the words. */
    public PastBits {
      bits = bits.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PastBits it
          && front == it.front
          && block == it.block
          && Arrays.equals(bits, it.bits);
    }

    @Override
    public int hashCode() {
      return Objects.hash(front, block, Arrays.hashCode(bits));
    }
  }

  /** The disk was blank when a replica started on it, and has this name. */
  record Disk(long name) implements Record {}

  /** The replica decides nothing in this configuration any more. */
  record Closed(long number) implements Record {}

  /**
   * The replica continues in this configuration, with the configuration's graph if the replica is a
   * voter.
   */
  record Opened(ConfigurationCommand.Open open) implements Record {}

  /**
   * The replica is in this configuration, and lacks what came before: commands of the configuration
   * log are gone that it never got.
   */
  record Missed(ConfigurationCommand.Open open) implements Record {}

  /** The durable state has come from a voter, and lacks nothing. */
  record Copied() implements Record {}

  /** The replica executes it only if another one has. */
  record Held(Transaction transaction) implements Record {}

  /** The replica whose durable state was copied has written {@link Held}. */
  record Wary(Transaction transaction) implements Record {}

  /**
   * An execution has ended the process of the host.
   *
   * @param held whether no earlier start can have executed it: then it is {@link Held}, too
   */
  record Failed(TransactionId id, boolean held) implements Record {}

  /**
   * An execution has begun that had begun in an earlier start, too: that start ended before it did.
   */
  record Begun(TransactionId id) implements Record {}

  /** All replicas of all participants have held it: it is refused. */
  record Barred(TransactionId id) implements Record {}

  /**
   * Other replicas have executed it to another end.
   *
   * @param right the digest that most have come to; 0 if no majority agrees, and the own one if the
   *     replica is right after all
   */
  record Differs(TransactionId id, long right) implements Record {}

  /**
   * The durable state is not that of most replicas: the state of another replica has to replace it.
   */
  record Lost() implements Record {}

  /**
   * A person has decided, by a command of the configuration log, with which result all replicas
   * continue: reports of other replicas about the transaction count no more.
   */
  record Upheld(TransactionId id, long right) implements Record {}

  /** Appends this record's bytes. */
  default void encode(Encoder out) {
    switch (this) {
      case Witnessed(
              Transaction transaction,
              Request request,
              Ballot ballot,
              Dependencies dependencies) -> {
        transaction.encode(out.putByte(0));
        request.encode(out);
        ballot.encode(out);
        dependencies.encode(out);
      }
      case Promised(Transaction transaction, Ballot ballot) -> {
        transaction.encode(out.putByte(1));
        ballot.encode(out);
      }
      case Accepted(Transaction transaction, Ballot ballot, Decision decision) -> {
        transaction.encode(out.putByte(2));
        ballot.encode(out);
        decision.encode(out);
      }
      case Decided(Transaction transaction, Decision decision) -> {
        transaction.encode(out.putByte(3));
        decision.encode(out);
      }
      case Ordered(SortedSet<Transaction> component) ->
          Dependencies.of(component).encode(out.putByte(4));
      case Executed(TransactionId id, PieceOutput output) -> {
        id.encode(out.putByte(5));
        output.encode(out);
      }
      case Applied(TransactionId id) -> id.encode(out.putByte(6));
      case Forgotten(TransactionId id) -> id.encode(out.putByte(7));
      case CollectedUpTo(long front, long number) ->
          out.putByte(8).putLong(front).putVarLong(number);
      case RoundInput(TransactionId id, PieceInput word) -> {
        id.encode(out.putByte(9));
        word.encode(out);
      }
      case Past(TransactionId id) -> id.encode(out.putByte(10));
      case Disk(long name) -> out.putByte(11).putLong(name);
      case Closed(long number) -> out.putByte(12).putVarLong(number);
      case Opened(ConfigurationCommand.Open open) -> open.encode(out.putByte(13));
      case Copied() -> out.putByte(14);
      case Missed(ConfigurationCommand.Open open) -> open.encode(out.putByte(15));
      case Held(Transaction transaction) -> transaction.encode(out.putByte(16));
      case Wary(Transaction transaction) -> transaction.encode(out.putByte(17));
      case Failed(TransactionId id, boolean held) -> {
        id.encode(out.putByte(18));
        out.putBoolean(held);
      }
      case Barred(TransactionId id) -> id.encode(out.putByte(19));
      case Differs(TransactionId id, long right) -> encode(id, right, out.putByte(20));
      case Lost() -> out.putByte(21);
      case Upheld(TransactionId id, long right) -> encode(id, right, out.putByte(25));
      case PastRun(long front, long first, long last) ->
          out.putByte(22).putLong(front).putVarLong(first).putVarLong(last - first);
      case Begun(TransactionId id) -> id.encode(out.putByte(24));
      case PastBits(long front, long block, long[] bits) -> {
        out.putByte(23).putLong(front).putVarLong(block);
        for (long word : bits) {
          out.putLong(word);
        }
      }
    }
  }

  private static void encode(TransactionId id, long digest, Encoder out) {
    id.encode(out);
    out.putLong(digest);
  }

  /**
   * Reads one record and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no record
   */
  static Record decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 ->
          new Witnessed(
              Transaction.decode(in),
              Request.decode(in),
              Ballot.decode(in),
              Dependencies.decode(in));
      case 1 -> new Promised(Transaction.decode(in), Ballot.decode(in));
      case 2 -> new Accepted(Transaction.decode(in), Ballot.decode(in), Decision.decode(in));
      case 3 -> new Decided(Transaction.decode(in), Decision.decode(in));
      case 4 -> new Ordered(new TreeSet<>(Dependencies.decode(in).transactions()));
      case 5 -> new Executed(TransactionId.decode(in), PieceOutput.decode(in));
      case 6 -> new Applied(TransactionId.decode(in));
      case 7 -> new Forgotten(TransactionId.decode(in));
      case 8 -> new CollectedUpTo(in.getLong(), in.getVarLong());
      case 9 -> new RoundInput(TransactionId.decode(in), PieceInput.decode(in));
      case 10 -> new Past(TransactionId.decode(in));
      case 11 -> new Disk(in.getLong());
      case 12 -> new Closed(in.getVarLong());
      case 13 -> new Opened(opened(in));
      case 14 -> new Copied();
      case 15 -> new Missed(opened(in));
      case 16 -> new Held(Transaction.decode(in));
      case 17 -> new Wary(Transaction.decode(in));
      case 18 -> new Failed(TransactionId.decode(in), in.getBoolean());
      case 19 -> new Barred(TransactionId.decode(in));
      case 20 -> new Differs(TransactionId.decode(in), in.getLong());
      case 21 -> new Lost();
      case 22 -> pastRun(in);
      case 23 -> pastBits(in);
      case 24 -> new Begun(TransactionId.decode(in));
      case 25 -> new Upheld(TransactionId.decode(in), in.getLong());
      default -> throw new MalformedData("no record of a replica is of kind " + kind);
    };
  }

  private static PastRun pastRun(Decoder in) {
    long front = in.getLong();
    long first = in.getVarLong();
    return new PastRun(front, first, first + in.getVarLong());
  }

  private static PastBits pastBits(Decoder in) {
    long front = in.getLong();
    long block = in.getVarLong();
    long[] bits = new long[PastBits.WORDS];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = in.getLong();
    }
    return new PastBits(front, block, bits);
  }

  private static ConfigurationCommand.Open opened(Decoder in) {
    if (ConfigurationCommand.decode(in) instanceof ConfigurationCommand.Open open) {
      return open;
    }
    throw new MalformedData("a configuration begins with another change");
  }
}
