package tutti.protocol.replication.multipaxos;

import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ReplicationMessage;
import tutti.protocol.replication.Timing;

/** The replicated log of the package's card: makes its machines, and reads their messages. */
public final class MultiPaxos {

  /** The protocol's name in the deployment file. */
  public static final String NAME = "multipaxos";

  private MultiPaxos() {}

  /**
   * Returns the machine of a replica.
   *
   * @param kept the durable state made of the replica's records; the caller must not use it any
   *     more
   */
  public static ReplicaMachine replica(Group group, Timing timing, DurableState kept) {
    return new Replica(group, timing, kept);
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  public static ReplicationMessage decode(Decoder in) {
    return Message.decode(in);
  }
}
