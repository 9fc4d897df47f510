package tutti.embedded;

import org.jspecify.annotations.Nullable;

/** The end of one request of a {@linkplain Client#batch batch}. */
public final class BatchEnd {
  private final @Nullable Committed committed;
  private final @Nullable TransactionException failure;

  BatchEnd(@Nullable Committed committed, @Nullable TransactionException failure) {
    this.committed = committed;
    this.failure = failure;
  }

  /**
   * Returns the results of the request.
   *
   * @throws TransactionException if the request did not commit, or is not known to have committed:
   *     an {@link InDoubtException} then
   */
  public Committed committed() {
    if (committed == null) {
      throw failure();
    }
    return committed;
  }

  /** Returns whether the request is known to have committed. */
  public boolean isCommitted() {
    return committed != null;
  }

  /**
   * Returns why the request is not known to have committed.
   *
   * @throws IllegalStateException if it has
   */
  public TransactionException failure() {
    if (failure == null) {
      throw new IllegalStateException("the request has committed");
    }
    return failure;
  }

  @Override
  public String toString() {
    return failure == null ? "committed " + committed().transaction() : failure.toString();
  }
}
