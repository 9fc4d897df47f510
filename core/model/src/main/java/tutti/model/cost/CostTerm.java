package tutti.model.cost;

/**
 * The terms of a predicted latency: those of the equation (Reactors §2.4, Figure 3), and those by
 * which it is extended.
 */
public enum CostTerm {
  /** A request is taken in, its transaction begins and ends, and the answer is given. */
  BEGIN("begin", "the transaction begins and ends"),

  /** {@code P_seq}: processing while no call of the same sub-transaction is under way. */
  P_SEQ("P_seq", "processing, with no call under way"),

  /** {@code P_ovp}: processing while asynchronous calls are under way. */
  P_OVP("P_ovp", "processing beside calls"),

  /** {@code C_s}: calls are sent. */
  C_S("C_s", "calls are sent"),

  /** {@code C_r}: calls are taken up by their executor, and results are received. */
  C_R("C_r", "calls are taken up, results received"),

  /** Calls wait for others that the same executor runs before them. */
  WAITING("waiting", "calls wait for others on their executor"),

  /** The executors of other containers wake up, and other nodes join the transaction. */
  JOIN("join", "executors wake up, nodes join the transaction"),

  /** The participants are prepared and decided, and their rows installed. */
  COMMITMENT("commitment", "participants commit"),

  /** The answer waits for the log to be on disk. */
  DURABILITY("durability", "the log is flushed");

  private final String label;
  private final String meaning;

  CostTerm(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  /** Returns the term's name in reports, which is the paper's where it has one. */
  public String label() {
    return label;
  }

  /** Returns the meaning of the term, for a person. */
  public String meaning() {
    return meaning;
  }
}
