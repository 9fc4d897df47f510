package tutti.model.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.codec.RecordCodec;

class PlainRecordsTest {
  enum Colour {
    RED
  }

  record Point(int x, long y) {}

  record Nothing() {}

  record Written(String text, double number) {
    Written(String text, double number) {
      this.text = text;
      this.number = number;
    }

    @Override
    public String text() {
      return text;
    }

    Written(String text) {
      this(text.strip(), 0);
    }

    static Written none() {
      return new Written("");
    }

    String both() {
      return text.repeat(2) + number;
    }
  }

  record Of(
      Point point,
      List<Written> all,
      Optional<Set<Point>> some,
      Map<String, Written> byName,
      Colour colour) {}

  @ParameterizedTest
  @ValueSource(classes = {Point.class, Nothing.class, Written.class, Of.class})
  void hasNoCodeOfItsAuthor(Class<? extends Record> record) {
    assertThat(PlainRecords.only(RecordCodec.of(record))).isTrue();
  }

  record Compact(String text) {
    Compact {
      while (text.isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  record Stripped(String text) {
    Stripped(String text) {
      this.text = text.strip();
    }
  }

  record Endless(int number) {
    Endless(int number) {
      this.number = number;
      while (number == this.number) {}
    }
  }

  record Accessor(String text) {
    @Override
    public String text() {
      return text.strip();
    }
  }

  record Hashed(String text) {
    @Override
    public int hashCode() {
      return text.length();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Hashed it && it.text.length() == text.length();
    }
  }

  record Begins(String text) {
    static final long BEGUN = System.nanoTime();
  }

  record InAList(List<Optional<Compact>> all) {}

  record InAMap(Map<Stripped, Integer> all) {}

  record InAValue(Map<Integer, Optional<InAList>> all, Point point) {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Compact.class,
        Stripped.class,
        Endless.class,
        Accessor.class,
        Hashed.class,
        Begins.class,
        InAList.class,
        InAMap.class,
        InAValue.class
      })
  void hasCodeOfItsAuthor(Class<? extends Record> record) {
    assertThat(PlainRecords.only(RecordCodec.of(record))).isFalse();
  }
}
