package tutti.engine.distribution.member;

import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.Saying;
import tutti.engine.distribution.peer.Peers;
import tutti.protocol.commit.Meaning;

/** The rules that tell branches under one key apart. */
final class Nonces {
  private Nonces() {}

  /**
   * Answers a branch on which its coordinator does not count: if it asks how it ended, it hears
   * that it is aborted.
   */
  static void undoStale(Peers peers, int from, PeerMessage.Commit message) {
    if (message.meaning() == Meaning.INQUIRE) {
      Saying abort = new Saying(message.protocol(), message.protocol().abort());
      peers.send(from, new PeerMessage.Commit(message.key(), message.nonce(), 0, 0, abort));
    }
  }
}
