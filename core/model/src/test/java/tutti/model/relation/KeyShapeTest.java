package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.model.codec.MissingValue;
import tutti.model.codec.RecordCodec;

class KeyShapeTest {
  record Row(String name, int number, String text) {}

  record Key(String name, int number) {}

  @Test
  @SuppressWarnings("NullAway") // these are the mistakes
  void aKeyThatIsMissingIsFoundByNoStore() {
    RecordCodec<Row> row = RecordCodec.of(Row.class);
    KeyShape<String, Row> simple = KeyShape.of(row, Row::name);
    KeyShape<Key, Row> composite = KeyShape.of(row, Key.class);
    assertThat(simple.canonical("a")).isEqualTo("a");
    assertThat(composite.canonical(new Key("a", 1))).isEqualTo(new Key("a", 1));
    assertThatThrownBy(() -> simple.canonical(null)).isInstanceOf(MissingValue.class);
    assertThatThrownBy(() -> composite.canonical(null)).isInstanceOf(MissingValue.class);
    assertThatThrownBy(() -> composite.canonical(new Key(null, 1)))
        .isInstanceOf(MissingValue.class)
        .hasMessageContaining("Key.name");
  }
}
