package tutti.engine.node.shard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The reports of hosts about their replicas, for people and for a host that stops: a question
 * without content, and the states by shard. A host that does not answer in time is reported as
 * such. Thread-safe.
 */
public final class ReplicaReports {
  private static final long ANSWER_NANOS = 1_000_000_000;

  private static final int ASKED = 0;
  private static final int TOLD = 1;

  private final ReplicaLayout layout;
  private final Link link;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Supplier<SortedMap<Integer, ReplicaStatus>> own;
  private final BooleanSupplier ready;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Asked> open = new ConcurrentHashMap<>();

  /** The way to other hosts. */
  public interface Link {
    /**
     * Sends a part of a report to another host; it may be lost. False if it was surely not sent.
     */
    boolean report(int host, Encoder part);

    /** Returns whether a host can be reached; this one always. */
    boolean isConnected(int host);
  }

  /** A round of questions that is not over. */
  private final class Asked {
    private final Map<Integer, @Nullable SortedMap<Integer, ReplicaStatus>> told = new TreeMap<>();
    private final Set<Integer> readyHosts = new HashSet<>();
    private final Consumer<List<HostReplicas>> done;
    private boolean over;

    Asked(Consumer<List<HostReplicas>> done) {
      this.done = done;
    }

    void tell(int host, @Nullable SortedMap<Integer, ReplicaStatus> states, boolean isReady) {
      boolean all;
      synchronized (this) {
        told.put(host, states);
        if (isReady) {
          readyHosts.add(host);
        }
        all = told.size() == layout.hosts();
      }
      if (all) {
        end();
      }
    }

    void end() {
      List<HostReplicas> all = new ArrayList<>();
      synchronized (this) {
        if (over) {
          return;
        }
        over = true;
        for (int host = 0; host < layout.hosts(); host++) {
          SortedMap<Integer, ReplicaStatus> states = told.get(host);
          all.add(
              states != null
                  ? new HostReplicas(layout.name(host), null, states, readyHosts.contains(host))
                  : new HostReplicas(
                      layout.name(host), why(host), Collections.emptySortedMap(), false));
        }
      }
      done.accept(all);
    }
  }

  /**
   * @param own gives the states of this host's replicas
   * @param ready tells whether this host is ready for clients, and may lead
   */
  public ReplicaReports(
      ReplicaLayout layout,
      Link link,
      Scheduler scheduler,
      StepQueue queue,
      Supplier<SortedMap<Integer, ReplicaStatus>> own,
      BooleanSupplier ready) {
    this.layout = layout;
    this.link = link;
    this.scheduler = scheduler;
    this.queue = queue;
    this.own = own;
    this.ready = ready;
  }

  private String why(int host) {
    return link.isConnected(host) ? "it does not answer" : "it cannot be reached";
  }

  /** Asks all hosts; {@code done} is told once. */
  public void gather(Consumer<List<HostReplicas>> done) {
    long number = numbers.incrementAndGet();
    Asked asked = new Asked(done);
    open.put(number, asked);
    for (int host = 0; host < layout.hosts(); host++) {
      if (host != layout.self()) {
        if (!link.report(host, new Encoder().putByte(ASKED).putVarLong(number))) {
          asked.tell(host, null, false);
        }
      }
    }
    scheduler.after(
        ANSWER_NANOS,
        queue,
        () -> {
          open.remove(number);
          asked.end();
        });
    asked.tell(layout.self(), own.get(), ready.getAsBoolean());
  }

  /** Takes a question or an answer of another host. */
  public void received(int host, Decoder in) {
    int kind = in.getByte();
    long number = in.getVarLong();
    if (kind == ASKED) {
      SortedMap<Integer, ReplicaStatus> states = own.get();
      Encoder out = new Encoder().putByte(TOLD).putVarLong(number).putVarLong(states.size());
      states.forEach((shard, state) -> state.encode(out.putVarLong(shard)));
      out.putBoolean(ready.getAsBoolean());
      link.report(host, out);
      return;
    }
    SortedMap<Integer, ReplicaStatus> states = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      states.put(in.getCount(Integer.MAX_VALUE), ReplicaStatus.decode(in));
    }
    @Nullable Asked asked = open.get(number);
    if (asked != null) {
      asked.tell(host, states, in.getBoolean());
    }
  }
}
