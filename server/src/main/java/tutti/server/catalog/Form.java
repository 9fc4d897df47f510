package tutti.server.catalog;

import org.jspecify.annotations.Nullable;
import tutti.model.form.BadValue;
import tutti.model.form.ValueForm;
import tutti.rebel.value.JsonForm;
import tutti.rebel.value.Type;

/** How the values of one type stand in JSON: as Rebel has it, or as Java has it. Immutable. */
public sealed interface Form {

  /**
   * Reads a value from a tree of what JSON has.
   *
   * @throws BadValue if it is none; with the place, what was expected and what stands there
   */
  Object read(@Nullable Object tree) throws BadValue;

  /** The tree of a value. */
  @Nullable Object write(@Nullable Object value);

  /** What stands for a value, a noun phrase. */
  String expected();

  /** A type of the specification language. */
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

  /** A type of a record's component, or of a procedure's result. */
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
