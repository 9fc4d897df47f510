package tutti.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Connection;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;

/**
 * One request under its key, as its tries show it; alone, or in a batch. Used by one thread.
 *
 * <p>It is <em>open</em> as long as one of its tries may have taken effect, or may still do so: see
 * {@link HttpConnection}.
 */
final class KeyedCall {
  private final TransactionRequest request;
  private final String key;

  /** Whether an earlier call under the key may have taken effect. */
  private boolean mayHaveRun;

  /** The try that may have taken effect; null if none may. */
  private Outcome.@Nullable InDoubt open;

  private @Nullable Outcome last;
  private boolean over;

  /**
   * @param isGiven whether the caller has chosen the key
   */
  KeyedCall(TransactionRequest request, String key, boolean isGiven) {
    this.request = request;
    this.key = key;
    this.mayHaveRun = isGiven && !request.readsSnapshot();
  }

  TransactionRequest request() {
    return request;
  }

  /** Returns whether no further try is made, whatever the time. */
  boolean isOver() {
    return over;
  }

  /** Takes the end of a try. */
  void tried(TryEnd reply) {
    Outcome told = told(reply, request, key);
    switch (told) {
      case Outcome.Committed committed -> {
        open = null;
        last = committed;
        // A repeat has the results that an answer to a batch had no room for.
        over = !(reply instanceof TryEnd.Document document && document.lacksResults());
      }
      case Outcome.InDoubt doubt ->
          // A transaction that an answer has named can be asked for.
          open = open == null || !doubt.transaction().equals(Connection.UNNAMED) ? doubt : open;
      case Outcome.Aborted aborted -> {
        last = aborted;
        if (isAboutKey(reply, aborted)) {
          open = null;
          mayHaveRun = false;
        }
        over = !isRepeated(aborted.reason());
      }
    }
  }

  /** Returns the end of the call, once no further try is made; one has been made. */
  Outcome end() {
    if (open != null) {
      return open;
    }
    Outcome end = Objects.requireNonNull(last);
    return mayHaveRun ? Connection.ofOneTry(end) : end;
  }

  /**
   * The outcome as a try's end tells it: in doubt if the try may have taken effect, or may still.
   */
  private static Outcome told(TryEnd reply, TransactionRequest request, String key) {
    return switch (reply) {
      case TryEnd.NotSent(String why) ->
          aborted(new Reason.Unavailable(HttpConnection.UNAVAILABLE, why));
      case TryEnd.Lost(String why) -> new Outcome.InDoubt(Connection.UNNAMED, why);
      case TryEnd.Foreign(String why) -> new Outcome.InDoubt(Connection.UNNAMED, why);
      case TryEnd.Document document -> {
        TransactionId id = AnswerReader.transaction(document.tree());
        yield switch (document.text("outcome")) {
          case "committed" -> AnswerReader.committed(document, request.calls());
          case "aborted" -> new Outcome.Aborted(id, AnswerReader.reason(document.tree(), key));
          default ->
              isTurnedAway(document)
                  ? aborted(AnswerReader.reason(document.tree(), key))
                  : isMistaken(document)
                      ? aborted(
                          new Reason.Unavailable(Connection.NOT_UNDERSTOOD, mistake(document)))
                      : new Outcome.InDoubt(id, document.detail());
        };
      }
    };
  }

  static Outcome aborted(Reason reason) {
    return new Outcome.Aborted(Connection.UNNAMED, reason);
  }

  /** Whether a problem says that the request is wrong, whatever the state of the service. */
  static boolean isMistaken(TryEnd.Document document) {
    return document.status() >= 400 && document.status() < 500;
  }

  static String mistake(TryEnd.Document document) {
    if (document.status() == 413) {
      return "the request is too large for the service: "
          + document.text("detail")
          + "; make several of it";
    }
    return "the service does not understand the request, so that its application, or its version,"
        + " differs from the client's: %s (%s %s)"
            .formatted(document.text("detail"), document.status(), document.text("code"));
  }

  /**
   * Returns whether a service has answered that it has not begun this try, since the service was
   * overloaded, the try came too late, or no client, or not this one, may call what it names.
   */
  private static boolean isTurnedAway(TryEnd.Document document) {
    String code = document.text("code");
    return document.isProblem()
        && document.text("transaction").isEmpty()
        && (document.status() == 503 && (code.equals("overloaded") || code.equals("deadline"))
            || document.status() == 401 && code.equals("unauthenticated")
            || document.status() == 403
                && (code.equals("internal") || code.equals("not-permitted")));
  }

  /** Whether an end is definite for all tries of its key; one without a name is of a try alone. */
  private static boolean isAboutKey(TryEnd reply, Outcome.Aborted aborted) {
    boolean ofOneTry =
        reply instanceof TryEnd.Document document
            && document.text("definiteFor").equals("this-try");
    return !ofOneTry
        && aborted.reason().isAboutKey()
        && !aborted.transaction().equals(Connection.UNNAMED)
        && !aborted.reason().code().equals(Connection.NOT_UNDERSTOOD);
  }

  private static boolean isRepeated(Reason reason) {
    // The node had as much time as the call has.
    return reason.retryable()
        && !reason.code().equals("deadline")
        && !reason.code().equals(Connection.NOT_UNDERSTOOD);
  }
}
