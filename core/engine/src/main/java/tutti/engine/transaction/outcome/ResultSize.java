package tutti.engine.transaction.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
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
   * The most bytes of a transaction's results, on every host: a message between hosts with all of
   * them in it is not too long.
   */
  public static final int MOST_BYTES = (16 << 20) - (64 << 10);

  private static final long SMALL_BYTES = 16;
  private static final int SMALL_TEXT = 64;
  private static final int FEW = 4;

  /** The bytes of a {@linkplain #isShort short} result at most, which need not be measured. */
  static final long SHORT_BYTES = SMALL_BYTES + SMALL_TEXT;

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

  /** Returns whether a result is a number, a short text or nothing. */
  public static boolean isShort(@Nullable Object result) {
    return isSmall(result);
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

  /** Returns the bytes of results together. */
  public long of(List<? extends @Nullable Object> results) {
    long sum = 0;
    for (Object result : results) {
      sum += of(result);
    }
    return sum;
  }

  /** Returns the bytes of one result, or at least so many as are too many. */
  long of(@Nullable Object result) {
    return switch (result) {
      case null -> 0;
      case Number _, Boolean _ -> SMALL_BYTES;
      case String text -> SMALL_BYTES + text.length();
      case ProcedureResult(_, _, String text) -> SMALL_BYTES + text.length();
      default -> encoded(result);
    };
  }

  private long encoded(Object result) {
    Encoder out = new Encoder(64).atMost(MOST_BYTES);
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
