package tutti.engine.bank;

import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/** The bytes of longs, strings, booleans and nothing, for applications in plain Java. */
public enum PlainCodec implements ValueCodec {
  INSTANCE;

  @Override
  public void encode(@Nullable Object value, Encoder out) {
    switch (value) {
      case null -> out.putByte(0);
      case Long number -> out.putByte(1).putSigned(number);
      case String text -> out.putByte(2).putString(text);
      case Boolean truth -> out.putByte(3).putBoolean(truth);
      default -> throw new IllegalArgumentException(value.toString());
    }
  }

  @Override
  public @Nullable Object decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case 0 -> null;
      case 1 -> in.getSigned();
      case 2 -> in.getString();
      case 3 -> in.getBoolean();
      default -> throw new MalformedData("tag " + tag);
    };
  }
}
