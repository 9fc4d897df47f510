package tutti.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.model.text.JsonText;

/** Holds the writer of JSON against Jackson's reader. */
class JsonTextTest {
  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void readsAsWhatWasWritten() {
    for (int i = 0; i < 500; i++) {
      Object tree = tree(4);
      byte[] text = JsonText.bytes(tree);
      assertThat(JACKSON.readValue(text, Object.class)).as(JsonText.of(tree)).isEqualTo(tree);
      assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo(JsonText.of(tree));
    }
  }

  private Object tree(int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 8)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt();
      case 3 -> BigInteger.ONE.shiftLeft(64 + random.nextInt(60));
      case 4 -> new BigDecimal("0.1").add(BigDecimal.valueOf(random.nextInt(9)));
      case 5 -> text();
      case 6 -> {
        List<Object> list = new ArrayList<>();
        random.ints(random.nextInt(4), 0, 9).forEach(any -> list.add(tree(depth - 1)));
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        random.ints(random.nextInt(4), 0, 9).forEach(any -> map.put(text(), tree(depth - 1)));
        yield map;
      }
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int[] points = {0, 1, 9, 10, 13, 31, 32, '"', '\\', '/', '<', 127, 233, 0x2028, 0x1F600};
    for (int i = random.nextInt(6); i > 0; i--) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }

  @Test
  void escapesWhatCannotStandInAText() {
    assertThat(JsonText.of("a\"b\\c\nd\te\u0001f")).isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u0001f\"");
    assertThat(JsonText.of("\uD83D!")).isEqualTo("\"\\uD83D!\"");
    assertThat(JsonText.of("\uD83D\uDE00")).isEqualTo("\"\uD83D\uDE00\"");
    assertThat(JsonText.of(Arrays.asList(Double.NaN, 1.5, null))).isEqualTo("[\"NaN\",1.5,null]");
  }
}
