package tutti.engine.concurrency;

/**
 * Names one attempt at a transaction on all nodes that it touches: a deadlock's victim is tried
 * again under its id, and messages about the former attempt must not touch the new one.
 *
 * @param attempt counts from 0
 */
public record BranchKey(TransactionId id, int attempt) implements Comparable<BranchKey> {

  @Override
  public int compareTo(BranchKey other) {
    int byId = id.compareTo(other.id);
    return byId != 0 ? byId : Integer.compare(attempt, other.attempt);
  }

  @Override
  public String toString() {
    return attempt == 0 ? id.toString() : id + " (attempt " + attempt + ")";
  }
}
