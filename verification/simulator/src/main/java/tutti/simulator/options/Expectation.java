package tutti.simulator.options;

import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Guarantee;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.twophase.TwoPhase;
import tutti.simulator.history.HistoryClaim;

/**
 * The standard by which runs are judged.
 *
 * @param claim the isolation that a history is to show; null for the claim of its deployment
 * @param durable whether acknowledged effects must outlive a crash even if the deployment does not
 *     say so
 * @param asynchronous whether transactions must be atomic whatever messages are lost or late, also
 *     if the deployment assumes that nodes just crash
 */
public record Expectation(@Nullable HistoryClaim claim, boolean durable, boolean asynchronous) {

  /** The standard of every run's own deployment. */
  public static final Expectation AS_CLAIMED = new Expectation(null, false, false);

  /** The name of {@code durable} in the flag. */
  private static final String DURABLE = "durable";

  /** The name of {@code asynchronous} in the flag. */
  private static final String ASYNCHRONOUS = "asynchronous";

  /**
   * Reads the value of {@code --claim}: an isolation, {@code durable}, {@code asynchronous}, or
   * some of them with commas between.
   *
   * @throws IllegalArgumentException if the text is something else
   */
  public static Expectation parse(String text) {
    HistoryClaim claim = null;
    boolean durable = false;
    boolean asynchronous = false;
    for (String word : text.split(",", -1)) {
      switch (word) {
        case DURABLE -> durable = true;
        case ASYNCHRONOUS -> asynchronous = true;
        default -> claim = isolation(word);
      }
    }
    return new Expectation(claim, durable, asynchronous);
  }

  private static HistoryClaim isolation(String word) {
    try {
      return HistoryClaim.parse(word);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          unknown.getMessage() + ", " + DURABLE + ", " + ASYNCHRONOUS, unknown);
    }
  }

  /** Returns the claim for a history of a deployment, and of the one that it may change to. */
  public HistoryClaim of(Deployment deployment, @Nullable Deployment changed) {
    if (claim != null) {
      return claim;
    }
    HistoryClaim first = claimed(deployment);
    HistoryClaim then = changed == null ? first : claimed(changed);
    return first.compareTo(then) < 0 ? first : then;
  }

  /** Returns a deployment's claim about its histories. */
  public static HistoryClaim claimed(Deployment deployment) {
    return of(Guarantee.of(deployment));
  }

  /** Returns a concurrency control's claim about histories under an isolation. */
  public static HistoryClaim claimed(ControlKind control, Isolation isolation) {
    return of(control.guarantee(isolation));
  }

  private static HistoryClaim of(Guarantee guarantee) {
    return switch (guarantee) {
      case OBJECT -> HistoryClaim.OBJECT;
      case SERIALIZABLE -> HistoryClaim.SERIALIZABLE;
      case STRICTLY_SERIALIZABLE -> HistoryClaim.STRICT_SERIALIZABLE;
    };
  }

  /**
   * Returns whether transactions must have happened in the order of their decisions. Optimistic
   * transactions are serializable in another order: one that only read an actor may be decided
   * after one that has changed the actor since (Silo §4.4). Where other nodes can decide without
   * the coordinator, the coordinator notes its decision later than they may. The histories of such
   * transactions are judged nevertheless.
   */
  public boolean serial(Deployment deployment, @Nullable Deployment changed) {
    return !optimistic(deployment)
        && (changed == null || !optimistic(changed))
        && new Expectation(null, durable, false).of(deployment, changed)
            == HistoryClaim.STRICT_SERIALIZABLE
        && (claim == null || claim == HistoryClaim.STRICT_SERIALIZABLE);
  }

  /** Returns the faults of a run whose deployment makes that assumption. */
  public Assumption faults(Assumption assumed) {
    return asynchronous ? Assumption.ASYNCHRONOUS : assumed;
  }

  /** Returns whether acknowledged effects must be there after a crash. */
  public boolean lasting(Deployment deployment) {
    return durable || deployment.durability() == Durability.SYNC;
  }

  private static boolean optimistic(Deployment deployment) {
    return !deployment.concurrencyControl().inDecisionOrder() || othersDecide(deployment);
  }

  /** Returns whether a node may know that a transaction commits before its coordinator notes it. */
  public static boolean othersDecide(Deployment deployment) {
    return !(deployment.commit().protocol() instanceof TwoPhase);
  }
}
