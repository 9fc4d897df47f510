package tutti.engine.journal;

/** The journal cannot take records any more; only a restart helps. */
public final class JournalFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
