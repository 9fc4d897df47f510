package tutti.protocol.commit.paxoscommit;

import java.util.List;
import java.util.SortedMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.Memory;

/** What a machine of Paxos Commit still knows after a crash. Immutable. */
public sealed interface PaxosMemory extends Memory {

  /**
   * Of a member.
   *
   * @param ballot the highest that it has led; 0 if none. It never leads one twice
   */
  record Member(Group group, int ballot) implements PaxosMemory {
    @Override
    public void encode(Encoder out) {
      out.putByte(MEMBER);
      group.encode(out);
      out.putVarLong(ballot);
    }
  }

  /**
   * Of a witness.
   *
   * @param promised the highest ballot that it has heard of: it accepts in no lower one
   * @param accepted the newest that it has accepted, by member
   */
  record Witness(List<Integer> members, int promised, SortedMap<Integer, Accepted> accepted)
      implements PaxosMemory {
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

  /** First bytes. Never used again for something else. */
  int MEMBER = 1;

  int WITNESS = 2;

  /**
   * Reads one memory and leaves what follows it.
   *
   * @throws MalformedData if the bytes are none
   */
  static PaxosMemory decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case MEMBER -> new Member(Group.decode(in), in.getCount(Integer.MAX_VALUE));
      case WITNESS ->
          new Witness(Group.nodes(in), in.getCount(Integer.MAX_VALUE), Message.accepted(in));
      default -> throw new MalformedData("no memory of Paxos Commit begins with " + tag);
    };
  }
}
