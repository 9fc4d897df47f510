package tutti.cli.operate;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a service, and takes its whole answer or none. The time of a request of the JDK ends with
 * the answer's head: a body that stops in its middle, since a network was cut or a proxy stands
 * still, would be waited for without an end, and one without an end would fill the memory.
 */
final class WholeAnswer {
  /** The most bytes of an answer: a piece of a backup and a page of rows are far shorter. */
  private static final long MOST_BYTES = 256L << 20;

  private WholeAnswer() {}

  /**
   * Returns the answer to a request.
   *
   * @param patience the longest time until the answer's end
   * @throws IOException if the connection breaks, or the answer is too long or has not ended in
   *     time
   */
  static <T> HttpResponse<T> of(
      HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> body, Duration patience)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.limiting(body, MOST_BYTES));
    try {
      return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new IOException(
          "its answer had not ended after %s seconds".formatted(patience.toSeconds()), late);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new IllegalStateException(failed.getCause());
    } finally {
      answer.cancel(true);
    }
  }
}
