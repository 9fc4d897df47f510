package tutti.rebel.value;

import java.util.List;

/** The key of an instance whose specification has several key fields. */
public record CompositeKey(List<Object> parts) implements Comparable<CompositeKey> {
  public CompositeKey {
    parts = List.copyOf(parts);
  }

  @Override
  public int compareTo(CompositeKey other) {
    return Values.compareAll(parts.toArray(), other.parts.toArray());
  }

  @Override
  public String toString() {
    return Keys.text(this);
  }
}
