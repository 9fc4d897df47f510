package tutti.engine.concurrency;

import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;

/**
 * A concurrency control that is no part of the engine: its factory, beside its names. {@code
 * docs/adding-a-protocol.md} says how to write one.
 */
public interface OwnControl extends ControlKind {

  /**
   * The control of one container's declarative actors.
   *
   * @param effects is to be told of every effect
   */
  ConcurrencyControl declarative(Deployment deployment, Effects effects);

  /** The control of one container's relational actors. */
  ConcurrencyControl relational(Deployment deployment, Effects effects);
}
