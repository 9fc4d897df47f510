package tutti.lab.simulation.rows;

import java.util.List;
import java.util.stream.Stream;
import tutti.lab.mistake.Mistake;
import tutti.lab.mistake.Mistake.Label;
import tutti.model.actor.Procedure;

/**
 * A procedure with a mistake: it changes its shelf, and then throws, returns a value that cannot be
 * written, or calls an actor by a text that is no key. It never commits. For example, {@code new
 * Spoil("null", "other-1")} returns a record with a null.
 *
 * @param how one of {@link #WAYS}, or {@link #KEY}
 * @param key the key of the actor that it calls, if it calls one
 */
record Spoil(String how, String key) implements Procedure<RowActor, Label> {
  static final List<String> WAYS =
      Stream.of(Mistake.ALONE, Mistake.WITH_CALL, List.of("nested", "argument", "cycle"))
          .flatMap(List::stream)
          .toList();

  /** The call of an actor by a text that is no key; all would be well if it were one. */
  static final String KEY = "key";

  private static final String NO_MISTAKE = "";

  /** A call with such a value as its argument. */
  record Take(Label label) implements Procedure<RowActor, Integer> {
    @Override
    public Integer run(RowActor shelf) {
      shelf.stock().purses().find(0L).ifPresent(purse -> shelf.stock().purses().upsert(purse));
      return label.number();
    }
  }

  @Override
  public Label run(RowActor shelf) {
    shelf.stock().purses().find(0L).ifPresent(purse -> shelf.stock().purses().upsert(purse));
    return switch (how) {
      case "nested" -> shelf.actor(shelf.getClass(), key).call(new Spoil("null", key)).get();
      case "cycle" -> shelf.actor(shelf.getClass(), key).call(this).get();
      case "argument" -> take(shelf, Mistake.label("null"));
      case KEY -> take(shelf, Mistake.label(NO_MISTAKE));
      default -> Mistake.WITH_CALL.contains(how) ? calling(shelf) : Mistake.label(how);
    };
  }

  private Label calling(RowActor shelf) {
    var beside = shelf.actor(shelf.getClass(), key);
    return Mistake.calling(
        how,
        () -> {
          var call = beside.call(new Take(Mistake.label(NO_MISTAKE)));
          return how.equals("untaken") ? call : call.get();
        },
        () -> beside.call(new Spoil("throw", key)).get());
  }

  private Label take(RowActor shelf, Label label) {
    shelf.actor(shelf.getClass(), key).call(new Take(label)).get();
    return Mistake.label(NO_MISTAKE);
  }
}
