package tutti.server.catalog;

import org.jspecify.annotations.Nullable;
import tutti.model.form.BadValue;
import tutti.model.form.ValueForm;
import tutti.rebel.form.JsonForm;
import tutti.rebel.value.Type;

/** The form of the values of one type in JSON, by Rebel's rules or by Java's. Immutable. */
public sealed interface Form {

  /**
   * Reads a value from a tree of JSON's kinds of values.
   *
   * @throws BadValue if the tree is none; has the place, the expected and the found value
   */
  Object read(@Nullable Object tree) throws BadValue;

  /** Returns the tree of a value. */
  @Nullable Object write(@Nullable Object value);

  /** A noun phrase for the expected values. */
  String expected();

  /** The form of a type of the specification language. */
  record Rebel(Type type) implements Form {
    @Override
    public Object read(@Nullable Object tree) throws BadValue {
      return JsonForm.read(type, tree);
    }

    @Override
    public @Nullable Object write(@Nullable Object value) {
      return JsonForm.write(type, value);
    }

    @Override
    public String expected() {
      return JsonForm.expected(type);
    }
  }

  /** The form of a type of a record's component, or of a procedure's result. */
  record Java(ValueForm form) implements Form {
    @Override
    public Object read(@Nullable Object tree) throws BadValue {
      return form.read(tree);
    }

    @Override
    public @Nullable Object write(@Nullable Object value) {
      return value == null ? null : form.write(value);
    }

    @Override
    public String expected() {
      return form.expected();
    }
  }
}
