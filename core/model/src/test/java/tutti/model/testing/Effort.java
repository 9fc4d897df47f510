package tutti.model.testing;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * How much of their work tests that draw by seeds do: a tenth in the usual suite, all of it with
 * {@code ./tutti test --all}, any share with {@code -Dtutti.effort=10}. Seeds move from run to run,
 * so that a tenth a time comes to more than all of a few fixed ones; a failure names its seed, and
 * {@code -Dtutti.seed} takes that one alone.
 */
public final class Effort {
  private static final double SHARE = Double.parseDouble(System.getProperty("tutti.effort", "0.1"));

  /** The most seeds that a test draws to meet what it is about: that many times its share. */
  private static final int MOST_TIMES = 200;

  private static final int FIRST = new SecureRandom().nextInt(1_000_000_000);

  private Effort() {}

  /** A test of one seed. */
  @FunctionalInterface
  public interface Seeded {
    void test(int seed) throws Exception;
  }

  /** The effort's share of a number of rounds, and at least one. */
  public static int of(int whole) {
    return (int) Math.max(1, Math.ceil(whole * SHARE));
  }

  /**
   * The usual share of some cases in their order: others from run to run, and some of every part.
   */
  public static <T> List<T> some(List<T> all) {
    List<T> some = new ArrayList<>();
    double step = Math.max(1, 1 / SHARE);
    for (double next = FIRST % Math.ceil(step); next < all.size(); next += step) {
      some.add(all.get((int) next));
    }
    return some;
  }

  /** The usual share of a few dear cases, and at least one: from run to run they take turns. */
  public static <T> List<T> few(List<T> all) {
    List<T> few = new ArrayList<>();
    int share = (int) Math.max(1, Math.min(1, SHARE) * all.size());
    for (int i = 0; i < share; i++) {
      few.add(all.get((FIRST + i) % all.size()));
    }
    return few;
  }

  /**
   * The dear cases of one of several families that take turns: in the usual suite those of {@code
   * turn} if it is its turn among so many families, and else none.
   */
  public static <T> List<T> fewInTurn(int turn, int families, List<T> all) {
    return SHARE < 1 && FIRST / 7 % families != turn ? List.of() : few(all);
  }

  /**
   * Runs a test with a share of so many seeds, which follow each other.
   *
   * @throws AssertionError if it fails with one of them; it names the seed
   */
  public static void seeds(int whole, Seeded test) {
    seeds(whole, () -> true, test);
  }

  /**
   * Runs a test with a share of so many seeds, and with the seeds that follow them until enough of
   * what the test is about was met.
   *
   * @throws AssertionError if the test fails with one of them, which the error names, or if not
   *     enough was met by many times as many seeds
   */
  public static void seeds(int whole, BooleanSupplier enough, Seeded test) {
    Integer only = Integer.getInteger("tutti.seed");
    if (only != null) {
      seed(only, test);
      return;
    }
    int share = of(whole);
    for (int drawn = 0; drawn < share || !enough.getAsBoolean(); drawn++) {
      if (drawn == MOST_TIMES * share) {
        throw new AssertionError("not enough was met by " + drawn + " seeds from " + FIRST);
      }
      seed(FIRST + drawn, test);
    }
  }

  private static void seed(int seed, Seeded test) {
    try {
      test.test(seed);
    } catch (Exception | AssertionError failed) {
      throw new AssertionError(
          "with seed " + seed + ", alone again by -Dtutti.seed=" + seed + ": " + failed, failed);
    }
  }
}
