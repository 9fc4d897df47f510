package tutti.engine.transaction.outcome;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Encoder;
import tutti.model.EncoderFull;
import tutti.model.ValueCodec;

/**
 * The size of a transaction's results, in approximate bytes. Most results are numbers or nothing
 * and are cheap to measure; others are encoded to be measured. Thread-safe.
 */
public record ResultSize(ValueCodec codec) {
  /**
   * The size that is assumed for a value that cannot be encoded; only a value that is never written
   * can be one.
   */
  private static final long UNKNOWN_BYTES = 1 << 10;

  /**
   * The most bytes of a transaction's results where no record of a log bounds them: a message
   * between hosts with all of them in it is not too long.
   */
  static final int MOST_BYTES = (16 << 20) - (64 << 10);

  private static final long SMALL_BYTES = 16;
  private static final int SMALL_TEXT = 64;
  private static final int FEW = 4;

  /**
   * Returns whether the results are a few numbers and short texts, or nothing; found without
   * encoding anything.
   */
  public static boolean isSmall(List<@Nullable Object> results) {
    int some = 0;
    for (Object result : results) {
      some += result == null ? 0 : 1;
      if (some > FEW || !isSmall(result)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSmall(@Nullable Object result) {
    return switch (result) {
      case null -> true;
      case Long _, Integer _, Boolean _ -> true;
      case String text -> text.length() <= SMALL_TEXT;
      case ProcedureResult it -> isSmall(it.value());
      default -> false;
    };
  }

  /**
   * Returns the reason why a transaction with these results is refused where its hosts send the
   * results to each other and remember them; empty if it is not refused. Equal on all hosts.
   */
  public Optional<Reason> tooLong(List<@Nullable Object> results) {
    long bytes = isSmall(results) ? 0 : of(results);
    return bytes <= MOST_BYTES
        ? Optional.empty()
        : Optional.of(
            Reason.Unavailable.tooLarge((int) Math.min(Integer.MAX_VALUE, bytes), MOST_BYTES));
  }

  long of(List<@Nullable Object> results) {
    long sum = 0;
    for (Object result : results) {
      sum += of(result);
    }
    return sum;
  }

  private long of(@Nullable Object result) {
    return switch (result) {
      case null -> 0;
      case Number _, Boolean _ -> SMALL_BYTES;
      case String text -> SMALL_BYTES + text.length();
      default -> encoded(result);
    };
  }

  private long encoded(Object result) {
    Encoder out = new Encoder(64).atMost(4 * MOST_BYTES);
    try {
      codec.encode(result, out);
      return SMALL_BYTES + out.size();
    } catch (EncoderFull full) {
      return full.bytes();
    } catch (RuntimeException unencodable) {
      return UNKNOWN_BYTES;
    }
  }
}
