package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.replication.Fragments;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The batching of messages between the machines of hosts. Each message stands behind its length; a
 * long one goes in fragments, each behind a zero and its length. All messages of the steps queued
 * so far to one host go as one message of the link, since a message between hosts costs far more
 * than its content. An idle host delays nothing, since no other step is queued there. Messages to
 * this host itself are gathered too, as one step: a host with hundreds of transactions under way
 * sends the most messages to itself. Confined to the host's queue of machines, except {@link
 * #received}.
 */
public final class MessageBatcher {
  private static final Logger LOG = LoggerFactory.getLogger(MessageBatcher.class);

  /** A message that is longer goes in fragments: a link takes none that is much longer. */
  private static final int MOST_WHOLE = 1 << 20;

  /** The length of no message, which stands before a fragment. */
  private static final int FRAGMENT = 0;

  /** The most bytes that go together. */
  private static final int MOST_BYTES = 64 << 10;

  /**
   * The messages that leave at once, however many steps are queued: a host that is behind would
   * hold them back, and transactions their items.
   */
  private static final int MOST = 16;

  /**
   * The divisor of the heap that bounds the messages of other hosts that wait, as bytes, for the
   * queue of machines. A slow host gets the same messages again and again meanwhile.
   */
  private static final int COME_OF_THE_HEAP = 64;

  /**
   * A message in fragments is lost with any of them, so there is as much more room for these: those
   * of one such message have room whatever else waits.
   */
  private static final int FRAGMENTS_OF_THE_HEAP = 16;

  /** A message that is no longer is never the one that takes the room. */
  private static final int SHORT = 256;

  private static final class Waiting {
    final Encoder all = new Encoder();
    int count;
  }

  /** Reads one message of a protocol. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Returns the step that takes the message.
     *
     * @throws MalformedData if it is none
     */
    Runnable read(int from, Decoder in);
  }

  private final int self;
  private final StepQueue queue;
  private final ReplicaLink link;
  private final LongSupplier names;
  private final Reader reader;
  private final Map<Integer, Waiting> waiting = new TreeMap<>();

  /** The fragments that have come from each host. */
  private final Map<Integer, Fragments> fragments = new TreeMap<>();

  private boolean leaving;

  /** The bytes of the messages of other hosts that no step has taken yet. */
  private final AtomicLong come = new AtomicLong();

  private final LongSupplier heap;

  /** The messages of the machines here to each other, which one step takes. */
  private List<Runnable> own = new ArrayList<>();

  /**
   * @param names gives numbers that no other start of anything has
   * @param heap gives the bytes by whose parts bounds are reckoned
   */
  public MessageBatcher(
      int self,
      StepQueue queue,
      ReplicaLink link,
      LongSupplier names,
      Reader reader,
      LongSupplier heap) {
    this.heap = heap;
    this.self = self;
    this.queue = queue;
    this.link = link;
    this.names = names;
    this.reader = reader;
  }

  /** Sends a message: to another host, behind those that wait. */
  public void send(int to, Encoder message) {
    if (to == self) {
      here(reader.read(self, new Decoder(message.array(), 0, message.size())));
    } else if (message.size() <= MOST_WHOLE) {
      put(to, message.size(), message);
    } else {
      Fragments.cut(
          message,
          names.getAsLong(),
          part ->
              put(
                  to,
                  FRAGMENT,
                  new Encoder(part.size() + 8)
                      .putVarLong(part.size())
                      .putRaw(part.array(), 0, part.size())));
    }
  }

  /**
   * Sends a message to this host itself. The message waits as messages to others do, so that this
   * host does not get a message to all hosts before the others do.
   */
  public void here(Runnable step) {
    own.add(step);
    leaveLater();
  }

  private void put(int to, int length, Encoder message) {
    Waiting its = waiting.computeIfAbsent(to, _ -> new Waiting());
    if (its.count > 0 && its.all.size() + message.size() > MOST_BYTES) {
      send(to, its);
    }
    its.all.putVarLong(length).putRaw(message.array(), 0, message.size());
    its.count++;
    if (its.count >= MOST) {
      send(to, its);
    } else {
      leaveLater();
    }
  }

  private void leaveLater() {
    if (!leaving) {
      leaving = true;
      queue.step(this::leave);
    }
  }

  private void leave() {
    leaving = false;
    waiting.forEach(this::send);
    waiting.clear();
    if (!own.isEmpty()) {
      List<Runnable> now = own;
      own = new ArrayList<>();
      queue.step(() -> now.forEach(Runnable::run));
    }
  }

  private void send(int to, Waiting its) {
    if (its.count > 0) {
      link.send(to, its.all.array(), its.all.size());
      its.all.clear();
      its.count = 0;
    }
  }

  /**
   * Takes a message that another host's link has carried. The bytes are read before this returns.
   * While too much waits here that was not looked at, what is long is dropped, as if it had been
   * lost on its way: it is sent again, by a host that knows no better as often as it likes.
   */
  public void received(int from, Decoder in) {
    List<Runnable> steps = new ArrayList<>();
    long bytes = 0;
    try {
      while (in.remaining() > 0) {
        int length = in.getCount(in.remaining());
        Decoder part = length == FRAGMENT ? next(in) : in.part(length);
        int its = part.remaining();
        long most =
            heap.getAsLong() / (length == FRAGMENT ? FRAGMENTS_OF_THE_HEAP : COME_OF_THE_HEAP);
        long waits = come.get() + bytes;
        if (its > SHORT && waits > 0 && waits > most - its) {
          LOG.debug("a message of {} bytes of host {} is dropped: too much waits", its, from);
          continue;
        }
        bytes += its;
        steps.add(length == FRAGMENT ? collecting(from, part) : reader.read(from, part));
      }
    } catch (MalformedData e) {
      LOG.warn("host {} sent a message that is none: {}", from, e.getMessage());
    }
    if (!steps.isEmpty()) {
      long all = bytes;
      come.addAndGet(all);
      queue.step(
          () -> {
            come.addAndGet(-all);
            steps.forEach(Runnable::run);
          });
    }
  }

  /** Returns the step that takes a fragment, and the message that is whole with it. */
  private Runnable collecting(int from, Decoder fragment) {
    Decoder part = new Decoder(fragment.getRaw(fragment.remaining()));
    return () ->
        reading(
            from,
            "a long message",
            () -> {
              Decoder whole = fragments.computeIfAbsent(from, _ -> new Fragments()).add(part);
              if (whole != null) {
                reader.read(from, whole).run();
              }
            });
  }

  /**
   * Runs a step that reads what a host has sent; a message that is none is told in the log.
   *
   * @param what it was to be, for a person
   */
  public static void reading(int from, String what, Runnable step) {
    try {
      step.run();
    } catch (MalformedData e) {
      LOG.warn("host {} sent {} that is none: {}", from, what, e.getMessage());
    }
  }

  private static Decoder next(Decoder in) {
    return in.part(in.getCount(in.remaining()));
  }

  /**
   * Returns the content of a message of a host's link, in words for a person.
   *
   * @param one describes one message of the batch
   * @throws MalformedData if the bytes are no such message
   */
  public static String inWords(Decoder in, Function<Decoder, String> one) {
    List<String> all = new ArrayList<>();
    while (in.remaining() > 0) {
      int length = in.getCount(in.remaining());
      if (length == FRAGMENT) {
        all.add("part of a long message of " + next(in).remaining() + " bytes");
      } else {
        all.add(one.apply(in.part(length)));
      }
    }
    return String.join("; ", all);
  }
}
