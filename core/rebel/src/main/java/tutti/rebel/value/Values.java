package tutti.rebel.value;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** The operations that all values share: a canonical order and a text. */
public final class Values {
  private static final int ELEMENTS_SHOWN = 50;

  /** The bytes of a value of a few numbers, approximately. */
  private static final long SMALL = 32;

  private Values() {}

  /**
   * Returns approximately how many bytes a value takes; half of the greatest number for a
   * collection, whose size only a walk could find. Takes a constant time.
   */
  public static long weight(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case String text -> SMALL + text.length();
      case SetValue set -> set.size() == 0 ? SMALL : Long.MAX_VALUE / 2;
      case MapValue map -> map.size() == 0 ? SMALL : Long.MAX_VALUE / 2;
      default -> SMALL;
    };
  }

  /** Returns approximately how many bytes some values take, negative for more than can be said. */
  public static long weight(Iterable<@Nullable Object> values) {
    long sum = 0;
    for (Object value : values) {
      sum += weight(value);
      if (sum < 0 || sum >= Long.MAX_VALUE / 2) {
        return Long.MAX_VALUE / 2;
      }
    }
    return sum;
  }

  /**
   * Compares in the canonical order, which is total, consistent with {@code equals}, and the same
   * in every run. Between values of one type it is their natural order where they have one. The
   * order decides how sets and maps are kept, not the meaning of {@code <}.
   */
  public static int compare(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return Long.compare(a, b);
    }
    int rank = rank(left);
    int byRank = Integer.compare(rank, rank(right));
    return byRank != 0 ? byRank : compareSame(rank, left, right);
  }

  private static int rank(Object value) {
    return switch (value) {
      case Boolean _ -> 0;
      case Long _ -> 1;
      case BigInteger _ -> 1;
      case Infinity _ -> 1;
      case String _ -> 2;
      case Money _ -> 3;
      case Currency _ -> 4;
      case Percentage _ -> 5;
      case LocalDate _ -> 6;
      case LocalTime _ -> 7;
      case LocalDateTime _ -> 8;
      case Period _ -> 9;
      case Frequency _ -> 10;
      case Term _ -> 11;
      case Iban _ -> 12;
      case InterestNorm _ -> 13;
      case InterestTariff _ -> 14;
      case SetValue _ -> 15;
      case MapValue _ -> 16;
      default -> throw new IllegalArgumentException("not a Rebel value: " + value.getClass());
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int compareSame(int rank, Object left, Object right) {
    return switch (rank) {
      case 1 -> Integers.compare(left, right);
      case 14 -> left.toString().compareTo(right.toString());
      default -> ((Comparable) left).compareTo(right);
    };
  }

  /**
   * The number of steps that it takes to go through a value: of a set or map its elements, of a
   * text 64 characters a step; 1 for all others.
   */
  public static int size(Object value) {
    return switch (value) {
      case String text -> 1 + text.length() / 64;
      case SetValue set -> size(set.array());
      case MapValue map ->
          (int) Math.min(MOST, (long) size(map.keyArray()) + size(map.valueArray()));
      default -> 1;
    };
  }

  private static int size(Object[] elements) {
    long size = 1L + elements.length;
    for (Object element : elements) {
      if (!(element instanceof String
          || element instanceof SetValue
          || element instanceof MapValue)) {
        // The elements of a set are of one type.
        break;
      }
      size += size(element) - 1;
    }
    return (int) Math.min(MOST, size);
  }

  private static final int MOST = Integer.MAX_VALUE / 2;

  /** Compares element by element, then by length. */
  static int compareAll(Object[] left, Object[] right) {
    int common = Math.min(left.length, right.length);
    for (int i = 0; i < common; i++) {
      int order = compare(left[i], right[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length, right.length);
  }

  /**
   * The value's text for messages: a String in quotes, ISO 8601 for times, Rebel's literals for the
   * rest. Of a large set or map the first elements are shown, and the number of the others.
   */
  public static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "not set";
      case String text -> NotAValue.abbreviate(text);
      case Boolean truth -> truth ? "True" : "False";
      case LocalTime time -> Dates.text(time);
      case LocalDateTime time -> Dates.text(time);
      case SetValue set -> set.text(ELEMENTS_SHOWN);
      case MapValue map -> map.text(ELEMENTS_SHOWN);
      default -> value.toString();
    };
  }
}
