package tutti.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The requests of clients that pay: each payment goes to some purses, and may charge a card. The
 * signature of a payment is its key. Thread-safe.
 */
final class ChargesTraffic implements RoundTraffic {
  static final int PURSES = 6;

  private static final List<String> COURSES = List.of("done", "refused", "unclear", "lost");

  private final boolean cards;
  private final AtomicLong payments = new AtomicLong();

  /**
   * @param cards whether each payment charges a card
   */
  ChargesTraffic(boolean cards) {
    this.cards = cards;
  }

  /** Payments need no purse that is there. */
  @Override
  public List<Ask> opening() {
    return List.of();
  }

  @Override
  public Ask next(SplittableRandom random) {
    List<Integer> purses = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(3); i++) {
      int purse = random.nextInt(PURSES);
      if (!purses.contains(purse)) {
        purses.add(purse);
      }
    }
    String key = "p" + payments.getAndIncrement();
    String others =
        purses.stream().skip(1).map(it -> "\"" + it + "\"").collect(Collectors.joining(","));
    String course = random.nextInt(3) > 0 ? COURSES.getFirst() : COURSES.get(random.nextInt(4));
    String charge = cards ? ",\"course\":\"" + course + "\"" : "";
    return new Ask(
        "/Purse/" + purses.getFirst() + "/Pay",
        "{\"key\":\"%s\",\"others\":[%s]%s}".formatted(key, others, charge),
        key);
  }
}
