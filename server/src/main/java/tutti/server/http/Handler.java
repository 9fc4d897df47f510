package tutti.server.http;

/** Answers requests. Called on an event loop and must not block. */
public interface Handler {

  /** Sees to it that the client gets an answer, now or later. */
  void handle(Request request, Client client);

  /** The answer to what is not a proper request, found before there is a {@link Request}. */
  Response refuse(Fault fault);

  /**
   * What can be wrong with a request as HTTP.
   *
   * @param status 400, 413, 414, 417, 431, 500 or 505
   * @param code stable, kebab case
   * @param detail one sentence for a person
   */
  record Fault(int status, String code, String detail) {}
}
