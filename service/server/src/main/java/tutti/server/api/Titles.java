package tutti.server.api;

/** The titles of problems: one for each kind, as RFC 9457 §3.1.3 requires. */
final class Titles {
  static final String BAD_INPUT = "The request cannot be understood";
  static final String NOT_FOUND = "There is no such thing";
  static final String INTERNAL = "Not for clients; this try did nothing";
  static final String UNAUTHENTICATED = "Nobody knows who asks; this try did nothing";
  static final String NOT_PERMITTED = "Not permitted; this try did nothing";
  static final String REFUSED = "Refused by the specification";
  static final String REFUSED_BY_PROCEDURE = "Refused by a procedure";
  static final String NOT_DEPLOYED = "Not possible with this deployment";
  static final String ABORTED = "Aborted by the system; this try did nothing; safe to repeat";
  static final String KEY_REUSED = "The Idempotency-Key belongs to another request";
  static final String IN_DOUBT = "Not known yet";
  static final String NOT_RESOLVED = "Not resolved by hand; nothing was done";
  static final String NOT_PASSED_OVER = "Not passed over; nothing was done";
  static final String TOO_LARGE = "Too much for one transaction; nothing happened";
  static final String APPLICATION_BUG = "A mistake in the application's code; nothing happened";
  static final String BUG = "A bug in the server";

  private Titles() {}
}
