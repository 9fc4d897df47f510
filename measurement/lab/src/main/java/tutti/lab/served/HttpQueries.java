package tutti.lab.served;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.http.HttpCaller;
import tutti.lab.node.Commits;

/**
 * A node that is asked over HTTP while nothing else runs. A question is asked again while the node
 * is too busy to answer it in time, so requests must change nothing. For one thread.
 */
public final class HttpQueries implements Commits {
  /** How long a node may be too busy, when all is well. */
  private static final long BUSY_NANOS = 60_000_000_000L;

  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int PAUSE_MILLIS = 50;

  /** The name that no transaction has: nobody asks for those of queries. */
  private static final TransactionId NO_ONE = new TransactionId(0, 0, 0, 0);

  private final HttpCaller caller;

  public HttpQueries(HttpCaller caller) {
    this.caller = caller;
  }

  /**
   * @throws UncheckedIOException if the node gives no answer
   */
  @Override
  public void commit(
      long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
      throws InterruptedException {
    for (long i = 0; i < count; i++) {
      TransactionRequest each = request.apply(i);
      String answer = answer(JsonCalls.body(each.calls()));
      sink.accept(new Outcome.Committed(NO_ONE, JsonCalls.results(each.calls(), answer)));
    }
  }

  private String answer(String body) throws InterruptedException {
    byte[] request = HttpCaller.request("/transactions", body, null);
    long end = System.nanoTime() + BUSY_NANOS;
    while (true) {
      HttpCaller.Answer answer;
      try {
        answer = caller.ask(request, TIMEOUT_MILLIS);
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
      if (answer.status() == 200) {
        return answer.body();
      }
      if (answer.status() != 503 || System.nanoTime() > end) {
        throw new IllegalStateException("all was well, and then " + body + " got " + answer);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
