package tutti.engine.transport.loopback;

import org.jspecify.annotations.Nullable;

/** The link between two nodes. All calls are made under the network's lock. */
final class Link {
  private final LoopbackNetwork network;
  private boolean stoppedUp;
  private boolean stoppedDown;

  /** The handshake or session there is now. */
  private @Nullable LoopbackSession session;

  Link(LoopbackNetwork network) {
    this.network = network;
  }

  void connect(LoopbackTransport low, LoopbackTransport high) {
    if (session == null && !stoppedUp && !stoppedDown) {
      session = new LoopbackSession(network, low, high);
      session.begin();
    }
  }

  void stop(int from, int to) {
    if (from < to) {
      stoppedUp = true;
    } else {
      stoppedDown = true;
    }
    if (session != null) {
      session.hold(to);
    }
  }

  void go() {
    stoppedUp = false;
    stoppedDown = false;
    if (session != null) {
      session.release();
    }
  }

  void end(String why) {
    if (session != null) {
      session.end(why);
      session = null;
    }
  }

  void endIf(LoopbackSession which, String why) {
    if (session == which) {
      end(why);
    }
  }

  void endOf(LoopbackTransport either, String why) {
    if (session != null && (session.low() == either || session.high() == either)) {
      end(why);
    }
  }
}
