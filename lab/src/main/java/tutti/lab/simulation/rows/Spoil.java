package tutti.lab.simulation.rows;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Procedure;

/**
 * A procedure with a mistake: it changes its shelf, and then throws, returns what cannot be
 * written, or calls an actor by a text that is no key. It never commits. For example, {@code new
 * Spoil("null", "other-1")} returns a record with a null.
 *
 * @param how one of {@link #WAYS}, or {@link #KEY}, or {@link #NOTHING}, which has no mistake
 * @param key of the actor that it calls, if it calls one
 */
record Spoil(String how, String key) implements Procedure<RowActor, Spoil.Label> {
  static final List<String> WAYS =
      List.of("null", "element", "accessor", "throw", "message", "nested", "argument");

  /** The call of an actor by a text that is no key; all would be well if it were one. */
  static final String KEY = "key";

  /** No mistake but that of the shelf's own key. */
  static final String NOTHING = "nothing";

  /** A result with parts that may be null by mistake, and one whose accessor may throw. */
  record Label(String text, List<String> list, int number) {
    @Override
    public int number() {
      if (number < 0) {
        throw new UnsupportedOperationException("a negative number");
      }
      return number;
    }
  }

  /** A call with such a value as its argument. */
  record Take(Label label) implements Procedure<RowActor, Integer> {
    @Override
    public Integer run(RowActor shelf) {
      return label.number();
    }
  }

  @Override
  public Label run(RowActor shelf) {
    shelf.stock().purses().find(0L).ifPresent(purse -> shelf.stock().purses().upsert(purse));
    return switch (how) {
      case "throw" -> throw new IllegalStateException("a mistake");
      case "message" -> throw new IllegalStateException("half of a pair: \uD800");
      case "nested" -> shelf.actor(shelf.getClass(), key).call(new Spoil("null", key)).get();
      case "argument" -> take(shelf, label("null"));
      case KEY -> take(shelf, label(NOTHING));
      default -> label(how);
    };
  }

  private Label take(RowActor shelf, Label label) {
    shelf.actor(shelf.getClass(), key).call(new Take(label)).get();
    return label(NOTHING);
  }

  @SuppressWarnings("NullAway") // these are the mistakes
  private static Label label(String how) {
    @Nullable String nothing = null;
    return new Label(
        how.equals("null") ? nothing : "text",
        how.equals("element") ? Arrays.asList("a", nothing) : List.of(),
        how.equals("accessor") ? -1 : 1);
  }
}
