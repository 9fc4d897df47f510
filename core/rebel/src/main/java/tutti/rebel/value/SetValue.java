package tutti.rebel.value;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An immutable set, kept in canonical order ({@link Values#compare}). */
public final class SetValue implements Iterable<Object>, Comparable<SetValue> {
  public static final SetValue EMPTY = new SetValue(new Object[0]);

  private final Object[] elements;

  private SetValue(Object[] elements) {
    this.elements = elements;
  }

  /** Returns the set of these elements, each once. */
  public static SetValue of(Collection<?> elements) {
    return new SetValue(sortedOnce(elements.toArray()));
  }

  /** Makes a set of an array that is strictly ascending already, and owns the array. */
  public static SetValue ofAscending(Object[] elements) {
    return new SetValue(elements);
  }

  private static Object[] sortedOnce(Object[] values) {
    Arrays.sort(values, Values::compare);
    int size = 0;
    for (Object value : values) {
      if (size == 0 || Values.compare(values[size - 1], value) != 0) {
        values[size++] = value;
      }
    }
    return size == values.length ? values : Arrays.copyOf(values, size);
  }

  public int size() {
    return elements.length;
  }

  public Object get(int index) {
    return elements[index];
  }

  public boolean contains(Object element) {
    return Arrays.binarySearch(elements, element, Values::compare) >= 0;
  }

  /** Returns the elements that are in either set. */
  public SetValue union(SetValue other) {
    Object[] all = Arrays.copyOf(elements, elements.length + other.elements.length);
    System.arraycopy(other.elements, 0, all, elements.length, other.elements.length);
    return new SetValue(sortedOnce(all));
  }

  /** Returns the elements that are in this set and not in the other. */
  public SetValue minus(SetValue other) {
    return new SetValue(
        Arrays.stream(elements).filter(element -> !other.contains(element)).toArray());
  }

  public List<Object> toList() {
    return List.of(elements);
  }

  public Object[] array() {
    return elements;
  }

  @Override
  public Iterator<Object> iterator() {
    return toList().iterator();
  }

  @Override
  public int compareTo(SetValue other) {
    return Values.compareAll(elements, other.elements);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SetValue that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(elements);
  }

  @Override
  public String toString() {
    return text(Integer.MAX_VALUE);
  }

  /** Returns the text with at most {@code most} elements, and the number of the others. */
  String text(int most) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < elements.length && i < most; i++) {
      text.append(i > 0 ? ", " : "").append(Values.text(elements[i]));
    }
    if (elements.length > most) {
      text.append(", … ").append(elements.length - most).append(" more");
    }
    return text.append('}').toString();
  }
}
