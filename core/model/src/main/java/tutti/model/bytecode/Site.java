package tutti.model.bytecode;

import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Source;

/** The actors that code touches in one way, or what it calls. */
sealed interface Site {

  /**
   * Whether the code alone tells it, whatever its author declares of the actors that it touches.
   */
  default boolean isOfCode() {
    return false;
  }

  /** A call of a procedure. */
  record Called(String type, @Nullable StackValue key, Mode mode, Source source) implements Site {}

  /** An irrevocable operation on the world outside, which touches no actor. */
  record Acts() implements Site {
    @Override
    public boolean isOfCode() {
      return true;
    }
  }

  /** A call of a procedure, whatever actor it is of. */
  record Calls(Class<?> procedure) implements Site {
    @Override
    public boolean isOfCode() {
      return true;
    }
  }

  /** A call of an event, whatever instance it is of. */
  record CallsEvent(String specification, String event) implements Site {
    @Override
    public boolean isOfCode() {
      return true;
    }
  }

  /**
   * A call that is not known, in the code of a procedure whose author declares the actors that it
   * touches.
   *
   * @param reason why it is not known, as it goes on after "its code"
   */
  record Unread(Class<?> procedure, String reason) implements Site {
    @Override
    public boolean isOfCode() {
      return true;
    }
  }

  /** An event of an instance. */
  record Happens(String type, @Nullable StackValue key, String event) implements Site {}
}
