package tutti.model.codec;

import java.util.List;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;

/**
 * The parts of the type of a {@link TypeCodec}, for code that writes its values in another form:
 * JSON, text. Unlike a {@link ValueType}, a shape leads back to the Java values. Immutable.
 */
public sealed interface TypeShape {

  /** A scalar, which has no parts: a {@link ValueType.Scalar}. */
  record Scalar(Kind kind) implements TypeShape {}

  /**
   * @param constants in the order of their declaration
   */
  record Constants(List<Enum<?>> constants) implements TypeShape {
    public Constants {
      constants = List.copyOf(constants);
    }
  }

  record Components(RecordCodec<?> record) implements TypeShape {}

  record OptionalOf(TypeCodec<Object> of) implements TypeShape {}

  record ListOf(TypeCodec<Object> of) implements TypeShape {}

  record SetOf(TypeCodec<Object> of) implements TypeShape {}

  record MapOf(TypeCodec<Object> key, TypeCodec<Object> value) implements TypeShape {}
}
