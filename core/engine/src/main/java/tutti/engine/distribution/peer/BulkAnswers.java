package tutti.engine.distribution.peer;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.AnswerSize;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;

/**
 * The answers to questions of other nodes. Short answers are sent where they are made. A long
 * answer waits unencoded, as objects that are in memory anyway. A thread of its own encodes at most
 * two long answers for each node at a time, and the next one once the network has taken one. So a
 * machine's thread never encodes a page, and a peer that is slow, or asks for much, fills no memory
 * here. Thread-safe.
 *
 * <p>A page that is asked for once more while it is made, or waits to be sent, is not made again,
 * and the rows of an actor are not sent again while they are under way. For example, forty pages of
 * a megabyte that a node asks for at once take two megabytes of buffers here, whatever the speed of
 * the network.
 */
public final class BulkAnswers {
  /** The encoded answers that wait for one node, at most. */
  private static final int AT_ONCE = 2;

  /** The answers that wait for one node to be encoded, at most; beyond they are refused. */
  static final int MOST_WAITING = 1_000;

  private final StepQueue queue;
  private final BytesUnderWay memory;
  private final Way way;

  /** The long answers of each node that has some. */
  private final Map<Integer, Waiting> waiting = new HashMap<>();

  /** The pages that are made or wait, by who asks and the number of the question. */
  private final Set<Key> pages = new HashSet<>();

  /** The answers with rows that the network has not taken yet. */
  private final Set<Key> leaving = new HashSet<>();

  private record Key(int node, long number) {}

  /** An answer that waits, and the room that its results take meanwhile. */
  private record Ready(Key key, Answer answer, Lease room) {}

  /** The long answers for one node. */
  private static final class Waiting {
    private final ArrayDeque<Ready> ready = new ArrayDeque<>();
    private final Set<Key> keys = new HashSet<>();
    private int encoded;
  }

  /** The way of answers to other nodes. Thread-safe. */
  public interface Way {
    /** Encodes an answer, and sends it; a short one instead, if it is too long to be sent. */
    void send(int node, long number, Answer answer);

    /** Calls back as {@link tutti.engine.transport.Transport#afterSent} does. */
    void afterSent(int node, Runnable then);
  }

  /**
   * @param queue for encoding what is long
   * @param memory counts the results of transactions that wait to be told
   */
  public BulkAnswers(StepQueue queue, BytesUnderWay memory, Way way) {
    this.queue = queue;
    this.memory = memory;
    this.way = way;
  }

  /**
   * Takes a question of a node.
   *
   * @param number of the question: its answer goes with it
   * @param make makes the answer
   */
  public void asked(int node, long number, Question question, Consumer<Consumer<Answer>> make) {
    Key key = new Key(node, number);
    if (question instanceof Question.Page) {
      synchronized (this) {
        if (!pages.add(key)) {
          return;
        }
      }
    }
    try {
      make.accept(answer -> answered(key, answer));
    } catch (RuntimeException bug) {
      made(key);
      throw bug;
    }
  }

  private void answered(Key key, Answer answer) {
    if (AnswerSize.hasRows(answer)) {
      made(key);
      sendOnce(key, answer);
      return;
    }
    if (!AnswerSize.isLong(answer)) {
      made(key);
      way.send(key.node, key.number, answer);
      return;
    }
    Ready ready = new Ready(key, answer, memory.lease());
    if (answer instanceof Answer.Ended(Outcome outcome)) {
      // It has happened, and takes the room of what has not.
      ready.room.hold(AnswerSize.of(outcome) * ResultCount.COPIES);
    }
    Answer.Failed refusal = add(ready);
    if (refusal == null) {
      next(key.node);
    } else {
      ready.room.end();
      made(key);
      way.send(key.node, key.number, refusal);
    }
  }

  /**
   * Sends an answer that may be long and cannot wait; not once more while the network has not taken
   * it. Whoever asks repeats its question.
   */
  private void sendOnce(Key key, Answer answer) {
    synchronized (this) {
      if (!leaving.add(key)) {
        return;
      }
    }
    try {
      way.send(key.node, key.number, answer);
    } finally {
      way.afterSent(key.node, () -> left(key));
    }
  }

  private synchronized void left(Key key) {
    leaving.remove(key);
  }

  private synchronized void made(Key key) {
    pages.remove(key);
  }

  /** Queues an answer; returns the failure if too many answers wait, else null. */
  private synchronized Answer.@Nullable Failed add(Ready ready) {
    Waiting all = waiting.computeIfAbsent(ready.key.node, _ -> new Waiting());
    boolean mayBeAskedAgain = !(ready.answer instanceof Answer.Ended);
    if (all.ready.size() >= MOST_WAITING && mayBeAskedAgain) {
      return new Answer.Failed(
          Reason.Unavailable.CONGESTED, "more answers wait to be sent to a node than should");
    }
    if (all.keys.add(ready.key)) {
      all.ready.add(ready);
    } else {
      ready.room.end();
    }
    return null;
  }

  /** Encodes the next answer for a node, if it may be encoded now. */
  private void next(int node) {
    Ready ready = poll(node);
    if (ready != null) {
      queue.step(
          () -> {
            made(ready.key);
            try {
              way.send(node, ready.key.number, ready.answer);
            } finally {
              way.afterSent(
                  node,
                  () -> {
                    ready.room.end();
                    sent(node);
                  });
            }
          });
    }
  }

  private synchronized @Nullable Ready poll(int node) {
    Waiting all = waiting.get(node);
    Ready ready = all == null || all.encoded >= AT_ONCE ? null : all.ready.poll();
    if (all != null && ready != null) {
      all.keys.remove(ready.key);
      all.encoded++;
    }
    return ready;
  }

  private void sent(int node) {
    synchronized (this) {
      Waiting all = waiting.get(node);
      if (all != null && --all.encoded == 0 && all.ready.isEmpty()) {
        waiting.remove(node);
      }
    }
    next(node);
  }
}
