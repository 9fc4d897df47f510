package tutti.server.json;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes trees of strings, numbers, booleans, lists and maps as JSON in UTF-8. */
public final class JsonOutput {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  private JsonOutput() {}

  /** Returns the text of a tree, with the members of maps in the order of their iteration. */
  public static byte[] bytes(@Nullable Object tree) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      write(generator, tree);
    }
    return out.toByteArray();
  }

  private static void write(JsonGenerator out, @Nullable Object tree) {
    switch (tree) {
      case null -> out.writeNull();
      case String text -> out.writeString(text);
      case Boolean truth -> out.writeBoolean(truth);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      case BigInteger number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number);
      case List<?> list -> {
        out.writeStartArray();
        for (Object element : list) {
          write(out, element);
        }
        out.writeEndArray();
      }
      case Map<?, ?> map -> {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.writeName(String.valueOf(entry.getKey()));
          write(out, entry.getValue());
        }
        out.writeEndObject();
      }
      default -> throw new IllegalArgumentException("not a JSON tree: " + tree.getClass());
    }
  }
}
