package tutti.model.form;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.TypeCodec;

/** A list or a set, as an array. */
final class CollectionForm extends ValueForm {
  private final TypeCodec<Object> codec;
  private final ValueForm of;
  private final boolean set;
  private final int largest;

  @SuppressWarnings("unchecked") // the codec of the values that are read here
  CollectionForm(TypeCodec<?> codec, ValueForm of, boolean set, boolean bounded) {
    this.codec = (TypeCodec<Object>) codec;
    this.of = of;
    this.set = set;
    this.largest = largest(bounded);
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    if (!(tree instanceof List<?> list)) {
      throw bad(expected(), tree);
    }
    if (list.size() > largest) {
      throw new BadValue("", "at most " + largest + " elements", list.size() + " elements");
    }
    List<Object> elements = new ArrayList<>(list.size());
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      Object element = element(list.get(i), i);
      if (set && !seen.add(element)) {
        throw new BadValue("/" + i, "each element once", "one that stands before it");
      }
      elements.add(element);
    }
    return codec.freeze(set ? new LinkedHashSet<>(elements) : elements);
  }

  private Object element(@Nullable Object tree, int index) throws BadValue {
    try {
      return of.read(tree);
    } catch (BadValue bad) {
      throw bad.under(Integer.toString(index));
    }
  }

  @Override
  public Object write(Object value) {
    List<@Nullable Object> trees = new ArrayList<>();
    // A procedure may return a set whose order differs from process to process.
    for (Object element : (Iterable<?>) codec.freeze(value)) {
      trees.add(of.write(element));
    }
    return trees;
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return set
        ? object("type", "array", "uniqueItems", true, "items", of.schema(records))
        : object("type", "array", "items", of.schema(records));
  }

  @Override
  public Object example() {
    return List.of(of.example());
  }

  @Override
  public String expected() {
    return "an array, each element " + of.expected();
  }
}
