package tutti.engine.distribution.message;

import tutti.engine.commit.CommitKinds;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;

/** A commit protocol's message, and the protocol that it belongs to. */
public record EncodedCommitMessage(CommitProtocol protocol, CommitMessage message) {

  void encode(Encoder out) {
    message.encode(out.putVarLong(protocol.code()));
  }

  /**
   * @throws MalformedData if it is none, or of a protocol that does not exist
   */
  static EncodedCommitMessage decode(Decoder in) {
    CommitProtocol protocol = CommitKinds.protocol(in.getCount(Integer.MAX_VALUE));
    return new EncodedCommitMessage(protocol, protocol.decode(in));
  }
}
