package tutti.engine.node.shard;

/** A node's log, and what the node knows of the logs of others: for simulations and tests. */
public interface LogKnowledge {
  /** Returns the end of this node's log, also of what is not durable yet; 0 if it has none. */
  long logEnd();

  /** Returns the position up to which this node's log is durable; 0 if it has none. */
  long logDurable();

  /** Returns how far another node's log was durable, as it has told; 0 if this knows nothing. */
  long heardOf(int node);

  /** Returns the part of {@link #heardOf} that this node knows after a crash, too. */
  long keptOf(int node);
}
