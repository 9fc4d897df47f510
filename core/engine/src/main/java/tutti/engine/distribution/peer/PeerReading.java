package tutti.engine.distribution.peer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.Unread;
import tutti.engine.procedure.Thrown;
import tutti.engine.runtime.Described;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Reason;
import tutti.model.MalformedData;

/**
 * The reading of messages of other nodes. What code of the application makes, the constructor of a
 * record for example, is made on threads for that alone: the thread that has brought the message,
 * behind which votes and heartbeats wait, runs no such code. All other messages are read where they
 * come. Thread-safe.
 *
 * <p>Where values throw, or are not made by the message's deadline, an answer goes to its taker
 * without them, and a question as {@link To#unread}; what is made later is dropped. A message that
 * comes again while it is read is not read twice. For example, a constructor that goes round for
 * ever holds one of these threads; once it holds all of them, each further message of this kind is
 * unread at its deadline, and everything else goes on.
 */
public final class PeerReading {
  private static final Logger LOG = LoggerFactory.getLogger(PeerReading.class);

  /** The most threads. */
  private static final int THREADS = 4;

  /** The messages that are read or wait for it, at most; more are dropped, and come again. */
  static final int MOST_WAITING = 1_000;

  private final MessageFormat format;
  private final Scheduler scheduler;
  private final StepQueue service;
  private final To to;
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<Object, Reading> underWay = new HashMap<>();
  private int next;

  /** The taker of messages. Thread-safe. */
  public interface To {
    /** Takes a message. */
    void take(int node, PeerMessage message);

    /** Takes a node's word how far its log is durable, before the message that it came with. */
    default void heard(int node, LogWord word) {}

    /**
     * Takes a question whose values could not be made; nobody waits for its answer by default.
     *
     * @param outline the question, in which something else stands in the place of these values
     */
    default void unread(int node, PeerMessage outline, Reason.Unavailable why) {}
  }

  /** A thread with what it has to do. Guarded by the lock. */
  private static final class Lane {
    private final StepQueue queue;
    private int busy;

    Lane(StepQueue queue) {
      this.queue = queue;
    }
  }

  /** The name of a message: one that comes again has the same. */
  private record Name(int node, Object of, long nonce, long number) {}

  /**
   * @param service tells what was not read in time
   */
  public PeerReading(MessageFormat format, Scheduler scheduler, StepQueue service, To to) {
    this.format = format;
    this.scheduler = scheduler;
    this.service = service;
    this.to = to;
  }

  /**
   * Reads a message here, or passes it to a thread that reads it.
   *
   * @param bytes are not used after the call
   * @throws MalformedData if the bytes are no message
   */
  public void received(int node, byte[] bytes, int offset, int length) {
    MessageFormat.Outline outline = format.outline(bytes, offset, length);
    LogWord word = outline.word();
    if (word != null) {
      to.heard(node, word);
    }
    if (outline.whole()) {
      to.take(node, outline.message());
    } else {
      byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
      begin(new Reading(node, outline.message(), copy));
    }
  }

  private void begin(Reading reading) {
    Lane lane;
    synchronized (this) {
      if (underWay.size() >= MOST_WAITING || underWay.putIfAbsent(reading.name, reading) != null) {
        return;
      }
      lane = lane();
      lane.busy++;
    }
    long left = nanosFor(reading.outline);
    if (left < Long.MAX_VALUE) {
      reading.timer = scheduler.after(Math.max(1, left), service, reading::expire);
    }
    lane.queue.step(() -> reading.read(lane));
  }

  /** Returns the thread that has least to do: an idle one, or a new one if there may be more. */
  private Lane lane() {
    Lane least = null;
    for (int i = 0; i < lanes.size(); i++) {
      Lane each = lanes.get((next + i) % lanes.size());
      if (least == null || each.busy < least.busy) {
        least = each;
      }
    }
    next++;
    if ((least == null || least.busy > 0) && lanes.size() < THREADS) {
      least = new Lane(scheduler.newStepQueue("arguments-" + lanes.size()));
      lanes.add(least);
    }
    return Objects.requireNonNull(least);
  }

  /** Returns for how long a message is of use to anybody, in nanoseconds. */
  private static long nanosFor(PeerMessage message) {
    return switch (message) {
      case PeerMessage.Ask ask -> ask.round().remainingNanos();
      case PeerMessage.Request(long _, Question.Submit submit) -> submit.request().timeoutNanos();
      case PeerMessage.Request(long _, Question.SnapshotRead(var call)) -> call.remainingNanos();
      case PeerMessage.Request(long _, Question.DryRun(var call)) -> call.remainingNanos();
      default -> Long.MAX_VALUE;
    };
  }

  private static Name name(int node, PeerMessage message) {
    return switch (message) {
      case PeerMessage.Ask ask ->
          new Name(node, ask.round().key(), ask.round().nonce(), ask.round().number());
      case PeerMessage.Executed it -> new Name(node, it.key(), -it.nonce() - 1, it.round());
      case PeerMessage.Request it -> new Name(node, Question.class, 0, it.number());
      case PeerMessage.Response it -> new Name(node, PeerMessage.Response.class, 0, it.number());
      case PeerMessage.Commit it -> new Name(node, it, 0, 0);
      case PeerMessage.Chase it -> new Name(node, it, 0, 0);
      case PeerMessage.Stop it -> new Name(node, it, 0, 0);
    };
  }

  /** A message that is being read, until it is taken or told to be unread. */
  private final class Reading {
    private final int node;
    private final PeerMessage outline;
    private final byte[] bytes;
    private final Name name;
    private volatile Scheduler.@Nullable Timer timer;
    private boolean ended;

    Reading(int node, PeerMessage outline, byte[] bytes) {
      this.node = node;
      this.outline = outline;
      this.bytes = bytes;
      this.name = name(node, outline);
    }

    private void read(Lane lane) {
      PeerMessage message = null;
      try {
        if (!hasEnded()) {
          message = format.read(bytes, 0, bytes.length);
        }
      } catch (RuntimeException | Error thrown) {
        FatalErrors.report(thrown);
        LOG.error("a message of node number {} cannot be read", node, Described.printable(thrown));
        if (end()) {
          unread(unreadable(thrown));
        }
      } finally {
        left(lane, this);
      }
      if (message != null && end()) {
        to.take(node, message);
      }
    }

    private synchronized boolean hasEnded() {
      return ended;
    }

    /** Returns whether this is the end of it; false if it has ended before. */
    private synchronized boolean end() {
      boolean first = !ended;
      ended = true;
      Scheduler.Timer running = timer;
      if (running != null) {
        running.cancel();
      }
      return first;
    }

    private void expire() {
      if (end()) {
        LOG.warn("the values of a message of node number {} were not made in time", node);
        unread(
            new Reason.Unavailable(
                "deadline",
                "not done in time: a constructor of the application's records has not ended, where"
                    + " its values are read on another node; nothing of it was begun"));
      }
    }

    private void unread(Reason.Unavailable why) {
      PeerMessage instead = Unread.instead(outline, why);
      if (instead == null) {
        to.unread(node, outline, why);
      } else {
        to.take(node, instead);
      }
    }
  }

  private synchronized void left(Lane lane, Reading reading) {
    lane.busy--;
    underWay.remove(reading.name, reading);
  }

  private static Reason.Unavailable unreadable(Throwable thrown) {
    return new Reason.Unavailable(
        Reason.INTERNAL_ERROR,
        "a value cannot be made where it is read on another node: " + Thrown.alike(thrown));
  }
}
