package tutti.engine.deployment;

import java.util.List;
import java.util.Locale;

/**
 * A concurrency control as deployments name it, and its properties that are known without running
 * it. The engine's own controls are {@link Deployment.ConcurrencyControlKind}; others are added by
 * a line in {@code META-INF/services/tutti.engine.deployment.ControlKind}, see {@link
 * ControlKinds}.
 */
public interface ControlKind {

  /** Returns the name in data folders and greetings: upper case, underscores. Never changes. */
  String name();

  /** Returns the names in deployment files: the long one, then the short one if there is one. */
  default List<String> names() {
    return List.of(name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  default String longName() {
    return names().getFirst();
  }

  /** The short name, or the long one if there is no other. */
  default String shortName() {
    return names().getLast();
  }

  /**
   * Returns the promise about transactions: under {@link Deployment.Isolation#SERIALIZABLE} at
   * least {@link Guarantee#SERIALIZABLE}; under {@link Deployment.Isolation#OBJECT} no more than
   * that, if the control knows a weaker one. Histories of the control are judged by this guarantee.
   */
  default Guarantee guarantee(Deployment.Isolation isolation) {
    return Guarantee.STRICTLY_SERIALIZABLE;
  }

  /**
   * Returns whether a transaction usually asks actors of several other nodes at once. It then waits
   * for one round trip instead of one for each node, and asks in no order that all transactions
   * share. That suits a control which seldom makes requests wait, or under which no transactions
   * can wait for each other in a circle.
   */
  default boolean asksTogether() {
    return false;
  }

  /**
   * Returns whether transactions are serializable in the order of their decisions. If not, queries
   * cannot read snapshots: a transaction that only read may be decided after one that has changed
   * the state that it saw (Silo §4.4).
   */
  default boolean inDecisionOrder() {
    return true;
  }
}
