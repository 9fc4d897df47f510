package tutti.lab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers are read that have a length, and answers in chunks. */
class HttpAnswersTest {
  private static final String LENGTH = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n\r\nhello";
  private static final String CHUNKS =
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
          + "3\r\nhel\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n";

  private static boolean whole(byte[] bytes, int end) throws IOException {
    return HttpAnswers.whole(ByteBuffer.wrap(bytes).position(end));
  }

  @ParameterizedTest
  @ValueSource(strings = {LENGTH, CHUNKS})
  void areWholeAtTheirEndAlone(String answer) throws Exception {
    byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
    for (int end = 0; end < bytes.length; end++) {
      assertThat(whole(bytes, end)).as("%s", end).isFalse();
    }
    assertThat(whole(bytes, bytes.length)).isTrue();
  }

  @Test
  void haveABody() {
    byte[] one = LENGTH.getBytes(StandardCharsets.US_ASCII);
    assertThat(HttpAnswers.body(one, one.length)).isEqualTo("hello");
    byte[] other = CHUNKS.getBytes(StandardCharsets.US_ASCII);
    assertThat(HttpAnswers.body(other, other.length)).isEqualTo("hel0123456789abcdef");
  }

  @Test
  void needOneOfBoth() {
    byte[] neither = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> whole(neither, neither.length))
        .hasMessage("an answer without Content-Length, and not in chunks");
  }
}
