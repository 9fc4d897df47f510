package tutti.server.http;

/** Answers requests. A handler is called on an event loop and must not block. */
public interface Handler {

  /** Handles a request, so that the client gets an answer, now or later. */
  void handle(WholeRequest request, WaitingClient client);

  /**
   * Returns the greatest size of a body of requests to a target, in bytes.
   *
   * @param usual the size for most targets
   */
  default int mostBody(String target, int usual) {
    return usual;
  }

  /**
   * The answer to a request that breaks HTTP's rules, found before there is a {@link WholeRequest}.
   */
  Response refuse(Fault fault);

  /**
   * A fault in a request by the rules of HTTP, or that there is no room for it or its answer.
   *
   * @param status 400, 413, 414, 417, 431, 500, 503 or 505
   * @param code stable, kebab case
   * @param detail one sentence for a person
   */
  record Fault(int status, String code, String detail) {
    /** The fault that there is no room for an answer: the client may ask again. */
    public static final Fault CROWDED =
        new Fault(
            503,
            "overloaded",
            "more bytes of answers wait for clients to read them than this server keeps: repeat it");
  }
}
