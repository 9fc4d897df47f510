package tutti.engine.distribution.member;

import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.NodeView;

/**
 * The parts of a node that its members of commitments use.
 *
 * @param self this node, as machines know it
 * @param protocol of transactions that begin now
 * @param asking how transactions ask actors of other nodes
 * @param snapshots the node's epoch
 */
public record CommitContext(
    Peers peers,
    NodeView self,
    CommitProtocol protocol,
    Remote.Asking asking,
    NodeRuntime runtime,
    NodeLog log,
    Recovered recovered,
    Snapshots snapshots) {

  /**
   * The number of bytes by which a record may be longer than the vote before it: a member that has
   * voted must be able to write how its transaction ends, also if a person ends it with a short
   * reason.
   */
  private static final int OUTCOME_MARGIN_BYTES = 256;

  /**
   * The bytes of the margin that each node may add: its number, its log position, its branch's
   * nonce.
   */
  private static final int MEMBER_MARGIN_BYTES = 32;

  /**
   * Returns the greatest size of a member's vote, in bytes: every record that may follow it fits,
   * too.
   */
  int maxVoteBytes() {
    return log.journal().maxRecordBytes()
        - OUTCOME_MARGIN_BYTES
        - MEMBER_MARGIN_BYTES * peers.count();
  }

  /**
   * Answers as a node that knows nothing of the transaction, if the protocol has such an answer and
   * this node still leads. A leader that has been replaced does not know the members that the next
   * leader has made, and its answer would end them: it would presume that a transaction is aborted,
   * or acknowledge a decision that no node has carried out.
   */
  public void answerUnknown(int from, PeerMessage.Commit message) {
    CommitMessage answer = message.protocol().toUnknown(self, from, message.message());
    if (answer != null) {
      EncodedCommitMessage saying = new EncodedCommitMessage(message.protocol(), answer);
      PeerMessage said = new PeerMessage.Commit(message.key(), message.nonce(), 0, 0, saying);
      log.journal()
          .whenCurrent(
              0,
              current -> {
                if (current) {
                  peers.send(from, said);
                }
              });
    }
  }

  /** Returns these parts with the format of another application's records. */
  CommitContext with(RecordFormat other) {
    return new CommitContext(
        peers, self, protocol, asking, runtime, log.with(other), recovered, snapshots);
  }
}
