package tutti.server.http;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The pieces of a body that is there as a whole. */
final class Slices implements Iterator<byte[]> {
  /** The length of a piece, and of the longest body that is written as one. */
  static final int BYTES = 64 << 10;

  private final byte[] body;
  private int at;

  Slices(byte[] body) {
    this.body = body;
  }

  @Override
  public boolean hasNext() {
    return at < body.length;
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int end = Math.min(body.length, at + BYTES);
    byte[] piece = Arrays.copyOfRange(body, at, end);
    at = end;
    return piece;
  }
}
