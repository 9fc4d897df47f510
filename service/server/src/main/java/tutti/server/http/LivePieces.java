package tutti.server.http;

import java.util.Iterator;

/**
 * A body that is made piece by piece while its parts come to be known, and so may have no piece
 * yet. It is read on the connection's event loop; what makes it runs on other threads.
 */
public interface LivePieces extends Iterator<byte[]> {
  /**
   * Runs a task as soon as a piece or the end is there: here, if it is there now, or later on the
   * thread that makes it. One task waits at a time.
   *
   * @return whether a piece or the end is there now; the task has not been run then
   */
  boolean isThereOr(Runnable task);

  /** Takes note that nobody reads the pieces any more. */
  void abandon();
}
