package tutti.lab.remote;

/** The choice of the node that a client asks when the nodes are processes. */
public enum Front {
  /** Any node: clients are dealt out to the nodes, and the place of a request is left to chance. */
  RANDOM,

  /** The node that coordinates the request: a client's requests are drawn so that its node does. */
  HOME
}
