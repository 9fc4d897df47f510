package tutti.lab.template;

import java.util.List;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Guarantee;
import tutti.engine.node.OwnControl;

/** The names and the factory of {@link TimestampOrdering}, and its claims. */
public final class TimestampOrderingKind implements OwnControl {
  @Override
  public String name() {
    return "TIMESTAMP_ORDERING";
  }

  @Override
  public List<String> names() {
    return List.of("timestamp-ordering", "to");
  }

  /**
   * Returns serializable, not strictly: the order is that of timestamps, and those of two nodes
   * come from two clocks.
   */
  @Override
  public Guarantee guarantee(Isolation isolation) {
    return Guarantee.SERIALIZABLE;
  }

  /** Returns false: an older transaction may be decided after a younger one. */
  @Override
  public boolean inDecisionOrder() {
    return false;
  }

  @Override
  public ConcurrencyControl declarative(Context context) {
    return new TimestampOrdering(context);
  }

  @Override
  public ConcurrencyControl relational(Context context) {
    return new TimestampOrdering(context);
  }

  @Override
  public String toString() {
    return name();
  }
}
