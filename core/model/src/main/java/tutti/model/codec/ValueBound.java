package tutti.model.codec;

import java.util.Optional;

/**
 * A count of what one argument, result or row has, made while it is frozen: a value that takes more
 * than a process can hold is refused before it is copied. Elements of collections and entries of
 * maps count at each place where they stand, since they are written at each. For example, a list of
 * four thousand references to one list of four thousand numbers has sixteen million elements.
 */
final class ValueBound {
  /** The elements of all collections of a value, at most. */
  static final int MOST_ELEMENTS = 1 << 22;

  /** The UTF-16 units of all texts of a value, at most. */
  static final int MOST_UNITS = 1 << 26;

  /** The bound of values without collections, each of whose texts is looked at alone. */
  static final ValueBound OF_ONE_TEXT = new ValueBound(false);

  private final boolean counts;
  private int elements;
  private int units;

  ValueBound() {
    this(true);
  }

  private ValueBound(boolean counts) {
    this.counts = counts;
  }

  /**
   * Counts the elements that a collection says that it has; returns how many they are.
   *
   * @throws ValueTooLarge if there are too many
   */
  int elements(int size) {
    if (size < 0 || size > MOST_ELEMENTS - elements) {
      throw new ValueTooLarge(
          "it has more than "
              + MOST_ELEMENTS
              + " elements in its lists, sets and maps: take them in several calls");
    }
    elements += size;
    return size;
  }

  /**
   * Counts a text, also one in an Optional; any other value has no length of its own.
   *
   * @throws ValueTooLarge if it is too long
   */
  void text(Object value) {
    if (value instanceof String text) {
      if (text.length() > MOST_UNITS - units) {
        throw new ValueTooLarge("its texts have more than " + MOST_UNITS + " characters");
      }
      if (counts) {
        units += text.length();
      }
    } else if (value instanceof Optional<?> optional && optional.isPresent()) {
      text(optional.get());
    }
  }

  /** The mistake of a collection that has no end, or changes while it is read. */
  static IllegalArgumentException uneven(int size) {
    return new IllegalArgumentException(
        "a collection in it gives more elements than the " + size + " that its size() says");
  }
}
