package tutti.engine.node;

import java.time.Duration;
import java.time.Instant;
import tutti.engine.runtime.ForwardingScheduler;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.Scheduler;

/** The scheduler of a node whose wall clock is behind those of two peers, which are right. */
final class ApartClock extends ForwardingScheduler {
  private final Duration behind;
  private final PeerClocks clocks = new PeerClocks(this::now, this::nanos);

  ApartClock(Scheduler other, Duration behind) {
    super(other);
    this.behind = behind;
    clocks.expect(3);
    for (int peer = 1; peer <= 2; peer++) {
      clocks.heard(peer, "p" + peer, Duration.between(Instant.EPOCH, other.now()).toNanos(), 0);
    }
  }

  @Override
  public Instant now() {
    return super.now().minus(behind);
  }

  @Override
  public PeerClocks clocks() {
    return clocks;
  }
}
