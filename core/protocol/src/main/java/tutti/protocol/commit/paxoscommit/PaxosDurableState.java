package tutti.protocol.commit.paxoscommit;

import java.util.List;
import java.util.SortedMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.DurableState;

/** The facts that a machine of Paxos Commit still knows after a crash. Immutable. */
public sealed interface PaxosDurableState extends DurableState {

  /**
   * The durable state of a member.
   *
   * @param group the members and the witnesses
   * @param ballot the highest ballot that the member has led, so that it never leads a ballot
   *     twice; 0 if it has led none
   */
  record Member(Group group, int ballot) implements PaxosDurableState {
    @Override
    public void encode(Encoder out) {
      out.putByte(MEMBER);
      group.encode(out);
      out.putVarLong(ballot);
    }
  }

  /**
   * The durable state of a witness (an acceptor of Paxos).
   *
   * @param members the members of the transaction
   * @param promised the highest ballot that the witness has met: it accepts in no lower ballot
   * @param accepted the newest acceptance for each member
   */
  record Witness(List<Integer> members, int promised, SortedMap<Integer, Accepted> accepted)
      implements PaxosDurableState {
    public Witness {
      members = List.copyOf(members);
      accepted = Message.copy(accepted);
    }

    @Override
    public void encode(Encoder out) {
      out.putByte(WITNESS);
      Group.put(out, members);
      out.putVarLong(promised);
      Message.putAccepted(out, accepted);
    }
  }

  /** The first bytes of durable states. No first byte is ever used for another kind. */
  int MEMBER = 1;

  int WITNESS = 2;

  /**
   * Reads one durable state and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no durable state
   */
  static PaxosDurableState decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case MEMBER -> new Member(Group.decode(in), in.getCount(Integer.MAX_VALUE));
      case WITNESS ->
          new Witness(Group.nodes(in), in.getCount(Integer.MAX_VALUE), Message.accepted(in));
      default -> throw new MalformedData("no memory of Paxos Commit begins with " + tag);
    };
  }
}
