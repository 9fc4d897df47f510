package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.node.Node;
import tutti.engine.node.RunningBatch;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.server.http.Handler;
import tutti.server.http.HeldBytes;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;

/**
 * The route of batches: {@code POST /transactions/batch}. A batch is not a transaction: each of its
 * transactions happens, or not, by itself.
 */
final class BatchRoutes implements AutoCloseable {
  static final String PATH = "/transactions/batch";

  private static final Handler.Fault CROWDED =
      new Handler.Fault(
          503,
          "overloaded",
          "more bytes of batches are under way than this server keeps; this one was not begun:"
              + " repeat it");

  private static final Logger LOG = LoggerFactory.getLogger(BatchRoutes.class);

  /** The least time for the reading of a batch, in nanoseconds; its transactions have their own. */
  private static final long READING = 10_000_000_000L;

  private final Node node;
  private final LongAnswers answers;
  private final ArgumentThreads arguments;
  private final TransactionRoutes transactions;
  private final BooleanSupplier stopping;
  private final long usualTimeout;

  private final HeldBytes underWay;

  private final ExecutorService submitter =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("tutti-batches").factory());

  /**
   * @param underWay counts the bytes of batches that are read or run
   * @param stopping whether the server is stopping, and begins no more
   * @param usualTimeout the timeout of transactions that name none, in nanoseconds
   */
  BatchRoutes(
      Node node,
      HeldBytes underWay,
      LongAnswers answers,
      ArgumentThreads arguments,
      TransactionRoutes transactions,
      BooleanSupplier stopping,
      long usualTimeout) {
    this.underWay = underWay;
    this.stopping = stopping;
    this.node = node;
    this.answers = answers;
    this.arguments = arguments;
    this.transactions = transactions;
    this.usualTimeout = usualTimeout;
  }

  /** Returns whether a request's target is the path of batches. */
  static boolean isTarget(String target) {
    return target.startsWith(PATH)
        && (target.length() == PATH.length() || "?#".indexOf(target.charAt(PATH.length())) >= 0);
  }

  void route(Exchange exchange, RequestTarget target) throws BadRequest {
    if (!exchange.allows("POST")) {
      return;
    }
    WholeRequest request = exchange.request;
    long staleness = target.staleness();
    boolean lines = Headers.requireJsonOrLines(request);
    boolean answersInLines = Headers.takesLines(request);
    String given = Headers.idempotencyKey(request);
    String key = given == null ? null : exchange.by().keyOf(given);
    long timeout = Headers.wholeTimeout(request, usualTimeout);
    int bytes = request.length();
    if (!underWay.take(bytes)) {
      exchange.reply(ProblemDocument.response(CROWDED));
      return;
    }
    exchange.whenLeft(() -> underWay.give(bytes));
    // Many texts take long to read, and no thread that reads connections is held so long.
    arguments.read(
        exchange,
        Math.max(READING, timeout),
        () -> {
          BatchReader reader =
              new BatchReader(exchange.by(), key, node.application().codec(), exchange::isLeft);
          Items items =
              new Items(reader.read(request, lines), exchange, key != null, timeout, staleness);
          return () -> run(exchange, items, answersInLines);
        });
  }

  private void run(Exchange exchange, Items items, boolean lines) {
    exchange.bodyRead();
    RunningBatch<String> batch =
        new RunningBatch<>(
            node::submitAll,
            items,
            items.all.length,
            lines,
            RunningBatch.WINDOW,
            new RunningBatch.Threads(this::submitLater, answers::later, node::delayNanos),
            exchange::told);
    exchange.tell(
        Response.streamed(
            200, lines ? Headers.LINES : Response.JSON, new BatchAnswer(batch, lines)));
    batch.submit();
  }

  private void submitLater(Runnable task) {
    try {
      submitter.execute(FatalErrors.reporting(task));
    } catch (RejectedExecutionException stopped) {
      LOG.debug("a batch was broken off: the server has stopped");
    }
  }

  /** The transactions of one batch. */
  private final class Items implements RunningBatch.Transactions<String> {
    /** The items, each until its answer is made: all of them together may be large. */
    final BatchReader.@Nullable Item[] all;

    private final Exchange exchange;

    /** When each transaction began, by {@link System#nanoTime()}. */
    private final long[] began;

    private final boolean keyed;
    private final long timeout;
    private final long staleness;

    /**
     * @param keyed whether the batch has a key
     */
    Items(
        List<BatchReader.Item> all,
        Exchange exchange,
        boolean keyed,
        long timeout,
        long staleness) {
      this.all = all.toArray(BatchReader.Item[]::new);
      this.exchange = exchange;
      this.began = new long[all.size()];
      this.keyed = keyed;
      this.timeout = timeout;
      this.staleness = staleness;
    }

    @Override
    public @Nullable TransactionRequest request(int index) {
      BatchReader.Item item = Objects.requireNonNull(all[index]);
      began[index] = System.nanoTime();
      if (stopping.getAsBoolean() && item.wrong() == null) {
        all[index] = BatchReader.Item.wrong(stopped(), item.bytes());
        return null;
      }
      return item.wrong() == null
          ? new TransactionRequest(
              item.calls(), item.idempotency(), timeout, staleness, exchange.by().caller())
          : null;
    }

    @Override
    public boolean isLong(Outcome outcome) {
      return LongAnswers.isLong(outcome);
    }

    @Override
    public long hold(Outcome outcome) {
      return answers.hold(outcome);
    }

    @Override
    public void letGo(long bytes) {
      answers.letGo(bytes);
    }

    @Override
    public long bytes(String document) {
      return document.length();
    }

    @Override
    public String answer(int index, @Nullable Outcome outcome, boolean crowded) {
      try {
        Response response = response(index, outcome, crowded);
        exchange.audit(response);
        return numbered(index, response);
      } catch (RuntimeException | Error bug) {
        LOG.error("the answer to item {} of a batch cannot be made", index, bug);
        if (FatalErrors.isFatal(bug)) {
          throw bug;
        }
        return numbered(index, unanswerable(outcome).response());
      } finally {
        all[index] = null;
      }
    }

    private Response response(int index, @Nullable Outcome outcome, boolean crowded) {
      BatchReader.Item item = Objects.requireNonNull(all[index]);
      ProblemDocument wrong = item.wrong();
      if (wrong != null) {
        return wrong.response();
      }
      Outcome end = Objects.requireNonNull(outcome);
      if (crowded) {
        return item.calls().stream().anyMatch(TransactionRequest::mayChange)
            ? OutcomeDocuments.withoutResults(end.transaction())
            : LongAnswers.crowded();
      }
      return transactions.ended(
          end, item.calls(), item.single(), keyed, item.bytes(), began[index], exchange.by());
    }
  }

  private static ProblemDocument stopped() {
    return new ProblemDocument(
        503,
        "stopping",
        Titles.ABORTED,
        "the server is stopping; this transaction was not begun: repeat it");
  }

  private static ProblemDocument unanswerable(@Nullable Outcome outcome) {
    return outcome == null
        ? Exchange.bug("the answer cannot be made; nothing of this transaction happened")
        : TransactionRoutes.unanswerable(
            outcome.transaction(), "ask GET /transactions/" + outcome.transaction());
  }

  /** Returns a document with the number of its transaction, and its status in front. */
  private static String numbered(int index, Response response) {
    StringBuilder out = new StringBuilder(response.body().length + 48);
    out.append("{\"index\":").append(index);
    if (!response.type().equals(ProblemDocument.TYPE)) {
      out.append(",\"status\":").append(response.status());
    }
    String after = response.headers().get("Retry-After");
    if (after != null) {
      out.append(",\"retryAfter\":").append(after);
    }
    String age = response.headers().get(OutcomeDocuments.SNAPSHOT_AGE);
    if (age != null) {
      out.append(",\"snapshotAge\":\"").append(age).append('"');
    }
    String document = new String(response.body(), StandardCharsets.UTF_8);
    return out.append(',').append(document, 1, document.length()).toString();
  }

  @Override
  public void close() {
    submitter.shutdown();
  }
}
