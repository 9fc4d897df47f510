package tutti.engine.integrated;

import java.util.Map;
import java.util.TreeMap;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.StepQueue;
import tutti.model.Encoder;

/**
 * The messages of a host's machines that are about to leave. All that the steps queued so far say
 * to one host goes as one message: a message between hosts costs far more than what it carries. An
 * idle host holds nothing back, since no other step is queued there. Confined to the host's queue
 * of machines.
 */
public final class Outbox {
  /** The most bytes that go together. */
  private static final int MOST_BYTES = 64 << 10;

  /**
   * The messages that leave at once, however many steps are queued: a host that is behind would
   * hold them back, and transactions their items.
   */
  private static final int MOST = 16;

  private static final class Waiting {
    final Encoder all = new Encoder();
    int count;
  }

  private final StepQueue queue;
  private final ReplicaLink link;
  private final Map<Integer, Waiting> waiting = new TreeMap<>();
  private boolean leaving;

  /**
   * @param link the way to other hosts; it carries messages, each behind its length
   */
  public Outbox(StepQueue queue, ReplicaLink link) {
    this.queue = queue;
    this.link = link;
  }

  /** Puts a message to another host behind those that wait. */
  public void put(int to, Encoder message) {
    Waiting its = waiting.computeIfAbsent(to, _ -> new Waiting());
    if (its.count > 0 && its.all.size() + message.size() > MOST_BYTES) {
      send(to, its);
    }
    its.all.putVarLong(message.size()).putRaw(message.array(), 0, message.size());
    its.count++;
    if (its.count >= MOST) {
      send(to, its);
    } else if (!leaving) {
      leaving = true;
      queue.step(this::leave);
    }
  }

  private void leave() {
    leaving = false;
    waiting.forEach(this::send);
    waiting.clear();
  }

  private void send(int to, Waiting its) {
    if (its.count > 0) {
      link.send(to, its.all.array(), its.all.size());
      its.all.clear();
      its.count = 0;
    }
  }
}
