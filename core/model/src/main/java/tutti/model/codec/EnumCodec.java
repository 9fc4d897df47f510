package tutti.model.codec;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.Formerly;
import tutti.model.schema.ValueType;

/** An enum's constants: by position, in bytes and in order. */
final class EnumCodec<E extends Enum<E>> extends TypeCodec<E> {
  private final Class<E> enumeration;
  private final E[] constants;

  /** The first name that each constant has had, by its ordinal. */
  private final String[] firstNames;

  EnumCodec(Class<E> enumeration) {
    super(
        new ValueType.Enumeration(
            enumeration.getSimpleName(),
            Arrays.stream(enumeration.getEnumConstants()).map(Enum::name).toList()));
    this.enumeration = enumeration;
    this.constants = enumeration.getEnumConstants();
    this.firstNames =
        Arrays.stream(constants)
            .map(each -> Renames.first(each.name(), formerly(each)))
            .toArray(String[]::new);
  }

  Class<E> enumeration() {
    return enumeration;
  }

  /** Returns all constants' names, each with its former ones. */
  Map<String, List<String>> names() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (E constant : constants) {
      names.put(constant.name(), Renames.names(formerly(constant)));
    }
    return names;
  }

  /** Returns the constant of that name. */
  E constant(String name) {
    return Enum.valueOf(enumeration, name);
  }

  private @Nullable Formerly formerly(E constant) {
    try {
      return enumeration.getField(constant.name()).getAnnotation(Formerly.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(enumeration + " has no field " + constant.name(), e);
    }
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.Constants(List.of(constants));
  }

  @Override
  public void encode(E value, Encoder out) {
    out.putVarLong(value.ordinal());
  }

  @Override
  public void encodeNamed(E value, Encoder out) {
    out.putString(firstNames[value.ordinal()]);
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
      throw new MalformedData(position + " is no constant of " + type());
    }
    return constants[position];
  }
}
