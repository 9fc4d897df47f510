package tutti.protocol.integrated.janus;

/** The ends of a transaction, as its coordinator reports them. */
public enum Outcome {
  COMMITTED,
  /** A participant has refused the transaction, in its place: nothing of it was executed. */
  REFUSED,
  /** No replica that answered had the transaction's request: it never happens. */
  ABANDONED,
  /** Too many replicas had too many transactions, and it was abandoned: it never happens. */
  OVERLOADED,
  /** The transaction has ended so long ago that no replica remembers its outcome. */
  UNKNOWN
}
