package tutti.protocol.commit.paxoscommit;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;

/** The messages of Paxos Commit; the package's card has their senders and receivers. Immutable. */
public sealed interface Message extends CommitMessage {

  /** Coordinator to participant: everything has executed, vote. */
  record Prepare(int round, Group group) implements Message {}

  /**
   * Member or leader to a witness: accept these values in that ballot; in ballot 0 each member
   * speaks for itself.
   */
  record Phase2a(int ballot, List<Integer> members, SortedMap<Integer, ProposedValue> values)
      implements Message {
    public Phase2a {
      members = List.copyOf(members);
      values = copy(values);
    }
  }

  /** Witness to the leader of a ballot: I have forced these values of all members. */
  record Phase2b(int ballot, SortedMap<Integer, ProposedValue> values) implements Message {
    public Phase2b {
      values = copy(values);
    }
  }

  /** A member that leads to a witness: accept nothing below this ballot any more. */
  record Phase1a(int ballot, List<Integer> members) implements Message {
    public Phase1a {
      members = List.copyOf(members);
    }
  }

  /**
   * Witness to the leader of a ballot: I shall not, and these are the values that I have accepted.
   */
  record Phase1b(int ballot, SortedMap<Integer, Accepted> accepted) implements Message {
    public Phase1b {
      accepted = copy(accepted);
    }
  }

  /** Witness to the leader of a lower ballot: I have promised this ballot to another leader. */
  record Refuse(int ballot) implements Message {}

  /** Witness to coordinator that asks again: these have not voted. */
  record Missing(List<Integer> members) implements Message {
    public Missing {
      members = List.copyOf(members);
    }
  }

  /** Participant to coordinator: I have promised nothing, never shall, and abort. */
  record No(int round) implements Message {}

  /**
   * Coordinator to participant: undo the transaction, no node was asked to vote and no node waits
   * for you.
   */
  record Undo() implements Message {}

  /**
   * Node that is asked to vote, to coordinator: I know nothing of the transaction, perhaps no more.
   */
  record Unknown() implements Message {}

  /** Any node that knows, to a member or the coordinator: the transaction has ended so. */
  record Outcome(boolean commit) implements Message {}

  /** Participant to coordinator: the transaction has ended here, and for good. */
  record Ack() implements Message {}

  /** Coordinator to witness: the transaction has ended everywhere for good. */
  record Forget() implements Message {}

  /** Witness to member or coordinator: has the transaction ended there for good? */
  record Inquire() implements Message {}

  /** Node without a member to a witness that inquires: the transaction has ended here for good. */
  record Gone() implements Message {}

  /**
   * Returns {@link Meaning#STEP} for most messages, since they have no meaning outside the
   * protocol; {@link Meaning#PROMISE} for a prepared vote in ballot 0, in which a member speaks for
   * itself.
   */
  @Override
  default Meaning meaning() {
    return switch (this) {
      case Prepare _ -> Meaning.PREPARE;
      case Phase2a(int ballot, var _, var values)
          when ballot == 0 && values.containsValue(ProposedValue.PREPARED) ->
          Meaning.PROMISE;
      case No _ -> Meaning.VOTE_NO;
      case Undo _ -> Meaning.ABORT;
      case Outcome(boolean commit) -> commit ? Meaning.COMMIT : Meaning.ABORT;
      case Ack _ -> Meaning.ACK;
      case Phase2a _, Phase2b _, Phase1a _, Phase1b _, Refuse _, Missing _ -> Meaning.STEP;
      case Unknown _, Forget _, Inquire _, Gone _ -> Meaning.STEP;
    };
  }

  @Override
  default boolean forWitness() {
    return this instanceof Phase2a
        || this instanceof Phase1a
        || this instanceof Forget
        || this instanceof Gone;
  }

  /** First bytes of the messages. None is ever used for another message. */
  int PREPARE = 1;

  int PHASE_2A = 2;
  int PHASE_2B = 3;
  int PHASE_1A = 4;
  int PHASE_1B = 5;
  int REFUSE = 6;
  int MISSING = 7;
  int NO = 8;
  int UNKNOWN = 9;
  int OUTCOME = 10;
  int ACK = 11;
  int FORGET = 12;
  int INQUIRE = 13;
  int GONE = 14;
  int UNDO = 15;

  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Prepare(int round, Group group) -> group.encode(out.putByte(PREPARE).putVarLong(round));
      case Phase2a(int ballot, var members, var values) -> {
        Group.put(out.putByte(PHASE_2A).putVarLong(ballot), members);
        putValues(out, values);
      }
      case Phase2b(int ballot, var values) ->
          putValues(out.putByte(PHASE_2B).putVarLong(ballot), values);
      case Phase1a(int ballot, var members) ->
          Group.put(out.putByte(PHASE_1A).putVarLong(ballot), members);
      case Phase1b(int ballot, var accepted) ->
          putAccepted(out.putByte(PHASE_1B).putVarLong(ballot), accepted);
      case Refuse(int ballot) -> out.putByte(REFUSE).putVarLong(ballot);
      case Missing(var members) -> Group.put(out.putByte(MISSING), members);
      case No(int round) -> out.putByte(NO).putVarLong(round);
      case Unknown _ -> out.putByte(UNKNOWN);
      case Outcome(boolean commit) -> out.putByte(OUTCOME).putBoolean(commit);
      case Ack _ -> out.putByte(ACK);
      case Forget _ -> out.putByte(FORGET);
      case Inquire _ -> out.putByte(INQUIRE);
      case Gone _ -> out.putByte(GONE);
      case Undo _ -> out.putByte(UNDO);
    }
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are none
   */
  static Message decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case PREPARE -> new Prepare(number(in), Group.decode(in));
      case PHASE_2A -> new Phase2a(number(in), Group.nodes(in), values(in));
      case PHASE_2B -> new Phase2b(number(in), values(in));
      case PHASE_1A -> new Phase1a(number(in), Group.nodes(in));
      case PHASE_1B -> new Phase1b(number(in), accepted(in));
      case REFUSE -> new Refuse(number(in));
      case MISSING -> new Missing(Group.nodes(in));
      case NO -> new No(number(in));
      case UNKNOWN -> new Unknown();
      case OUTCOME -> new Outcome(in.getBoolean());
      case ACK -> new Ack();
      case FORGET -> new Forget();
      case INQUIRE -> new Inquire();
      case GONE -> new Gone();
      case UNDO -> new Undo();
      default -> throw new MalformedData("no message of Paxos Commit begins with " + tag);
    };
  }

  private static int number(Decoder in) {
    return in.getCount(Integer.MAX_VALUE);
  }

  private static void putValues(Encoder out, Map<Integer, ProposedValue> values) {
    out.putVarLong(values.size());
    values.forEach((member, value) -> out.putVarLong(member).putByte(value.ordinal()));
  }

  private static SortedMap<Integer, ProposedValue> values(Decoder in) {
    SortedMap<Integer, ProposedValue> values = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      values.put(number(in), ProposedValue.decode(in.getByte()));
    }
    return values;
  }

  /** Appends the acceptances of a witness, by member. */
  static void putAccepted(Encoder out, Map<Integer, Accepted> accepted) {
    out.putVarLong(accepted.size());
    accepted.forEach(
        (member, what) ->
            out.putVarLong(member).putVarLong(what.ballot()).putByte(what.value().ordinal()));
  }

  /**
   * Reads the acceptances that {@link #putAccepted} wrote.
   *
   * @throws MalformedData if the bytes are none
   */
  static SortedMap<Integer, Accepted> accepted(Decoder in) {
    SortedMap<Integer, Accepted> accepted = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      accepted.put(number(in), new Accepted(number(in), ProposedValue.decode(in.getByte())));
    }
    return accepted;
  }

  /** A copy that never changes, in order. */
  static <V> SortedMap<Integer, V> copy(Map<Integer, V> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }
}
