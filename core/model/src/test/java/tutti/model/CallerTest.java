package tutti.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallerTest {
  private static Caller copy(Caller caller) {
    Encoder out = new Encoder();
    caller.encode(out);
    Decoder in = new Decoder(out.toByteArray());
    Caller copy = Caller.decode(in);
    assertThat(in.remaining()).isZero();
    return copy;
  }

  @Test
  void isTheSameWhenItIsReadAgain() {
    Caller teller = Caller.of("branch-7", "acme", List.of("teller", "clerk", "teller"));
    assertThat(copy(teller)).isEqualTo(teller);
    assertThat(teller.roles()).containsExactly("clerk", "teller");
    assertThat(teller.is("teller")).isTrue();
    assertThat(teller.is("admin")).isFalse();
    assertThat(copy(Caller.of("é/ü"))).isEqualTo(Caller.of("é/ü", "é/ü", List.of()));
  }

  @Test
  void nobodyHasNoNameAndNoRole() {
    assertThat(copy(Caller.NOBODY)).isSameAs(Caller.NOBODY);
    assertThat(Caller.NOBODY.isNobody()).isTrue();
    assertThat(Caller.of("ada").isNobody()).isFalse();
    assertThatThrownBy(() -> Caller.of("", "acme", List.of()))
        .hasMessage("the subject of a caller has at least one character");
    assertThatThrownBy(() -> Caller.of("ada", "", List.of()))
        .hasMessage("the tenant of a caller has at least one character");
    assertThatThrownBy(() -> Caller.of("", "", List.of("admin")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hasAtMostAKibibyte() {
    String long1 = "é".repeat(255);
    Caller longest = Caller.of(long1, long1, List.of("abcd"));
    assertThat(copy(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> Caller.of(long1, long1, List.of("abcde")))
        .hasMessageContaining("at most 1024 bytes")
        .hasMessageContaining("these have 1025");
    assertThatThrownBy(() -> Caller.of("k\ud800")).hasMessageContaining("half of a surrogate pair");
  }

  @Test
  void bytesThatAreNoneAreRefused() {
    Encoder out = new Encoder();
    out.putString("").putString("acme").putVarLong(0);
    assertThatThrownBy(() -> Caller.decode(new Decoder(out.toByteArray())))
        .isInstanceOf(MalformedData.class);
    Encoder many = new Encoder();
    many.putString("ada").putString("ada").putVarLong(1L << 40);
    assertThatThrownBy(() -> Caller.decode(new Decoder(many.toByteArray())))
        .isInstanceOf(MalformedData.class);
  }
}
