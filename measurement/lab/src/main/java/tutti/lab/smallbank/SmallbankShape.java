package tutti.lab.smallbank;

import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The shape of the workload.
 *
 * @param customers from 2 to {@link #MOST_CUSTOMERS}
 * @param hotCustomers the number of the first customers that form the hot spot
 * @param hot how many of a hundred transactions concern only customers of the hot spot; the other
 *     transactions concern only the other customers. Multi-transfers have no hot spot
 * @param multi the multi-transfer that replaces the standard mix; null for the standard mix
 */
public record SmallbankShape(
    int customers, int hotCustomers, int hot, @Nullable MultiTransferShape multi) {
  public static final int USUAL_CUSTOMERS = 18_000;
  private static final int USUAL_HOT_CUSTOMERS = 100;
  public static final int USUAL_HOT = 90;
  public static final int MOST_CUSTOMERS = 10_000_000;

  /** The bounds of an account's first balance, in cents. */
  private static final int LEAST_CENTS = 1_000_000;

  private static final int MOST_CENTS = 5_000_000;

  /**
   * The multi-transfers of a run.
   *
   * @param destinations the number of destinations of each, 1 to {@link #MOST_DESTINATIONS}
   * @param remote how many of these are in other containers than the source; null for all if there
   *     are other containers
   */
  public record MultiTransferShape(Formulation form, int destinations, @Nullable Integer remote) {
    public static final int MOST_DESTINATIONS = 7;

    public MultiTransferShape {
      within("--destinations", destinations, 1, MOST_DESTINATIONS);
      if (remote != null) {
        within("--remote", remote, 0, destinations);
      }
    }
  }

  public SmallbankShape {
    within("--customers", customers, 2, MOST_CUSTOMERS);
    if (multi == null) {
      within("--hot", hot, 0, 100);
      within("--hot-customers", hotCustomers, hot == 0 ? 0 : 2, customers);
      if (hot < 100 && customers - hotCustomers < 2) {
        throw new IllegalArgumentException(
            "--hot-customers are all but two at most, unless --hot is 100");
      }
    }
  }

  /** Returns the usual number of customers of the hot spot: 100, or half of fewer than 200. */
  public static int usualHotCustomers(int customers) {
    return Math.min(USUAL_HOT_CUSTOMERS, customers / 2);
  }

  private static void within(String flag, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is from %s to %s, not %s".formatted(flag, least, most, value));
    }
  }

  /** Draws the first balance of an account. */
  static long opening(RandomGenerator random) {
    return random.nextInt(LEAST_CENTS, MOST_CENTS + 1);
  }

  /** Adds the parameters of this shape in results. */
  void describe(Map<String, Object> parameters) {
    parameters.put("customers", customers);
    if (multi == null) {
      parameters.put("hot-customers", hotCustomers);
      parameters.put("hot", hot + " %");
    } else {
      parameters.put("multi-transfer", multi.form().label());
      parameters.put("destinations", multi.destinations());
      parameters.put("remote", multi.remote() == null ? "as many as can be" : multi.remote());
    }
  }
}
