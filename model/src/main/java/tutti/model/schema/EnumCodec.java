package tutti.model.schema;

import java.util.Arrays;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** An enum's constants: by position, in bytes and in order. */
final class EnumCodec<E extends Enum<E>> extends TypeCodec<E> {
  private final Class<E> enumeration;
  private final E[] constants;

  EnumCodec(Class<E> enumeration) {
    super(
        new ValueType.Enumeration(
            enumeration.getSimpleName(),
            Arrays.stream(enumeration.getEnumConstants()).map(Enum::name).toList()));
    this.enumeration = enumeration;
    this.constants = enumeration.getEnumConstants();
  }

  Class<E> enumeration() {
    return enumeration;
  }

  E constant(int position) {
    return constants[position];
  }

  @Override
  public void encode(E value, Encoder out) {
    out.putVarLong(value.ordinal());
  }

  @Override
  public E decode(Decoder in) {
    return constants[in.getCount(constants.length - 1)];
  }

  @Override
  public int compare(E a, E b) {
    return Integer.compare(a.ordinal(), b.ordinal());
  }

  @Override
  public void encodeKey(E value, Encoder out) {
    out.putByte(value.ordinal() >> 8).putByte(value.ordinal());
  }

  @Override
  public E decodeKey(Decoder in) {
    int position = in.getByte() << 8 | in.getByte();
    if (position >= constants.length) {
      throw new tutti.model.MalformedData(position + " is no constant of " + type());
    }
    return constants[position];
  }
}
