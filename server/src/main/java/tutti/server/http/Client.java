package tutti.server.http;

/** Whoever waits for the answer to one request. Thread-safe where it says so. */
public interface Client {

  /** Answers. Only the first answer counts. To be called on any thread, at any time. */
  void reply(Response response);

  /**
   * Runs a task when everything that has arrived by now has been looked at, on the same thread. So
   * what is for another thread goes over in batches, and that one is woken once for many requests.
   * To be called on the thread that {@link Handler#handle} was called on, before that returns.
   */
  void later(Runnable task);
}
