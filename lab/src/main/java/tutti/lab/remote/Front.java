package tutti.lab.remote;

/** The choice of the node that a client asks when the nodes are processes. */
public enum Front {
  /** Any: clients are dealt out to the nodes, and where a request belongs is left to chance. */
  RANDOM,

  /** The one that coordinates the request: a client's requests are drawn so that its node does. */
  HOME
}
