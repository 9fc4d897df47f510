package tutti.engine.node;

import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.snapshot.Snapshots;

/**
 * A concurrency control that is no part of the engine: its factory, beside its names. {@code
 * docs/adding-a-protocol.md} says how to write one.
 */
public interface OwnControl extends ControlKind {

  /**
   * The parts of a node that a control may use.
   *
   * @param effects is to be told of every effect
   * @param snapshots keeps rows that are written over, for a control that {@linkplain
   *     ConcurrencyControl#keepsSnapshots keeps snapshots}
   * @param timestamps is the node's clock of timestamps, for a control that returns it from {@link
   *     ConcurrencyControl#timestamps}
   */
  record Context(
      Deployment deployment, Effects effects, Snapshots snapshots, Timestamps timestamps) {}

  /** Returns the control of one container's declarative actors. */
  ConcurrencyControl declarative(Context context);

  /** Returns the control of one container's relational actors. */
  ConcurrencyControl relational(Context context);
}
