package tutti.model.codec;

import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The codecs of procedures' results: any type that a row's component can have, or Void. */
public final class ResultTypes {
  private ResultTypes() {}

  /**
   * @param codec null for Void, and where there are mistakes
   * @param mistakes each with a remedy
   */
  public record Result(@Nullable TypeCodec<Object> codec, List<String> mistakes) {}

  /**
   * @param place begins the mistakes' texts
   */
  public static Result of(Type type, String place) {
    if (type == Void.class) {
      return new Result(null, List.of());
    }
    RecordReader.TypeReading reading = RecordReader.type(type, place);
    return new Result(
        reading.mistakes().isEmpty() ? RecordReader.any(reading.codec()) : null,
        reading.mistakes());
  }
}
