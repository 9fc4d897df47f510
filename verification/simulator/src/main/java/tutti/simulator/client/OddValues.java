package tutti.simulator.client;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;

/** The draws of texts for odd requests: keys that are unusual, and texts that are no keys. */
final class OddValues {
  private static final List<String> KEYS =
      List.of(
          "\0", "a\nb", "\u007F\u0085", "e\u0301", "\uD83D\uDE00", "?", "\uFFFD", "\u202E", " ");
  private static final List<String> NO_KEYS =
      List.of("", "\uD800", "k\uD801", "\uDC00k", "\uDC00\uD800", "a\uD83D");

  private OddValues() {}

  /** Draws a text that is no key, or an unusual one: control characters, or the longest. */
  static String key(RandomGenerator random) {
    return switch (random.nextInt(6)) {
      case 0 -> KEYS.get(random.nextInt(KEYS.size()));
      case 1 -> "\u3042".repeat(1 + random.nextInt(ActorId.MOST_KEY_BYTES / 3));
      case 2 -> "k".repeat(ActorId.MOST_KEY_BYTES + 1 + random.nextInt(100_000));
      default -> NO_KEYS.get(random.nextInt(NO_KEYS.size()));
    };
  }

  /**
   * Draws an idempotency key, which begins with the client's name if it has one, or none; a text
   * that no request can have is refused where the request is made, as at the door.
   */
  static @Nullable Idempotency idempotency(String name, RandomGenerator random) {
    String text = name + "-odd-" + random.nextInt(1_000_000_000);
    String key =
        switch (random.nextInt(4)) {
          case 0 -> text;
          case 1 -> text + KEYS.get(random.nextInt(KEYS.size()));
          case 2 -> text + NO_KEYS.get(random.nextInt(NO_KEYS.size()));
          default -> null;
        };
    try {
      return key == null ? null : new Idempotency(key, key.hashCode());
    } catch (IllegalArgumentException refused) {
      return null;
    }
  }
}
