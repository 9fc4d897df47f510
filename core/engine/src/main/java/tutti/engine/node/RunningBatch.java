package tutti.engine.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Requests.Outcomes;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/**
 * A batch that runs: independent transactions, of which some are under way at a time. The others
 * wait until those have ended and the client has read what they came to, so a batch takes as much
 * of the node as many clients would, and no more. Its answers are taken while it runs. It has no
 * input or output of its own. Thread-safe.
 *
 * <p>For example, a client sends 8,192 transfers and reads nothing. The node runs them until 4 MiB
 * of answers wait, and runs the rest once the client reads.
 *
 * @param <A> the answer to one transaction
 */
public final class RunningBatch<A> {
  /** The greatest number of transactions in one batch of a client. */
  public static final int MOST = 8192;

  /** The transactions of one batch that are under way at a time, where nothing else is said. */
  public static final int WINDOW = 256;

  /** While so many bytes of answers wait for the client, no more transactions are begun. */
  public static final int MOST_UNSENT = 4 << 20;

  /** The bytes that the answer to a transaction with short results takes, about. */
  private static final int USUAL = 256;

  /**
   * The transactions of a batch, by their numbers.
   *
   * @param <A> the answer to one of them
   */
  public interface Transactions<A> {
    /** Returns the request of a transaction that begins now; null if its text is wrong. */
    @Nullable TransactionRequest request(int index);

    /**
     * Returns the answer to a transaction. Called once, on any thread.
     *
     * @param outcome null if its text is wrong
     * @param crowded whether so many bytes of answers wait that it must be short
     */
    A answer(int index, @Nullable Outcome outcome, boolean crowded);

    /** Returns whether the answer to a transaction takes long to make. */
    boolean isLong(Outcome outcome);

    /** Returns the bytes of an answer that took long to make. */
    long bytes(A answer);

    /**
     * Makes room for the results of a transaction until its answer is made, as {@link #letGo}
     * tells.
     *
     * @return the bytes of the results; -1 if there is no room, and the answer must be short
     */
    default long hold(Outcome outcome) {
      return 0;
    }

    /** Takes note that the answer is made to a transaction whose results were held. */
    default void letGo(long bytes) {}
  }

  /**
   * The threads that work for a batch.
   *
   * @param submitter runs what begins transactions
   * @param encoder runs what makes long answers
   * @param delayNanos how late what the node is given is begun now
   */
  public record Threads(Executor submitter, Executor encoder, LongSupplier delayNanos) {}

  /** The transactions that are under way at first: whether the node keeps up is not known yet. */
  private static final int FIRST_WINDOW = 32;

  /** The transactions that are under way where the node does not keep up. */
  private static final int LEAST_WINDOW = 4;

  /**
   * The delay from which on fewer transactions are under way: other clients wait behind them, and
   * are turned away where that takes long.
   */
  private static final long LATE_NANOS = 20_000_000;

  private final BiConsumer<List<TransactionRequest>, Outcomes> node;
  private final Transactions<A> transactions;
  private final int count;
  private final boolean asKnown;
  private final int mostWindow;
  private final Threads threads;
  private final Runnable onEnd;

  private final @Nullable Outcome[] outcomes;

  /** The long answers. */
  private final List<@Nullable A> answers;

  /** Whether the end of a transaction is known, and no later answer of it is waited for. */
  private final boolean[] known;

  /** The numbers of the transactions whose answers can be sent, in the order in which they are. */
  private final ArrayDeque<Integer> ready = new ArrayDeque<>();

  /** The transactions that are under way at a time now, at most. */
  private int window;

  private int next;
  private int underWay;
  private int inOrder;
  private int sent;
  private long unsent;
  private boolean submitting;

  /** True once the last answer is taken, or nobody reads them any more. */
  private boolean over;

  private @Nullable Runnable waiter;

  /**
   * @param node starts transactions, and tells how each has ended
   * @param asKnown whether answers come as transactions end; else in the order of their numbers
   * @param mostWindow the transactions that are under way at a time, at most; at least 1
   * @param onEnd is called once, when the last answer is taken or nobody reads them any more
   */
  public RunningBatch(
      BiConsumer<List<TransactionRequest>, Outcomes> node,
      Transactions<A> transactions,
      int count,
      boolean asKnown,
      int mostWindow,
      Threads threads,
      Runnable onEnd) {
    this.node = node;
    this.transactions = transactions;
    this.count = count;
    this.asKnown = asKnown;
    this.mostWindow = mostWindow;
    this.window = Math.min(mostWindow, FIRST_WINDOW);
    this.threads = threads;
    this.onEnd = onEnd;
    this.outcomes = new Outcome[count];
    this.answers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      answers.add(null);
    }
    this.known = new boolean[count];
  }

  /** Begins as many transactions as there is room for. */
  public void submit() {
    boolean late = threads.delayNanos.getAsLong() > LATE_NANOS;
    int from;
    int to;
    synchronized (this) {
      submitting = false;
      from = next;
      if (from > 0) {
        window = late ? Math.max(window / 2, LEAST_WINDOW) : window * 2;
        window = Math.min(window, mostWindow);
      }
      int room = Math.max(0, window - underWay);
      to = mayBegin() ? Math.min(count, next + room) : next;
      next = to;
      underWay += to - from;
    }
    List<Integer> numbers = new ArrayList<>(to - from);
    List<TransactionRequest> requests = new ArrayList<>(to - from);
    for (int index = from; index < to; index++) {
      TransactionRequest request = transactions.request(index);
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
    if (outcome == null || !transactions.isLong(outcome)) {
      add(index, outcome, null);
      return;
    }
    long held = transactions.hold(outcome);
    if (held < 0) {
      add(index, null, transactions.answer(index, outcome, true));
    } else {
      threads.encoder.execute(() -> makeLong(index, outcome, held));
    }
  }

  private void makeLong(int index, Outcome outcome, long held) {
    A answer;
    try {
      answer = transactions.answer(index, outcome, isCrowded());
    } finally {
      transactions.letGo(held);
    }
    add(index, null, answer);
  }

  private synchronized boolean isCrowded() {
    return unsent > MOST_UNSENT;
  }

  private void add(int index, @Nullable Outcome outcome, @Nullable A answer) {
    Runnable wake = null;
    boolean submits;
    synchronized (this) {
      underWay--;
      if (!over) {
        outcomes[index] = outcome;
        answers.set(index, answer);
        known[index] = true;
        unsent += bytes(answer);
        if (asKnown) {
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
      submits = takesSubmit();
    }
    if (wake != null) {
      wake.run();
    }
    if (submits) {
      threads.submitter.execute(this::submit);
    }
  }

  private long bytes(@Nullable A answer) {
    return answer == null ? USUAL : transactions.bytes(answer);
  }

  /** Returns whether the caller has to have more begun: once half of the window is free. */
  private boolean takesSubmit() {
    if (submitting || next == count || underWay > window / 2 || !mayBegin()) {
      return false;
    }
    submitting = true;
    return true;
  }

  /**
   * Returns whether an answer or the end is there now. If not, the task is run once it is, on the
   * thread that makes it, and in place of a task that waits already.
   */
  public synchronized boolean isThereOr(Runnable task) {
    if (!ready.isEmpty() || sent == count) {
      return true;
    }
    waiter = task;
    return false;
  }

  /** Returns whether answers have not been taken yet. */
  public synchronized boolean hasNext() {
    return sent < count;
  }

  /** Takes the next answer that is there; null if none is. */
  public @Nullable A take() {
    int index;
    Outcome outcome;
    A answer;
    boolean last;
    boolean submits;
    synchronized (this) {
      Integer number = ready.poll();
      if (number == null) {
        return null;
      }
      index = number;
      outcome = outcomes[index];
      answer = answers.set(index, null);
      outcomes[index] = null;
      unsent -= bytes(answer);
      last = ++sent == count;
      submits = takesSubmit();
    }
    A taken = answer == null ? transactions.answer(index, outcome, false) : answer;
    if (last) {
      abandon();
    } else if (submits) {
      threads.submitter.execute(this::submit);
    }
    return taken;
  }

  /** Takes note that nobody reads the answers any more: no more transactions begin. */
  public void abandon() {
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
