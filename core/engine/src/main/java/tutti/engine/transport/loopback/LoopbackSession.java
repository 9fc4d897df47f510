package tutti.engine.transport.loopback;

import org.jspecify.annotations.Nullable;

/**
 * One handshake of two nodes, and the session that it may become. The lower node judges first, then
 * the higher; then both are told.
 */
final class LoopbackSession {
  private final LoopbackNetwork network;
  private final End low;
  private final End high;
  private volatile boolean over;

  LoopbackSession(LoopbackNetwork network, LoopbackTransport low, LoopbackTransport high) {
    this.network = network;
    this.low = new End(this, low, high);
    this.high = new End(this, high, low);
  }

  LoopbackTransport low() {
    return low.owner();
  }

  LoopbackTransport high() {
    return high.owner();
  }

  boolean over() {
    return over;
  }

  void begin() {
    low().run(() -> judged(low().judge(high())));
  }

  private void judged(@Nullable String byLow) {
    high().run(() -> decided(byLow, high().judge(low())));
  }

  /** Opens or refuses the session. Called on the higher node's queue. */
  private void decided(@Nullable String byLow, @Nullable String byHigh) {
    if (byLow == null && byHigh == null) {
      // The lower one's step is queued before all messages that the higher one will send.
      low().run(() -> low.open(high));
      high.open(low);
      return;
    }
    if (byHigh != null) {
      low().run(() -> low().refusedBy(high().node(), byHigh));
    }
    if (byLow != null) {
      high().refusedBy(low().node(), byLow);
    }
    network.end(this, "refused");
  }

  long silenceNanos() {
    return network.silenceNanos();
  }

  /** Ends this from one of its nodes' calls. */
  void fail(String why) {
    network.end(this, why);
  }

  /** Ends the session. Called under the network's lock, once. */
  void end(String why) {
    over = true;
    low.close(why);
    high.close(why);
    low().later(() -> network.connect(low().node(), high().node()));
  }

  /** Keeps messages to a node back. Under the network's lock. */
  void hold(int to) {
    (low().node() == to ? low : high).hold();
  }

  /** Delivers the kept messages. Call this under the network's lock. */
  void release() {
    low.release();
    high.release();
  }
}
