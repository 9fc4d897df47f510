package tutti.protocol.integrated.janus;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.HandedOver;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The messages between coordinators and the replicas of shards, and among replicas; the package's
 * card has their senders and receivers. The shard stands around a message, not in it. Immutable.
 */
public sealed interface Message extends ProtocolMessage {

  /** No round's number is this high. */
  int MOST_ROUNDS = 1 << 20;

  /** Coordinator to replica: which transactions were before this one? */
  record PreAccept(Transaction transaction, Ballot ballot, Request request) implements Message {}

  /**
   * Replica to coordinator: these transactions were witnessed before; the record of it is forced.
   *
   * @param witnessed the transactions on which the coordinator's transaction depends
   * @param implied transactions that were witnessed, too, and on which decided ones among {@code
   *     witnessed} depend
   * @param forgotten transactions of the same items that are settled, whatever other replicas
   *     answer
   */
  record PreAccepted(
      TransactionId id,
      Ballot ballot,
      Dependencies witnessed,
      Dependencies implied,
      Dependencies forgotten)
      implements Message {

    /** Whether the transaction comes after all of those here, near or far. */
    boolean covers(Dependencies all) {
      return all.equals(witnessed)
          || all.transactions().stream()
              .allMatch(each -> witnessed.contains(each) || implied.contains(each));
    }
  }

  /** Coordinator that takes over to replica: heed no lower ballot, and what have you got? */
  record Prepare(Transaction transaction, Ballot ballot) implements Message {}

  /**
   * Replica to coordinator: I heed no lower ballot, which is forced, and have this.
   *
   * @param request not known if the replica has none; then it has witnessed nothing
   */
  record Promised(
      TransactionId id,
      Ballot ballot,
      Request request,
      Dependencies witnessed,
      Ballot acceptedIn,
      Optional<Decision> accepted)
      implements Message {}

  /**
   * Coordinator to replica: accept this decision.
   *
   * @param request not known if the replica has it, or if the transaction is abandoned
   */
  record Accept(Transaction transaction, Ballot ballot, Decision decision, Request request)
      implements Message {}

  /** Replica to coordinator: I have accepted it, which is forced. */
  record Accepted(TransactionId id, Ballot ballot) implements Message {}

  /** Replica to coordinator: I heed that higher ballot. */
  record Refused(TransactionId id, Ballot promised) implements Message {}

  /** Replica to coordinator: I have too many, and have promised nothing of it. */
  record Overloaded(TransactionId id) implements Message {}

  /** Replica to coordinator: the decision was chosen already, and is this. */
  record Done(TransactionId id, Decision decision, Request request) implements Message {}

  /** Coordinator to replica: the decision is chosen; execute it in its place. */
  record Commit(Transaction transaction, Decision decision, Request request) implements Message {}

  /**
   * Replica to coordinator: I have executed the transaction. The record of the execution is not
   * forced.
   */
  record Executed(TransactionId id, PieceOutput output) implements Message {}

  /**
   * Replica to coordinator: I have executed it, which is forced.
   *
   * @param shards the participants of all members of its component
   */
  record Applied(TransactionId id, SortedSet<Integer> shards) implements Message {
    public Applied {
      shards = Collections.unmodifiableSortedSet(new TreeSet<>(shards));
    }
  }

  /**
   * Coordinator to replica: all replicas have executed it; forget it once this holds for its whole
   * component.
   *
   * @param upTo all transactions of the same front up to this number are forgotten everywhere
   */
  record Collect(Transaction transaction, long upTo) implements Message {}

  /** Replica to coordinator or replica: the transaction and its component are settled. */
  record Collected(Transaction transaction) implements Message {}

  /** Replica to replica: what is the decision? */
  record Inquire(Transaction transaction, int shard) implements Message {}

  /** Replica to replica: this is the decision, with the transaction's request. */
  record Known(Transaction transaction, Decision decision, Request request) implements Message {}

  /** Replica to replica: the input from {@code shard} for {@code round}. */
  record SendInput(Transaction transaction, int shard, int round, PieceInput word)
      implements Message {}

  /** Replica to a replica of {@code shard}: what is your shard's input for {@code round}? */
  record RequestInput(Transaction transaction, int shard, int round) implements Message {}

  /** Reader to replica: which transactions write these items? */
  record ReadConflicts(long number, Piece piece) implements Message {}

  /** Replica to reader: these, as far as they are not settled. */
  record ConflictsReply(long number, Dependencies before) implements Message {}

  /** Reader to replica: read them, when you have executed those transactions. */
  record Read(long number, Dependencies after, Piece piece) implements Message {}

  /** Replica to reader: these are their values. */
  record Value(long number, Payload values) implements Message {}

  /**
   * Replica to coordinator or reader, and the other way round: a message that counts in this
   * configuration of the shard alone.
   */
  record Within(Configuration configuration, Message message) implements Message {}

  /**
   * Replica to the leader of the shard's configuration log: my state.
   *
   * @param number the number of the newest configuration that has begun there
   * @param disk the name of its disk
   * @param prepared whether the replica can be a learner
   * @param current whether its durable state lacks nothing
   * @param closed whether the replica was a voter of that configuration, and decides nothing any
   *     more; a closed replica sends its graph too, but not every time
   * @param stopped whether the replica waits for the result with which all replicas continue after
   *     they have diverged: no configuration is changed meanwhile
   * @param graph the final state of its transactions, if the graph is sent
   */
  record HandOver(
      long number,
      long disk,
      boolean prepared,
      boolean current,
      boolean closed,
      boolean stopped,
      List<HandedOver> graph)
      implements Message {
    public HandOver {
      graph = List.copyOf(graph);
    }

    /** Returns the newest known state of the sender, after {@code next} followed this message. */
    HandOver then(HandOver next) {
      if (next.number < number) {
        return this;
      }
      boolean isOver =
          closed && !next.closed && next.current && next.number == number && next.disk == disk;
      return isOver
          ? new HandOver(number, disk, next.prepared, true, true, next.stopped, graph)
          : next;
    }
  }

  /** The deeds of a replica for a transaction that another one cannot execute by itself. */
  enum Standing {
    /** The replica has executed the transaction, or refused it as its execution has come to. */
    EXECUTED,
    /** The replica has not, and does not unless another one has, which is forced. */
    HELD,
    /** All replicas have held the transaction: it is refused. */
    BARRED,
    /** The replica has not, but an earlier start of it may have. */
    UNSURE
  }

  /**
   * A replica of {@code shard} to all replicas of all participants: the execution has ended a
   * host's process; hold the transaction, and report what you have done with it.
   */
  record Hold(Transaction transaction, int shard) implements Message {}

  /** A replica of {@code shard} to replica: what I have done with the transaction. */
  record Stands(Transaction transaction, int shard, Standing standing) implements Message {}

  /**
   * Coordinator to replica: not all have executed it to the same end, and most to the one that has
   * this digest; 0 if no majority agrees.
   */
  record Diverged(Transaction transaction, long digest) implements Message {}

  /** The transaction whose coordinators this message is for; empty if it is for none. */
  default Optional<TransactionId> answersTo() {
    return switch (this) {
      case PreAccepted answer -> Optional.of(answer.id);
      case Promised answer -> Optional.of(answer.id);
      case Accepted answer -> Optional.of(answer.id);
      case Refused answer -> Optional.of(answer.id);
      case Overloaded answer -> Optional.of(answer.id);
      case Done answer -> Optional.of(answer.id);
      case Executed answer -> Optional.of(answer.id);
      case Applied answer -> Optional.of(answer.id);
      case Collected answer -> Optional.of(answer.transaction.id());
      case Within(_, Message message) -> message.answersTo();
      case PreAccept _,
          Prepare _,
          Accept _,
          Commit _,
          Collect _,
          Inquire _,
          Known _,
          SendInput _,
          RequestInput _,
          ReadConflicts _,
          ConflictsReply _,
          Read _,
          Value _,
          Diverged _,
          Hold _,
          Stands _,
          HandOver _ ->
          Optional.empty();
    };
  }

  /** Appends this message's bytes. */
  @Override
  default void encode(Encoder out) {
    switch (this) {
      case PreAccept(Transaction transaction, Ballot ballot, Request request) ->
          request.encode(encode(transaction, ballot, out.putByte(0)));
      case PreAccepted preAccepted -> encode(preAccepted, out.putByte(1));
      case Prepare(Transaction transaction, Ballot ballot) ->
          encode(transaction, ballot, out.putByte(2));
      case Promised promised -> encode(promised, out.putByte(3));
      case Accept accept -> {
        accept.decision.encode(encode(accept.transaction, accept.ballot, out.putByte(4)));
        accept.request.encode(out);
      }
      case Accepted(TransactionId id, Ballot ballot) -> encode(id, ballot, out.putByte(5));
      case Refused(TransactionId id, Ballot promised) -> encode(id, promised, out.putByte(6));
      case Done(TransactionId id, Decision decision, Request request) -> {
        id.encode(out.putByte(7));
        encode(decision, request, out);
      }
      case Commit(Transaction transaction, Decision decision, Request request) -> {
        transaction.encode(out.putByte(8));
        encode(decision, request, out);
      }
      case Executed(TransactionId id, PieceOutput output) -> {
        id.encode(out.putByte(9));
        output.encode(out);
      }
      case Applied applied -> encode(applied, out.putByte(10));
      case Collect settle -> encode(settle, out.putByte(11));
      case Collected(Transaction transaction) -> transaction.encode(out.putByte(12));
      case Inquire(Transaction transaction, int shard) -> {
        transaction.encode(out.putByte(13));
        out.putVarLong(shard);
      }
      case Known(Transaction transaction, Decision decision, Request request) -> {
        transaction.encode(out.putByte(14));
        encode(decision, request, out);
      }
      case SendInput said -> encode(said, out);
      case Overloaded(TransactionId id) -> id.encode(out.putByte(21));
      case Diverged diverged -> encode(diverged, out.putByte(24));
      case RequestInput hear -> encode(hear, out);
      case ReadConflicts look -> encode(look, out);
      case ConflictsReply looked -> encode(looked, out);
      case Read read -> encode(read, out);
      case Value value -> encode(value, out);
      case Within(Configuration configuration, Message message) -> {
        configuration.encode(out.putByte(22));
        message.encode(out);
      }
      case HandOver hand -> encode(hand, out);
      case Hold hold -> encode(hold, out);
      case Stands stands -> encode(stands, out);
    }
  }

  private static Encoder encode(Transaction transaction, Ballot ballot, Encoder out) {
    transaction.encode(out);
    ballot.encode(out);
    return out;
  }

  private static Encoder encode(TransactionId id, Ballot ballot, Encoder out) {
    id.encode(out);
    ballot.encode(out);
    return out;
  }

  private static void encode(Decision decision, Request request, Encoder out) {
    decision.encode(out);
    request.encode(out);
  }

  private static void encode(PreAccepted preAccepted, Encoder out) {
    preAccepted.witnessed.encode(encode(preAccepted.id, preAccepted.ballot, out));
    preAccepted.implied.encode(out);
    preAccepted.forgotten.encode(out);
  }

  private static void encode(Promised promised, Encoder out) {
    promised.request.encode(encode(promised.id, promised.ballot, out));
    promised.witnessed.encode(out);
    promised.acceptedIn.encode(out);
    out.putBoolean(promised.accepted.isPresent());
    promised.accepted.ifPresent(decision -> decision.encode(out));
  }

  private static void encode(Diverged diverged, Encoder out) {
    diverged.transaction.encode(out);
    out.putLong(diverged.digest);
  }

  private static void encode(Applied applied, Encoder out) {
    applied.id.encode(out);
    out.putVarLong(applied.shards.size());
    applied.shards.forEach(out::putVarLong);
  }

  private static void encode(Collect settle, Encoder out) {
    settle.transaction.encode(out);
    out.putVarLong(settle.upTo);
  }

  private static void encode(SendInput said, Encoder out) {
    said.transaction.encode(out.putByte(19));
    said.word.encode(out.putVarLong(said.shard).putVarLong(said.round));
  }

  private static void encode(RequestInput hear, Encoder out) {
    hear.transaction.encode(out.putByte(20));
    out.putVarLong(hear.shard).putVarLong(hear.round);
  }

  private static void encode(Hold hold, Encoder out) {
    hold.transaction.encode(out.putByte(25));
    out.putVarLong(hold.shard);
  }

  private static void encode(Stands stands, Encoder out) {
    stands.transaction.encode(out.putByte(26));
    out.putVarLong(stands.shard).putByte(stands.standing.ordinal());
  }

  private static void encode(ReadConflicts look, Encoder out) {
    look.piece.encode(out.putByte(15).putLong(look.number));
  }

  private static void encode(ConflictsReply looked, Encoder out) {
    looked.before.encode(out.putByte(16).putLong(looked.number));
  }

  private static void encode(Read read, Encoder out) {
    read.after.encode(out.putByte(17).putLong(read.number));
    read.piece.encode(out);
  }

  private static void encode(HandOver hand, Encoder out) {
    out.putByte(23).putVarLong(hand.number).putLong(hand.disk);
    out.putBoolean(hand.prepared).putBoolean(hand.current).putBoolean(hand.closed);
    out.putBoolean(hand.stopped);
    HandedOver.encode(hand.graph, out);
  }

  private static void encode(Value value, Encoder out) {
    out.putByte(18).putLong(value.number).putBytes(value.values.bytes());
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new PreAccept(Transaction.decode(in), Ballot.decode(in), Request.decode(in));
      case 1 ->
          new PreAccepted(
              TransactionId.decode(in),
              Ballot.decode(in),
              Dependencies.decode(in),
              Dependencies.decode(in),
              Dependencies.decode(in));
      case 2 -> new Prepare(Transaction.decode(in), Ballot.decode(in));
      case 3 ->
          new Promised(
              TransactionId.decode(in),
              Ballot.decode(in),
              Request.decode(in),
              Dependencies.decode(in),
              Ballot.decode(in),
              in.getBoolean() ? Optional.of(Decision.decode(in)) : Optional.empty());
      case 4 ->
          new Accept(
              Transaction.decode(in), Ballot.decode(in), Decision.decode(in), Request.decode(in));
      case 5 -> new Accepted(TransactionId.decode(in), Ballot.decode(in));
      case 6 -> new Refused(TransactionId.decode(in), Ballot.decode(in));
      case 7 -> new Done(TransactionId.decode(in), Decision.decode(in), Request.decode(in));
      case 8 -> new Commit(Transaction.decode(in), Decision.decode(in), Request.decode(in));
      case 9 -> new Executed(TransactionId.decode(in), PieceOutput.decode(in));
      case 10 -> new Applied(TransactionId.decode(in), shards(in));
      case 11 -> new Collect(Transaction.decode(in), in.getVarLong());
      case 12 -> new Collected(Transaction.decode(in));
      case 13 -> new Inquire(Transaction.decode(in), shard(in));
      case 14 -> new Known(Transaction.decode(in), Decision.decode(in), Request.decode(in));
      case 15 -> new ReadConflicts(in.getLong(), Piece.decode(in));
      case 16 -> new ConflictsReply(in.getLong(), Dependencies.decode(in));
      case 17 -> new Read(in.getLong(), Dependencies.decode(in), Piece.decode(in));
      case 18 -> new Value(in.getLong(), new Payload(in.getBytes()));
      case 19 -> new SendInput(Transaction.decode(in), shard(in), round(in), PieceInput.decode(in));
      case 20 -> new RequestInput(Transaction.decode(in), shard(in), round(in));
      case 21 -> new Overloaded(TransactionId.decode(in));
      case 24 -> new Diverged(Transaction.decode(in), in.getLong());
      case 22 -> new Within(Configuration.decode(in), decode(in));
      case 23 ->
          new HandOver(
              in.getVarLong(),
              in.getLong(),
              in.getBoolean(),
              in.getBoolean(),
              in.getBoolean(),
              in.getBoolean(),
              HandedOver.all(in));
      case 25 -> new Hold(Transaction.decode(in), shard(in));
      case 26 -> new Stands(Transaction.decode(in), shard(in), standing(in));
      default -> throw new MalformedData("no message of Janus is of kind " + kind);
    };
  }

  private static Standing standing(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> Standing.EXECUTED;
      case 1 -> Standing.HELD;
      case 2 -> Standing.BARRED;
      case 3 -> Standing.UNSURE;
      default -> throw new MalformedData("no replica stands at " + kind);
    };
  }

  private static int shard(Decoder in) {
    return in.getCount(Transaction.MOST_SHARDS);
  }

  private static int round(Decoder in) {
    return in.getCount(MOST_ROUNDS);
  }

  private static SortedSet<Integer> shards(Decoder in) {
    SortedSet<Integer> shards = new TreeSet<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      shards.add(shard(in));
    }
    return shards;
  }
}
