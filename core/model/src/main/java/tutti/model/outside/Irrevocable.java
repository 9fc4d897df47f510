package tutti.model.outside;

import java.util.Objects;
import tutti.model.text.NameText;

/**
 * An irrevocable operation that a transaction is to do when all else of it is prepared.
 *
 * @param key the name by which the service knows the operation: another one for each operation, so
 *     best of an argument of the request
 * @param action the work, which may be done only once; not kept over a crash
 * @param check the class of the service, which is asked whether the operation has happened
 */
public record Irrevocable(
    String key, OutsideAction<?> action, Class<? extends OutsideService> check) {
  /** The greatest length of a key. */
  public static final int MOST_KEY_CHARS = 1000;

  /** Makes an operation on a service. */
  public static <S extends OutsideService> Irrevocable of(
      String key, OutsideAction<S> action, Class<S> check) {
    return new Irrevocable(key, action, check);
  }

  public Irrevocable {
    Objects.requireNonNull(key, "the key of an irrevocable operation is null");
    Objects.requireNonNull(action, "the action of an irrevocable operation is null");
    Objects.requireNonNull(check, "the service that knows an irrevocable operation is null");
    if (!NameText.isWellFormed(key)) {
      throw new IllegalArgumentException(
          "the key of an irrevocable operation has half of a surrogate pair");
    }
    if (key.isEmpty() || key.length() > MOST_KEY_CHARS) {
      throw new IllegalArgumentException(
          "the key of an irrevocable operation has 1 to "
              + MOST_KEY_CHARS
              + " characters, and this one has "
              + key.length());
    }
  }

  /**
   * Does the work.
   *
   * @param service an object of the class {@link #check}
   */
  @SuppressWarnings("unchecked") // the action and the class were given together
  public void run(OutsideService service) throws Exception {
    ((OutsideAction<OutsideService>) action).run(service);
  }
}
