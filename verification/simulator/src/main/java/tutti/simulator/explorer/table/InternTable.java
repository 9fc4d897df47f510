package tutti.simulator.explorer.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of values as numbers: equal values have the same number. The values in the table are
 * never changed any more.
 */
public final class InternTable<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  public int number(T value) {
    Integer known = numbers.get(value);
    if (known == null) {
      known = values.size();
      numbers.put(value, known);
      values.add(value);
    }
    return known;
  }

  public T value(int number) {
    return values.get(number);
  }
}
