package tutti.engine.transport.tcp;

import org.jspecify.annotations.Nullable;

/** The reasons why this driver refuses a handshake, in words for an operator. */
final class Objections {
  private Objections() {}

  static String toVersion(int self, int version) {
    return "it speaks version "
        + version
        + " of the protocol between nodes, node "
        + self
        + " speaks version "
        + Frames.VERSION;
  }

  /** Returns the objection to an answer, or null. */
  static @Nullable String toAnswer(int self, int called, int from, int to) {
    if (from == called && to == self) {
      return null;
    }
    return "node "
        + self
        + " called node "
        + called
        + ", but node "
        + from
        + " answered node "
        + to
        + ": the lists of nodes differ";
  }

  /** Returns the objection to a call, or null. */
  static @Nullable String toCall(int self, int from, int to) {
    if (to != self) {
      return "this is node " + self + ", not node " + to + ": the lists of nodes differ";
    }
    if (from < 0 || from >= self) {
      return "node "
          + self
          + " is called by nodes of lower numbers only, not by node "
          + from
          + ": the lists of nodes differ, or two nodes have the same number";
    }
    return null;
  }
}
