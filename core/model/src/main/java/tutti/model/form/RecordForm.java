package tutti.model.form;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.RecordCodec;
import tutti.model.text.ValueText;

/**
 * A record, as an object with its components by name; a component that is an Optional may be left
 * out.
 */
public final class RecordForm extends ValueForm {
  private final RecordCodec<Record> codec;
  private final List<String> names = new ArrayList<>();
  private final List<ValueForm> forms = new ArrayList<>();

  /** The form of a record in input. */
  public RecordForm(RecordCodec<?> codec) {
    this(codec, true);
  }

  @SuppressWarnings("unchecked") // the codec of the values that are read and written here
  RecordForm(RecordCodec<?> codec, boolean bounded) {
    this.codec = (RecordCodec<Record>) codec;
    for (int i = 0; i < codec.size(); i++) {
      ColumnCodec<?> column = codec.column(i);
      names.add(column.name());
      forms.add(ValueForm.of(column.codec(), bounded));
    }
  }

  /** The components' names, in their order. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /** The form of the component at that position. */
  public ValueForm component(int position) {
    return forms.get(position);
  }

  /** The class of the record. */
  public Class<? extends Record> record() {
    return codec.record();
  }

  /** The record's simple name, for people. */
  public String name() {
    return codec.record().getSimpleName();
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    if (!(tree instanceof Map<?, ?> object)) {
      throw bad(expected(), tree);
    }
    for (Object name : object.keySet()) {
      if (!names.contains(name)) {
        throw new BadValue("", expected(), "the name \"" + name + "\"");
      }
    }
    Object[] values = new Object[names.size()];
    for (int i = 0; i < values.length; i++) {
      String name = names.get(i);
      Optional<Object> absent = forms.get(i).absent();
      if (!object.containsKey(name) && absent.isEmpty()) {
        throw new BadValue("", forms.get(i).expected(), "nothing").under(name);
      }
      values[i] =
          object.containsKey(name) ? forms.get(i).read(object.get(name), name) : absent.get();
    }
    return make(values);
  }

  /**
   * Makes the record of these values.
   *
   * @throws BadValue if the record's constructor refuses them, by whatever it throws
   */
  public Record make(Object[] values) throws BadValue {
    try {
      return codec.freeze(codec.make(values));
    } catch (RuntimeException | Error refused) {
      if (refused instanceof VirtualMachineError && !(refused instanceof StackOverflowError)) {
        throw refused;
      }
      throw new BadValue(
          "",
          "values that " + name() + " takes",
          "ones that it refuses: " + ValueText.why(refused));
    }
  }

  @Override
  public Object write(Object value) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      object.put(names.get(i), forms.get(i).write(codec.column(i).get((Record) value)));
    }
    return object;
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return records.apply(this);
  }

  /** The schema of an object with this record's components. */
  public Map<String, Object> members() {
    return members(RecordForm::members);
  }

  /**
   * The schema of an object with this record's components.
   *
   * @param records makes the schemas of the records among them
   */
  public Map<String, Object> members(Function<RecordForm, Map<String, Object>> records) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      properties.put(names.get(i), forms.get(i).schema(records));
      if (forms.get(i).absent().isEmpty()) {
        required.add(names.get(i));
      }
    }
    return object(
        "type",
        "object",
        "required",
        required,
        "properties",
        properties,
        "additionalProperties",
        false);
  }

  @Override
  public Object example() {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      tree.put(names.get(i), forms.get(i).example());
    }
    return tree;
  }

  @Override
  public String expected() {
    return "an object with " + String.join(", ", names);
  }
}
