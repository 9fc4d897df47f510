package tutti.simulator;

import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import tutti.engine.runtime.Place;

/**
 * What is provoked in one run: a few {@link Place}s, each at a rate of its own, while provoking is
 * on. Notes which places nodes came by in any case.
 */
final class Provocations {
  /** One of so many places is provoked. */
  private static final int ONE_OF = 3;

  /** How often a place is provoked that somebody named, if it is not provoked more often. */
  private static final double NAMED = 0.1;

  private final EnumSet<Place> reached = EnumSet.noneOf(Place.class);
  private final double[] rates = new double[Place.values().length];
  private final RandomGenerator random;
  private boolean on;
  private long count;

  /** Provokes nothing. */
  static Provocations none(RandomGenerator random) {
    return new Provocations(random);
  }

  /**
   * Provokes some places, once it is {@linkplain #on(boolean) on}.
   *
   * @param named places that are among them in any case
   */
  static Provocations draw(RandomGenerator random, Set<Place> named) {
    Provocations drawn = new Provocations(random);
    for (int i = 0; i < drawn.rates.length; i++) {
      boolean used = random.nextInt(ONE_OF) == 0;
      double rate = new double[] {0.002, 0.02, 0.2, 0.5}[random.nextInt(4)];
      drawn.rates[i] = used ? rate : 0;
    }
    for (Place place : named) {
      drawn.rates[place.ordinal()] = Math.max(NAMED, drawn.rates[place.ordinal()]);
    }
    return drawn;
  }

  private Provocations(RandomGenerator random) {
    this.random = random;
  }

  /** From now on places are provoked, or are not. */
  void on(boolean now) {
    on = now;
  }

  /** A node came by. */
  boolean at(Place place) {
    reached.add(place);
    double rate = rates[place.ordinal()];
    boolean provoked = on && rate > 0 && random.nextDouble() < rate;
    if (provoked) {
      count++;
    }
    return provoked;
  }

  Set<Place> reached() {
    return reached;
  }

  /** How often something was provoked. */
  long count() {
    return count;
  }
}
