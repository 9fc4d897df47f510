package tutti.model;

/**
 * More was to be written than an {@link Encoder} takes. Nothing is wrong with what was written: it
 * is too long. The message is the same everywhere.
 */
public final class EncoderFull extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final long bytes;
  private final int most;

  EncoderFull(long bytes, int most) {
    super("more than " + most + " bytes");
    this.bytes = bytes;
    this.most = most;
  }

  /** Returns how many bytes there were when it was full: as many or more were to be written. */
  public long bytes() {
    return bytes;
  }

  /** Returns how many bytes the encoder takes. */
  public int most() {
    return most;
  }
}
