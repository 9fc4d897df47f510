package tutti.server.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import tutti.engine.admission.Admission;

/**
 * The load of a server: how late its event loops find requests to be begun, what was turned away,
 * and its connections. Thread-safe.
 */
public final class Load {
  private final Admission admission;
  private final AtomicInteger connections = new AtomicInteger();
  private final LongAdder shed = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder gone = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder idle = new LongAdder();
  private final LongAdder slow = new LongAdder();
  private final LongAdder unread = new LongAdder();
  private final HeldBytes held;
  private final HeldBytes batches;
  private volatile int mostConnections = Integer.MAX_VALUE;

  /**
   * @param behind how late what the server hands on is begun now, in nanoseconds; called often, on
   *     any thread
   */
  public Load(LongSupplier behind) {
    this(behind, new HeldBytes(Long.MAX_VALUE), new HeldBytes(Long.MAX_VALUE));
  }

  /**
   * @param behind how late what the server hands on is begun now, in nanoseconds; called often, on
   *     any thread
   * @param held counts the bytes of long answers
   * @param batches counts the bytes of batches that are under way
   */
  public Load(LongSupplier behind, HeldBytes held, HeldBytes batches) {
    admission = new Admission(behind);
    this.held = held;
    this.batches = batches;
  }

  /** The bytes of long answers that wait for threads or clients. */
  public HeldBytes held() {
    return held;
  }

  /** The bytes of batches that are read or run: what is read of them is many times as long. */
  public HeldBytes batches() {
    return batches;
  }

  /** Returns whether others wait for room that clients hold who read nothing. */
  boolean needsRoom() {
    return held.needsRoom() || batches.needsRoom();
  }

  /** Returns the judge of requests, whom the event loops tell their delays. */
  public Admission admission() {
    return admission;
  }

  /** Counts a request that was refused since others wait. */
  public void shed() {
    shed.increment();
  }

  /** Counts a request that was refused since its time was over when it was read. */
  public void late() {
    late.increment();
  }

  /** Counts requests that were dropped since their client had gone. */
  void gone(int requests) {
    gone.add(requests);
  }

  /** Counts a connection that was refused since there are too many. */
  void refused() {
    refused.increment();
  }

  /** Counts a connection without a request that was closed to make room. */
  void closedIdle() {
    idle.increment();
  }

  /** Counts a connection whose client has read nothing, closed to make room for other answers. */
  void closedSlow() {
    slow.increment();
  }

  /** Counts bytes of answers that wait for clients to read them, or wait no longer. */
  void unread(long more) {
    unread.add(more);
  }

  /** Returns the number of connections after one more. */
  int opened() {
    return connections.incrementAndGet();
  }

  void closed() {
    connections.decrementAndGet();
  }

  void limit(int most) {
    mostConnections = most;
  }

  public long shedSoFar() {
    return shed.sum();
  }

  public long lateSoFar() {
    return late.sum();
  }

  public long goneSoFar() {
    return gone.sum();
  }

  public long refusedSoFar() {
    return refused.sum();
  }

  public long closedIdleSoFar() {
    return idle.sum();
  }

  public long closedSlowSoFar() {
    return slow.sum();
  }

  /** Returns the bytes of answers that wait for clients to read them, about. */
  public long unreadBytes() {
    return unread.sum();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return connections.get();
  }

  /** Returns the most connections that may be open. */
  public int mostConnections() {
    return mostConnections;
  }
}
