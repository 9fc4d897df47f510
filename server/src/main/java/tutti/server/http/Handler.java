package tutti.server.http;

import java.util.function.Consumer;

/** Answers requests. Called on an event loop and must not block. */
public interface Handler {

  /**
   * @param reply to be called once, on any thread, at any time
   */
  void handle(Request request, Consumer<Response> reply);

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
