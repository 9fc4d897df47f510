package tutti.simulator.network;

import org.jspecify.annotations.Nullable;

/** The transports of the nodes that run, and the sessions between them. */
final class Transports {
  private final @Nullable SimulatedTransport[] transports;

  Transports(int nodes) {
    transports = new SimulatedTransport[nodes];
  }

  /** Returns the transport of a node, or null if the node does not run. */
  @Nullable SimulatedTransport of(int node) {
    return transports[node];
  }

  void set(int node, @Nullable SimulatedTransport transport) {
    transports[node] = transport;
  }

  /** Returns whether the two nodes have a session, and each of them has let the other in. */
  boolean joined(int node, int peer) {
    SimulatedTransport one = transports[node];
    SimulatedTransport other = transports[peer];
    return one != null
        && other != null
        && one.sessions[peer] != null
        && one.sessions[peer] == other.sessions[node];
  }

  /** Returns the session that either side of two nodes takes for the current one. */
  @Nullable Session session(int one, int other) {
    SimulatedTransport first = transports[one];
    SimulatedTransport second = transports[other];
    Session session = first == null ? null : first.sessions[other];
    return session != null || second == null ? session : second.sessions[one];
  }

  /** Returns the time by which all has arrived that was sent in order in the present sessions. */
  long settledAt() {
    long last = 0;
    for (int one = 0; one < transports.length; one++) {
      for (int other = 0; other < one; other++) {
        Session session = session(one, other);
        last = session == null ? last : Math.max(last, session.settledAt());
      }
    }
    return last;
  }
}
