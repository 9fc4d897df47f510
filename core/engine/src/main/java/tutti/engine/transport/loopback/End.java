package tutti.engine.transport.loopback;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Scheduler;

/** One node's end of a session: the messages that arrive for it. */
final class End {
  private final LoopbackSession session;
  private final LoopbackTransport owner;
  private final LoopbackTransport peer;

  /** Guards the messages that are kept back, and keeps them in order with the others. */
  private final Latch lock = new Latch();

  private @Nullable ArrayDeque<byte[]> held;
  private Scheduler.@Nullable Timer silence;

  /** Bytes that were sent and have not arrived. */
  private final AtomicLong underWay = new AtomicLong();

  /** Whether the owner was told that the session began; only its queue knows. */
  private boolean opened;

  End(LoopbackSession session, LoopbackTransport owner, LoopbackTransport peer) {
    this.session = session;
    this.owner = owner;
    this.peer = peer;
  }

  LoopbackTransport owner() {
    return owner;
  }

  boolean over() {
    return session.over();
  }

  long underWay() {
    return underWay.get();
  }

  /**
   * Opens this end, which may send to the other end from now on. Call this only on the owner's
   * queue.
   */
  void open(End other) {
    if (!session.over()) {
      opened = true;
      try {
        owner.opened(peer.node(), other);
      } catch (RuntimeException failure) {
        session.fail("node " + owner.node() + " failed to begin the session: " + failure);
      }
    }
  }

  /** Queues a message for the owner; false if the session has ended. */
  boolean offer(byte[] message) {
    lock.lock();
    try {
      if (session.over()) {
        return false;
      }
      underWay.addAndGet(message.length);
      peer.sending(message.length);
      if (held != null) {
        held.add(message);
      } else {
        pass(message);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void pass(byte[] message) {
    owner.run(
        () -> {
          underWay.addAndGet(-message.length);
          if (opened && !session.over()) {
            deliver(message);
          }
        });
  }

  private void deliver(byte[] message) {
    try {
      owner.received(peer.node(), message);
    } catch (RuntimeException failure) {
      session.fail(
          "a message from node "
              + peer.node()
              + " could not be taken by node "
              + owner.node()
              + ": "
              + failure);
    }
  }

  void close(String why) {
    lock.lock();
    try {
      forget();
    } finally {
      lock.unlock();
    }
    owner.run(
        () -> {
          if (opened) {
            opened = false;
            owner.ended(peer.node(), why);
          }
        });
  }

  private void forget() {
    if (silence != null) {
      silence.cancel();
      silence = null;
    }
    held = null;
  }

  void hold() {
    lock.lock();
    try {
      if (held == null) {
        held = new ArrayDeque<>();
        silence =
            owner.after(
                session.silenceNanos(),
                () ->
                    session.fail(
                        "nothing came through from node " + peer.node() + " for too long"));
      }
    } finally {
      lock.unlock();
    }
  }

  void release() {
    lock.lock();
    try {
      if (held != null) {
        held.forEach(this::pass);
        held.clear();
      }
      forget();
    } finally {
      lock.unlock();
    }
  }
}
