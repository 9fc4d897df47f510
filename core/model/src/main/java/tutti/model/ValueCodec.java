package tutti.model;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bytes for the values of an application's fields and arguments. The bytes are self-describing:
 * decoding needs no type. Thread-safe.
 */
public interface ValueCodec {

  void encode(@Nullable Object value, Encoder out);

  /**
   * Appends bytes by which requests are compared: those of two arguments with one meaning are
   * equal, such as those of {@code 12.50} and {@code 12.5}.
   */
  default void encodeMeaning(@Nullable Object value, Encoder out) {
    encode(value, out);
  }

  /**
   * Appends bytes by which calls under different versions of the application are compared: those of
   * one meaning are equal, as far as that can be told.
   */
  default void encodeNamed(Call call, Encoder out) {
    out.putString(call.target().type()).putString(call.target().key());
    out.putString(call.action().name()).putVarLong(call.arguments().size());
    List<String> names = call.action().parameterNames();
    SortedMap<String, Object> arguments = new TreeMap<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      arguments.put(i < names.size() ? names.get(i) : String.valueOf(i), call.arguments().get(i));
    }
    arguments.forEach((name, argument) -> encodeMeaning(argument, out.putString(name)));
  }

  /**
   * @throws MalformedData if the bytes are not a value
   */
  @Nullable Object decode(Decoder in);
}
