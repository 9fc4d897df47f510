package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random bytes and damaged requests: every answer is HTTP, nothing is a 500, no account changes
 * without a whole request, and the server goes on.
 */
@Timeout(300)
class HttpFuzzTest extends ServiceTestBase {
  private static final Pattern STATUS = Pattern.compile("^HTTP/1\\.1 (\\d\\d\\d) ");
  private static final String[] GOOD = {
    "POST /Account/"
        + A
        + "/deposit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
        + "\r\nContent-Length: 22\r\n\r\n{\"amount\": \"EUR 1.00\"}",
    "POST /transactions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "1f\r\n{\"events\": [{\"specification\": \"\r\n5\r\nAccou\r\n0\r\n\r\n",
    "GET /Account?state=opened&limit=3 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /Odd/%C3%A9 HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k\r\n\r\n",
    "GET /transactions/0-1-1 HTTP/1.0\r\nTutti-Timeout: 5ms\r\nConnection: keep-alive\r\n\r\n"
  };

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void survivesDamagedRequests(long seed) throws Exception {
    post("/Account/" + A + "/open", "");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = i % 5 == 0 ? noise(random) : damaged(random);
      check(send(bytes), seed, i);
    }
    assertThat(get("/health").status()).isEqualTo(200);
  }

  /** Bodies that are almost JSON, whole as HTTP: a 400 with a problem, or a good answer. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  void answersDamagedBodies(long seed) throws Exception {
    post("/Account/" + A + "/open", "");
    SplittableRandom random = new SplittableRandom(seed);
    String[] bodies = {
      "{\"flag\": true, \"names\": [\"a\", \"b\"], \"map\": {\"k\": 1, \"\\u00e9\": -2}, \"count\":"
          + " 12345678901234567890, \"at\": \"2026-01-31T12:30:00Z\", \"rate\": \"10%\"}",
      "{\"events\": [{\"specification\": \"Odd\", \"key\": \"k\", \"event\": \"make\","
          + " \"arguments\": {\"flag\": false, \"names\": []}}]}"
    };
    for (int i = 0; i < 400; i++) {
      byte[] body = mutate(random, bodies[i % 2].getBytes(StandardCharsets.UTF_8));
      String path = i % 2 == 0 ? "/Odd/x/make" : "/transactions";
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(
          ("POST "
                  + path
                  + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
                  + body.length
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      request.writeBytes(body);
      String answer = raw(request.toByteArray());
      Matcher status = STATUS.matcher(answer);
      assertThat(status.find()).as("seed %d, request %d", seed, i).isTrue();
      assertThat(Integer.parseInt(status.group(1)))
          .as("seed %d, request %d: %s", seed, i, answer)
          .isIn(200, 400, 404, 409);
    }
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(1, 400)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(SplittableRandom random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int n = random.nextInt(1, 4); n > 0; n--) {
      out.writeBytes(
          mutate(random, GOOD[random.nextInt(GOOD.length)].getBytes(StandardCharsets.ISO_8859_1)));
    }
    return out.toByteArray();
  }

  private static byte[] mutate(SplittableRandom random, byte[] good) {
    byte[] bytes = good.clone();
    for (int n = random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = (byte) "\r\n \"{}[],:%/0\\".charAt(random.nextInt(14));
        case 2 -> bytes = java.util.Arrays.copyOf(bytes, Math.max(1, at));
        default -> {
          int from = random.nextInt(bytes.length);
          int length =
              Math.min(random.nextInt(20), Math.min(bytes.length - from, bytes.length - at));
          System.arraycopy(bytes, from, bytes, at, length);
        }
      }
    }
    return bytes;
  }

  private String send(byte[] bytes) throws IOException {
    try (Socket socket = new Socket("localhost", service.port())) {
      socket.setSoTimeout(5_000);
      try {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (java.net.SocketException reset) {
        return "";
      }
    }
  }

  private static void check(String answer, long seed, int number) {
    if (answer.isEmpty()) {
      return;
    }
    Matcher status = STATUS.matcher(answer);
    assertThat(status.find()).as("seed %d, request %d: %s", seed, number, answer).isTrue();
    assertThat(Integer.parseInt(status.group(1)))
        .as("seed %d, request %d: %s", seed, number, answer)
        .isLessThan(600)
        .isNotEqualTo(500);
    assertThat(answer).doesNotContain("HTTP/1.1 500");
  }
}
