package tutti.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** Texts that name something are written as they are, or not at all. */
class NameTextTest {
  private static final List<String> KEPT =
      List.of("", "a", "é", "あ", "\uD83D\uDE00", "a\uD83D\uDE00b", "\0\n\u007F\u0080", "e\u0301");

  @Test
  void areReadAsTheyWereWritten() {
    for (String text : KEPT) {
      byte[] bytes = new Encoder(1).putString(text).putByte(7).toByteArray();
      Decoder in = new Decoder(bytes);
      assertThat(in.getString()).isEqualTo(text);
      assertThat(in.getByte()).isEqualTo(7);
      assertThat(new Encoder().putMessage(text).toByteArray())
          .isEqualTo(new Encoder().putString(text).toByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uD800", "k\uD800", "\uDC00k", "\uDC00\uD800", "a\uD83D", "\uD83D\uD83D\uDE00"})
  void isNotWrittenWithHalfOfAPair(String text) {
    Encoder out = new Encoder().putByte(1);
    assertThatThrownBy(() -> out.putString(text)).isInstanceOf(IllegalArgumentException.class);
    assertThat(out.size()).isEqualTo(1);
    assertThatThrownBy(() -> new ActorId("Shop", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Shop");
    assertThat(ActorId.keyFault(text)).contains("half of a surrogate pair");
    Decoder in = new Decoder(new Encoder().putMessage(text).toByteArray());
    assertThat(in.getString()).isEqualTo(NameText.readable(text)).contains("\uFFFD");
  }

  @Test
  void hasBytesThatAreCounted() {
    assertThat(NameText.fault("", 10)).isEqualTo("has at least one character");
    assertThat(NameText.fault("0123456789", 10)).isNull();
    assertThat(NameText.fault("0123456789a", 10)).contains("at most 10 bytes", "has 11");
    assertThat(NameText.fault("ééééé", 10)).isNull();
    assertThat(NameText.fault("éééééé", 10)).contains("has 12");
    assertThat(NameText.fault("あああ", 10)).isNull();
    assertThat(NameText.fault("ああああ", 10)).contains("has 12");
    assertThat(NameText.fault("\uD83D\uDE00\uD83D\uDE00ab", 10)).isNull();
    assertThat(NameText.fault("\uD83D\uDE00\uD83D\uDE00abc", 10)).contains("has 11");
    assertThat(ActorId.keyFault("k".repeat(ActorId.MOST_KEY_BYTES))).isNull();
    assertThat(ActorId.keyFault("k".repeat(ActorId.MOST_KEY_BYTES + 1))).isNotNull();
  }
}
