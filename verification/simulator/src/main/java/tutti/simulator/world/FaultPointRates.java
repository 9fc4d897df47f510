package tutti.simulator.world;

import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import tutti.engine.runtime.FaultPoint;

/**
 * The provocations of one run: a few {@link FaultPoint}s, each provoked at a rate of its own, while
 * provoking is on. The places that nodes came by are noted in any case.
 */
public final class FaultPointRates {
  /** The divisor of places: one of this many is provoked. */
  private static final int ONE_OF = 3;

  /** The least rate at which a place is provoked that the user named. */
  private static final double NAMED = 0.1;

  private final EnumSet<FaultPoint> reached = EnumSet.noneOf(FaultPoint.class);
  private final double[] rates = new double[FaultPoint.values().length];
  private final RandomGenerator random;
  private boolean on;
  private long count;

  /** Returns provocations of no place. */
  public static FaultPointRates none(RandomGenerator random) {
    return new FaultPointRates(random);
  }

  /**
   * Draws the places to provoke, once provoking is {@linkplain #on(boolean) on}.
   *
   * @param named places that are among them in any case
   */
  public static FaultPointRates draw(RandomGenerator random, Set<FaultPoint> named) {
    FaultPointRates drawn = new FaultPointRates(random);
    for (int i = 0; i < drawn.rates.length && FaultPoint.values()[i].isDrawn(); i++) {
      boolean used = random.nextInt(ONE_OF) == 0;
      double rate = new double[] {0.002, 0.02, 0.2, 0.5}[random.nextInt(4)];
      drawn.rates[i] = used ? rate : 0;
    }
    for (FaultPoint place : named) {
      drawn.rates[place.ordinal()] = Math.max(NAMED, drawn.rates[place.ordinal()]);
    }
    return drawn;
  }

  private FaultPointRates(RandomGenerator random) {
    this.random = random;
  }

  /** Switches the provoking of places on or off. */
  public void on(boolean now) {
    on = now;
  }

  /** Notes that a node came by a place; returns whether the place is provoked now. */
  public boolean at(FaultPoint place) {
    reached.add(place);
    double rate = rates[place.ordinal()];
    boolean provoked = on && rate > 0 && random.nextDouble() < rate;
    if (provoked) {
      count++;
    }
    return provoked;
  }

  public Set<FaultPoint> reached() {
    return reached;
  }

  /** Returns the number of provocations. */
  public long count() {
    return count;
  }
}
