package tutti.protocol.integrated.tapir;

import java.util.List;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The messages between coordinators and the replicas of shards; the package's card has their
 * senders and receivers. The shard stands around a message, not in it. Immutable.
 */
public sealed interface Message extends ProtocolMessage {

  /** Coordinator to replica: which version of the item is the newest, as far as you know? */
  record Read(ActorId item) implements Message {}

  /**
   * Replica to coordinator: this one.
   *
   * @param version the transaction that wrote it; {@link Timestamp#NONE} if there is none
   * @param value empty if there is none
   */
  record Version(ActorId item, Timestamp version, Part.Value value) implements Message {}

  /** First coordinator to replica: do you consent? */
  record Prepare(Transaction transaction, Part part) implements Message {}

  /** Coordinator that takes over to replica: heed no lower ballot, and what have you got? */
  record CoordinatorChange(Transaction transaction, Ballot ballot) implements Message {}

  /** Replica to coordinator: this is my entry, in that view, which is forced. */
  record PrepareReply(long view, Entry entry) implements Message {}

  /** Coordinator to replica: the shard's result is this, if you are in that view still. */
  record Finalize(Transaction transaction, Part part, Vote vote, Ballot ballot, long view)
      implements Message {}

  /** Replica to coordinator: I have that result, which is forced. */
  record Confirmed(Timestamp id, Ballot ballot, long view) implements Message {}

  /**
   * Coordinator to replica: this is the outcome; note it.
   *
   * @param part the accesses; not known if the replica must have them
   * @param settled whether f + 1 replicas of each participant have noted the outcome, so that the
   *     transaction is executed
   */
  record Decide(Transaction transaction, Part part, Outcome outcome, boolean settled)
      implements Message {}

  /** Replica to coordinator: I have noted or executed it, which is forced. */
  record OutcomeLogged(Timestamp id, long view, boolean settled) implements Message {}

  /**
   * Replica to the leader of its shard's configuration log: I do not act in that view any more, and
   * this is my record; or: I want to act again.
   *
   * @param disk the name of the sender's disk
   * @param member whether all is here that was ever said on that host
   * @param closed whether the view has ended at the sender
   */
  record DoViewChange(long view, long disk, boolean member, boolean closed, List<Entry> record)
      implements Message {
    public DoViewChange {
      record = List.copyOf(record);
    }
  }

  /**
   * Coordinator to replica: the replicas of {@code view} cannot send their results; end the view.
   */
  record RequestViewChange(long view) implements Message {}

  /** Appends this message's bytes. */
  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Read(ActorId item) -> Part.encode(item, out.putByte(0));
      case Version(ActorId item, Timestamp version, Part.Value value) -> {
        Part.encode(item, out.putByte(1));
        version.encode(out);
        out.putBytes(value.bytes());
      }
      case Prepare(Transaction transaction, Part part) -> {
        transaction.encode(out.putByte(2));
        part.encode(out);
      }
      case CoordinatorChange(Transaction transaction, Ballot ballot) -> {
        transaction.encode(out.putByte(3));
        ballot.encode(out);
      }
      case PrepareReply(long view, Entry entry) -> entry.encode(out.putByte(4).putVarLong(view));
      case Finalize finalize -> encode(finalize, out.putByte(5));
      case Confirmed(Timestamp id, Ballot ballot, long view) -> {
        id.encode(out.putByte(6));
        ballot.encode(out);
        out.putVarLong(view);
      }
      case Decide(Transaction transaction, Part part, Outcome outcome, boolean settled) -> {
        transaction.encode(out.putByte(7));
        part.encode(out);
        out.putByte(outcome.ordinal()).putBoolean(settled);
      }
      case OutcomeLogged(Timestamp id, long view, boolean settled) -> {
        id.encode(out.putByte(8));
        out.putVarLong(view).putBoolean(settled);
      }
      case DoViewChange(
              long view,
              long disk,
              boolean member,
              boolean closed,
              List<Entry> record) -> {
        out.putByte(9).putVarLong(view).putLong(disk).putBoolean(member).putBoolean(closed);
        out.putVarLong(record.size());
        record.forEach(entry -> entry.encode(out));
      }
      case RequestViewChange(long view) -> out.putByte(10).putVarLong(view);
    }
  }

  private static void encode(Finalize finalize, Encoder out) {
    finalize.transaction.encode(out);
    finalize.part.encode(out);
    finalize.vote.encode(out);
    finalize.ballot.encode(out);
    out.putVarLong(finalize.view);
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Read(Part.item(in));
      case 1 -> new Version(Part.item(in), Timestamp.decode(in), new Part.Value(in.getBytes()));
      case 2 -> new Prepare(Transaction.decode(in), Part.decode(in));
      case 3 -> new CoordinatorChange(Transaction.decode(in), Ballot.decode(in));
      case 4 -> new PrepareReply(in.getVarLong(), Entry.decode(in));
      case 5 ->
          new Finalize(
              Transaction.decode(in),
              Part.decode(in),
              Vote.decode(in),
              Ballot.decode(in),
              in.getVarLong());
      case 6 -> new Confirmed(Timestamp.decode(in), Ballot.decode(in), in.getVarLong());
      case 7 ->
          new Decide(Transaction.decode(in), Part.decode(in), Entry.outcome(in), in.getBoolean());
      case 8 -> new OutcomeLogged(Timestamp.decode(in), in.getVarLong(), in.getBoolean());
      case 9 ->
          new DoViewChange(
              in.getVarLong(),
              in.getLong(),
              in.getBoolean(),
              in.getBoolean(),
              ViewCommand.entries(in));
      case 10 -> new RequestViewChange(in.getVarLong());
      default -> throw new MalformedData("no message of TAPIR is of kind " + kind);
    };
  }
}
