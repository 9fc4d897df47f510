package tutti.engine.node;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;

/**
 * A control by timestamps, behind the bounds of the timestamps that this start of its node may
 * grant: so the control need not keep its memory over a restart. Reads pass: they hold nothing that
 * a restart could forget.
 */
record TimestampGate(ConcurrencyControl control, Timestamps clock) implements ForwardingControl {

  @Override
  public Verdict request(Request request) {
    long timestamp = request.owner().age();
    clock.learn(timestamp);
    Verdict.Conflict early = request.work() instanceof Work.Read ? null : bounds(timestamp);
    return early == null ? control.request(request) : early;
  }

  private Verdict.@Nullable Conflict bounds(long timestamp) {
    if (timestamp <= clock.floor()) {
      return new Verdict.Conflict(null, "may have been here before the restart", clock.floor());
    }
    return clock.covers(timestamp)
        ? null
        : new Verdict.Conflict(null, "has a timestamp that is not kept yet");
  }
}
