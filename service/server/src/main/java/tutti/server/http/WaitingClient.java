package tutti.server.http;

/** The client that waits for the answer to one request. Thread-safe where the methods say so. */
public interface WaitingClient {

  /** Returns the address from which the request came, without its port. Called on any thread. */
  String address();

  /** Answers the request. Only the first answer counts. Called on any thread, at any time. */
  void reply(Response response);

  /**
   * Runs a task on the same thread when all requests that have arrived by now have been handled.
   * Work for another thread is then handed over in batches, and that thread is woken once for many
   * requests. Called on the thread on which {@link Handler#handle} was called, before that method
   * returns.
   */
  void later(Runnable task);

  /**
   * Gives the room of the request's body back before the answer: what was read of it is counted
   * elsewhere, and the answer may take as long as its client likes. Called on any thread.
   */
  default void bodyRead() {}
}
