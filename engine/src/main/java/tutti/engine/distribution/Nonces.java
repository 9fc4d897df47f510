package tutti.engine.distribution;

import tutti.protocol.commit.Meaning;

/** Which branch of several under one key is meant. */
final class Nonces {
  private Nonces() {}

  /**
   * A branch on which its coordinator does not count has said something: if it asks how it ended,
   * it hears that it is aborted.
   */
  static void undoStale(Peers peers, int from, PeerMessage.Commit message) {
    if (message.meaning() == Meaning.INQUIRE) {
      Saying abort = new Saying(message.protocol(), message.protocol().abort());
      peers.send(from, new PeerMessage.Commit(message.key(), message.nonce(), 0, 0, abort));
    }
  }
}
