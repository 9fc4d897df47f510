package tutti.model.bytecode;

import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Source;

/** The actors that code touches in one way. */
sealed interface Site {

  /** A call of a procedure. */
  record Called(String type, @Nullable StackValue key, Mode mode, Source source) implements Site {}

  /** An irrevocable operation on the world outside, which touches no actor. */
  record Acts() implements Site {}

  /** An event of an instance. */
  record Happens(String type, @Nullable StackValue key, String event) implements Site {}
}
