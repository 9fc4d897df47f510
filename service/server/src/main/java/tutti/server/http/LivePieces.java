package tutti.server.http;

import java.util.Iterator;

/**
 * A body that is made piece by piece while its parts come to be known, and so may have no piece
 * yet. It is read on the connection's event loop; what makes it runs on other threads.
 */
public interface LivePieces extends Iterator<byte[]> {
  /**
   * Returns whether a piece or the end is there now. If not, the task is run once it is, on the
   * thread that makes it, and in place of a task that waits already.
   */
  boolean isThereOr(Runnable task);

  /** Takes note that nobody reads the pieces any more. */
  void abandon();
}
