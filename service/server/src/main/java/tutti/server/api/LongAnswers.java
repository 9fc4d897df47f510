package tutti.server.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import tutti.engine.distribution.message.AnswerSize;
import tutti.engine.node.Node;
import tutti.engine.node.Node.Instance;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.submission.Outcome;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.server.http.Handler;
import tutti.server.http.HeldBytes;
import tutti.server.http.Response;

/**
 * The threads that make answers whose length depends on the data. A thread that reads requests
 * makes none of them, since all its other clients would wait. Thread-safe.
 *
 * <p>For example, a client that asks again and again for the outcome of a transaction with a result
 * of ten megabytes delays the other clients that ask for long answers, and no other client. Metrics
 * have a thread of their own, and requests for metrics that come while one waits share one text.
 */
final class LongAnswers implements AutoCloseable {
  /** The elements of a set or map from which on an instance is long. */
  private static final int MANY = 64;

  /** The characters of a text from which on an instance is long. */
  private static final int LONG_TEXT = 8 << 10;

  private final ExecutorService answers = thread("tutti-answers");
  private final ExecutorService scrapes = thread("tutti-metrics");
  private final Supplier<Response> metrics;
  private final HeldBytes held;
  private final List<Exchange> scraping = new ArrayList<>();

  /**
   * @param metrics makes the answer with all metrics
   * @param held counts the bytes of what waits for the threads
   */
  LongAnswers(Supplier<Response> metrics, HeldBytes held) {
    this.held = held;
    this.metrics = metrics;
  }

  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /** Returns whether the answer with an outcome may be long. */
  static boolean isLong(Outcome outcome) {
    return outcome instanceof Outcome.Committed committed
        && !ResultSize.isSmall(committed.results());
  }

  /** Returns whether the answer with an instance may be long. */
  static boolean isLong(Instance instance) {
    for (int i = 0; i < instance.state().size(); i++) {
      Object value = instance.state().field(i);
      if (value instanceof String text && text.length() > LONG_TEXT
          || value instanceof SetValue set && set.size() > MANY
          || value instanceof MapValue map && map.size() > MANY) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the answer with a page of instances may be long. */
  static boolean isLong(Node.Page page) {
    return page.items().size() > MANY || page.items().stream().anyMatch(LongAnswers::isLong);
  }

  /**
   * Runs a task that makes the answer with an outcome: on this thread, or on a thread for long
   * answers. A thread that reads requests passes on every answer that may be long. Any other
   * thread, for which other nodes may wait, passes on the answers that are long.
   *
   * @param reader the thread that has read the request
   * @param crowded answers shortly, where more bytes of long answers wait than are kept
   */
  void make(Thread reader, Outcome outcome, Runnable answer, Runnable crowded) {
    boolean isReader = Thread.currentThread() == reader;
    if (isReader ? isLong(outcome) : AnswerSize.isLong(outcome)) {
      long bytes = hold(outcome);
      if (bytes < 0) {
        crowded.run();
        return;
      }
      execute(
          answers,
          () -> {
            try {
              answer.run();
            } finally {
              letGo(bytes);
            }
          });
    } else {
      answer.run();
    }
  }

  /**
   * Runs a task that makes an answer of what is in memory anyway: a long answer on a thread for
   * long answers, any other on this thread. Other nodes may wait for this thread.
   *
   * @param crowded answers shortly, where more bytes of long answers wait than are kept
   */
  void apart(boolean isLong, Runnable answer, Runnable crowded) {
    if (!isLong) {
      answer.run();
    } else if (held.isFull()) {
      crowded.run();
    } else {
      execute(answers, answer);
    }
  }

  /**
   * Holds the results of a transaction until {@link #letGo}.
   *
   * @return their bytes; -1 if there is no room
   */
  long hold(Outcome outcome) {
    long bytes = AnswerSize.of(outcome);
    return held.take(bytes) ? bytes : -1;
  }

  /** Lets go of results that were held. */
  void letGo(long bytes) {
    held.give(bytes);
  }

  /** Runs a task on a thread for long answers, however many wait. */
  void later(Runnable task) {
    execute(answers, task);
  }

  /** The answer to a client that may ask again, since nothing has happened. */
  static Response crowded() {
    return ProblemDocument.response(Handler.Fault.CROWDED);
  }

  /** Answers an exchange with all metrics. */
  void metrics(Exchange exchange) {
    synchronized (scraping) {
      scraping.add(exchange);
      if (scraping.size() > 1) {
        return;
      }
    }
    execute(scrapes, this::scrape);
  }

  private void scrape() {
    List<Exchange> all;
    synchronized (scraping) {
      all = List.copyOf(scraping);
      scraping.clear();
    }
    Response answer;
    try {
      answer = metrics.get();
    } catch (RuntimeException | Error bug) {
      Response failed = Exchange.bug("the metrics cannot be told: " + bug).response();
      all.forEach(exchange -> exchange.reply(failed));
      throw bug;
    }
    all.forEach(exchange -> exchange.reply(answer));
  }

  /** Runs a task on a thread, or here if the server has ended. */
  private static void execute(ExecutorService thread, Runnable task) {
    try {
      thread.execute(FatalErrors.reporting(task));
    } catch (RejectedExecutionException ended) {
      task.run();
    }
  }

  /** Ends the threads, after all that has been asked for so far. */
  @Override
  public void close() {
    answers.shutdown();
    scrapes.shutdown();
  }
}
