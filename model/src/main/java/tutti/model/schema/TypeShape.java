package tutti.model.schema;

import java.util.List;

/**
 * What a {@link TypeCodec} is made of, for those who write its values in a form of their own: JSON,
 * text. Unlike a {@link ValueType} it leads back to the Java values. Immutable.
 */
public sealed interface TypeShape {

  /** A value that consists of nothing smaller: a {@link ValueType.Scalar}. */
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
