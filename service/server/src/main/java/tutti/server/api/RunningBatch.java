package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Requests.Outcomes;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.server.http.LivePieces;

/**
 * A batch that runs: independent transactions, of which some are under way at a time. The others
 * wait until those have ended and the client has read what they came to, so a batch takes as much
 * of the node as many clients would, and no more. Its answer is made while it runs.
 *
 * <p>For example, a client sends 8,192 transfers and reads nothing. The node runs them until 4 MiB
 * of answers wait, and runs the rest once the client reads.
 */
final class RunningBatch implements LivePieces {
  /** The transactions of one batch that are under way at a time. */
  static final int WINDOW = 256;

  /** While so many bytes of answers wait for the client, no more transactions are begun. */
  static final int MOST_UNSENT = 4 << 20;

  /** The number of characters after which a piece of the answer ends. */
  private static final int CHARACTERS = 16 << 10;

  /** The bytes that the answer to a transaction with short results takes, about. */
  private static final int USUAL = 256;

  /** The transactions of a batch, by their numbers. */
  interface Transactions {
    /** Returns the request of a transaction; null if its text is wrong. */
    @Nullable TransactionRequest request(int index);

    /** Returns the document of a transaction with its number. Called once, on any thread. */
    String document(int index, @Nullable Outcome outcome, long began, boolean crowded);

    /** Returns whether the document of a transaction takes long to make. */
    boolean isLong(Outcome outcome);
  }

  private final BiConsumer<List<TransactionRequest>, Outcomes> node;
  private final Transactions transactions;
  private final int count;
  private final boolean lines;
  private final Executor submitter;
  private final Executor encoder;
  private final Runnable onEnd;

  private final long[] began;
  private final @Nullable Outcome[] outcomes;
  private final @Nullable String[] documents;

  /** Whether the end of a transaction is known, and no later document of it is waited for. */
  private final boolean[] known;

  /** The numbers of the transactions whose answers can be sent, in the order in which they are. */
  private final ArrayDeque<Integer> ready = new ArrayDeque<>();

  private int next;
  private int underWay;
  private int inOrder;
  private int sent;
  private long unsent;
  private boolean submitting;

  /** True once the last answer is sent, or nobody reads them any more. */
  private boolean over;

  private @Nullable Runnable waiter;

  /**
   * @param node starts transactions, and tells how each has ended
   * @param lines whether the answer has a line for each transaction, as it ends; else it is one
   *     object, in their order
   * @param submitter runs what begins transactions
   * @param encoder runs what makes long documents
   * @param onEnd is called once, when the last answer is sent or nobody reads them any more
   */
  RunningBatch(
      BiConsumer<List<TransactionRequest>, Outcomes> node,
      Transactions transactions,
      int count,
      boolean lines,
      Executor submitter,
      Executor encoder,
      Runnable onEnd) {
    this.node = node;
    this.transactions = transactions;
    this.count = count;
    this.lines = lines;
    this.submitter = submitter;
    this.encoder = encoder;
    this.onEnd = onEnd;
    this.began = new long[count];
    this.outcomes = new Outcome[count];
    this.documents = new String[count];
    this.known = new boolean[count];
  }

  /** Begins as many transactions as there is room for. */
  void submit() {
    int from;
    int to;
    synchronized (this) {
      submitting = false;
      from = next;
      to = mayBegin() ? Math.min(count, next + WINDOW - underWay) : next;
      next = to;
      underWay += to - from;
    }
    List<Integer> numbers = new ArrayList<>(to - from);
    List<TransactionRequest> requests = new ArrayList<>(to - from);
    long now = System.nanoTime();
    for (int index = from; index < to; index++) {
      TransactionRequest request = transactions.request(index);
      began[index] = now;
      if (request == null) {
        ended(index, null);
      } else {
        numbers.add(index);
        requests.add(request);
      }
    }
    node.accept(requests, (place, outcome) -> ended(numbers.get(place), outcome));
  }

  private boolean mayBegin() {
    return !over && unsent < MOST_UNSENT;
  }

  /** Takes note of the end of a transaction, or that it is wrong. */
  private void ended(int index, @Nullable Outcome outcome) {
    if (outcome != null && transactions.isLong(outcome)) {
      encoder.execute(
          () -> {
            boolean crowded = isCrowded();
            add(index, null, transactions.document(index, outcome, began[index], crowded));
          });
    } else {
      add(index, outcome, null);
    }
  }

  private synchronized boolean isCrowded() {
    return unsent > MOST_UNSENT;
  }

  private void add(int index, @Nullable Outcome outcome, @Nullable String document) {
    Runnable wake = null;
    synchronized (this) {
      underWay--;
      if (!over) {
        outcomes[index] = outcome;
        documents[index] = document;
        known[index] = true;
        unsent += bytes(document);
        if (lines) {
          ready.add(index);
        } else {
          while (inOrder < count && known[inOrder]) {
            ready.add(inOrder++);
          }
        }
        if (!ready.isEmpty()) {
          wake = waiter;
          waiter = null;
        }
      }
    }
    if (wake != null) {
      wake.run();
    }
    submitLater();
  }

  private static long bytes(@Nullable String document) {
    return document == null ? USUAL : document.length();
  }

  /** Has more transactions begun once half of the window is free. */
  private void submitLater() {
    synchronized (this) {
      if (submitting || next == count || underWay > WINDOW / 2 || !mayBegin()) {
        return;
      }
      submitting = true;
    }
    submitter.execute(this::submit);
  }

  @Override
  public synchronized boolean isThereOr(Runnable task) {
    if (!ready.isEmpty() || sent == count) {
      return true;
    }
    waiter = task;
    return false;
  }

  @Override
  public synchronized boolean hasNext() {
    return sent < count;
  }

  @Override
  public byte[] next() {
    StringBuilder text = new StringBuilder(CHARACTERS);
    while (text.length() < CHARACTERS && take(text)) {}
    if (text.isEmpty()) {
      throw new NoSuchElementException();
    }
    if (hasNext()) {
      submitLater();
    } else {
      text.append(lines ? "" : "]}");
      end();
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Appends the next answer that is there; false if none is. */
  private boolean take(StringBuilder text) {
    int index;
    Outcome outcome;
    String document;
    boolean first;
    synchronized (this) {
      Integer number = ready.poll();
      if (number == null) {
        return false;
      }
      index = number;
      outcome = outcomes[index];
      document = documents[index];
      outcomes[index] = null;
      documents[index] = null;
      first = sent++ == 0;
      unsent -= bytes(document);
    }
    if (!lines) {
      text.append(first ? "{\"items\":[" : ",");
    }
    text.append(
        document == null ? transactions.document(index, outcome, began[index], false) : document);
    if (lines) {
      text.append('\n');
    }
    return true;
  }

  @Override
  public void abandon() {
    end();
  }

  private void end() {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      ready.clear();
    }
    onEnd.run();
  }
}
