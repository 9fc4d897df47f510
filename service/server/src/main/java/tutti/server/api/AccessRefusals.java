package tutti.server.api;

import tutti.server.http.Response;

/** The answers to those whom nobody knows, and to those who may not do what they ask for. */
final class AccessRefusals {
  private AccessRefusals() {}

  /**
   * The answer to a request that does not show who makes it: the same whatever is wrong with what
   * it shows.
   */
  static Response unauthenticated() {
    return new ProblemDocument(
            401,
            "unauthenticated",
            Titles.UNAUTHENTICATED,
            "this service answers those whom it knows: send the header 'Authorization: Bearer'"
                + " with an API key that counts, once")
        .response()
        .with("WWW-Authenticate", "Bearer");
  }

  /**
   * @param what what the caller may not do, as it goes on after "your roles"
   */
  static ProblemDocument notPermitted(String what) {
    return new ProblemDocument(403, "not-permitted", Titles.NOT_PERMITTED, "your roles " + what);
  }
}
