package tutti.protocol.integrated.janus.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The transactions that one transaction waits for: the edges into its vertex. At a popular item
 * there are hundreds, and every replica sends them and follows them: so they are one array, which
 * is searched from end to end. Immutable.
 */
public final class Dependencies {
  private static final Transaction[] EMPTY = {};

  public static final Dependencies NONE = new Dependencies(EMPTY);

  /** Each once, in the order of their names. */
  private final Transaction[] names;

  private Dependencies(Transaction[] names) {
    this.names = names;
  }

  /** Returns transactions as one, in whatever order and however often they come. */
  public static Dependencies of(Collection<Transaction> transactions) {
    return of(transactions.toArray(EMPTY));
  }

  /** Returns names as one; the array becomes a part of the result. */
  static Dependencies of(Transaction... names) {
    return names.length == 0 ? NONE : new Dependencies(isRising(names) ? names : eachOnce(names));
  }

  private static boolean isRising(Transaction[] names) {
    for (int i = 1; i < names.length; i++) {
      if (names[i - 1].compareTo(names[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static Transaction[] eachOnce(Transaction[] names) {
    Arrays.sort(names);
    int size = 1;
    for (int i = 1; i < names.length; i++) {
      if (!names[i].equals(names[size - 1])) {
        names[size++] = names[i];
      }
    }
    return Arrays.copyOf(names, size);
  }

  /** Returns all dependencies in {@code all} together. */
  public static Dependencies union(Collection<Dependencies> all) {
    Dependencies union = NONE;
    for (Dependencies each : all) {
      union = union.with(each);
    }
    return union;
  }

  private Dependencies with(Dependencies other) {
    if (other.isEmpty() || equals(other)) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    Transaction[] both = Arrays.copyOf(names, names.length + other.names.length);
    System.arraycopy(other.names, 0, both, names.length, other.names.length);
    return of(both);
  }

  public Dependencies without(Predicate<Transaction> which) {
    int left = 0;
    Transaction[] others = names;
    for (int i = 0; i < names.length; i++) {
      if (which.test(names[i])) {
        others = others == names ? names.clone() : others;
      } else {
        others[left++] = names[i];
      }
    }
    if (left == names.length) {
      return this;
    }
    return left == 0 ? NONE : new Dependencies(Arrays.copyOf(others, left));
  }

  /** In the order of their names. */
  public List<Transaction> transactions() {
    return Collections.unmodifiableList(Arrays.asList(names));
  }

  public boolean contains(Transaction transaction) {
    return Arrays.binarySearch(names, transaction) >= 0;
  }

  public int size() {
    return names.length;
  }

  public boolean isEmpty() {
    return names.length == 0;
  }

  public void encode(Encoder out) {
    IdDictionary.encode(transactions(), out);
  }

  public static Dependencies decode(Decoder in) {
    return of(IdDictionary.decode(in));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || other instanceof Dependencies its && Arrays.equals(names, its.names);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(names);
  }

  @Override
  public String toString() {
    return Arrays.toString(names);
  }
}
