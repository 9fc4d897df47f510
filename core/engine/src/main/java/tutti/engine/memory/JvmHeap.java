package tutti.engine.memory;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heap of this Java virtual machine, under any of its collectors. Thread-safe.
 *
 * <p>After each collection the bytes in use are an upper bound of what lives. It is near to the
 * truth where the whole heap was collected: by a full collection, or a cycle of ZGC or Shenandoah.
 * G1 marks the whole heap concurrently and collects it in the young collections that follow, and
 * stops them when little is to be gained. So there the least bound since the last but one marking
 * counts. Serial and Parallel collect the old generation only when it is full: until then the bound
 * of the collection before stands, and is too low, which harms nothing, since a full one comes
 * before the heap is exhausted. ZGC and Shenandoah also tell of each pause within a collection,
 * with no bytes in use.
 */
public final class JvmHeap implements Heap, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JvmHeap.class);

  /** The pauses of two cycles of G1: each cycle has two. */
  private static final int PAUSES = 4;

  private final long most = Runtime.getRuntime().maxMemory();
  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final NotificationListener listener = (told, self) -> collected(told);
  private volatile long after;

  /** The least bytes in use after collections between pauses of G1; the newest is the first. */
  private final long[] least = new long[PAUSES];

  /** How much of the heap a collection has looked at. */
  enum Reach {
    /** No part of it: the pause is a step of a collection that goes on, and tells of no bytes. */
    NONE,
    /** A part of it. */
    YOUNG,
    /** All of it, and it is marked, but not collected yet. */
    MARKED,
    /** All of it, and what is left lives. */
    WHOLE
  }

  /** Begins to listen to the collectors of this process. */
  public JvmHeap() {
    Arrays.fill(least, Long.MAX_VALUE);
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
      }
    }
  }

  private void collected(Notification told) {
    if (!told.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    GarbageCollectionNotificationInfo info =
        GarbageCollectionNotificationInfo.from((CompositeData) told.getUserData());
    long used = 0;
    for (Map.Entry<String, MemoryUsage> pool :
        info.getGcInfo().getMemoryUsageAfterGc().entrySet()) {
      used += pools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
    }
    collected(reach(info.getGcName(), info.getGcAction()), used);
  }

  /** Returns how much of the heap a collection has looked at, by the names that the JDK gives. */
  static Reach reach(String collector, String action) {
    if (action.equals("end of major GC")
        || collector.equals("ZGC Major Cycles")
        || collector.equals("ZGC Cycles")
        || collector.equals("Shenandoah Cycles")) {
      return Reach.WHOLE;
    }
    if (collector.equals("G1 Concurrent GC")) {
      return Reach.MARKED;
    }
    return action.equals("end of GC pause") ? Reach.NONE : Reach.YOUNG;
  }

  /** Takes in what a collection left in use. */
  void collected(Reach reach, long used) {
    if (reach == Reach.NONE) {
      return;
    }
    long before;
    synchronized (least) {
      before = after;
      least[0] = Math.min(least[0], used);
      switch (reach) {
        case WHOLE -> {
          Arrays.fill(least, used);
          after = used;
        }
        case MARKED -> {
          after = Arrays.stream(least).min().orElse(used);
          System.arraycopy(least, 0, least, 1, PAUSES - 1);
          least[0] = used;
        }
        case YOUNG -> after = Math.min(after, used);
        case NONE -> {}
      }
    }
    if (reach != Reach.YOUNG || after < before) {
      listeners.forEach(Runnable::run);
    }
  }

  @Override
  public long most() {
    return most;
  }

  @Override
  public long afterCollection() {
    return after;
  }

  @Override
  public long inUse() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Override
  public long collect() {
    System.gc();
    return inUse();
  }

  @Override
  public void onCollection(Runnable look) {
    listeners.add(look);
  }

  /** Ends the calls of listeners. */
  @Override
  public void close() {
    listeners.clear();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException gone) {
          LOG.debug("the collector {} knows no listener", collector.getName());
        }
      }
    }
  }
}
