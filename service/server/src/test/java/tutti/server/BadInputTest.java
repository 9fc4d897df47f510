package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistake in a body, a path or a header is reported with its place. */
class BadInputTest extends ServiceTestBase {
  private static final String DEPOSIT = "/Account/" + A + "/deposit";

  @BeforeEach
  void open() {
    post("/Account/" + A + "/open", "");
  }

  /** Reading ends at the fault: what follows is not text behind the value. */
  @Test
  void saysOfTooManyEventsNothingAboutTheEndOfTheText() {
    for (String event : List.of("1", "{}")) {
      String events = (event + ",").repeat(5000) + event;
      Answer bad = post("/transactions", "{\"events\": [" + events + "]}");
      assertThat(bad.get("errors").toString()).doesNotContain("malformed-json");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"amount\": \"EUR 1.00\"             | malformed-json  | ''",
        "{\"amount\" \"EUR 1.00\"}             | malformed-json  | ''",
        "{\"amount\": \"EUR 1.00\"} {}         | malformed-json  | ''",
        "{\"amount\": \"EUR 1.00\",}           | malformed-json  | ''",
        "{'amount': \"EUR 1.00\"}              | malformed-json  | ''",
        "{\"amount\": NaN}                     | malformed-json  | ''",
        "'\uFEFF{\"amount\": \"EUR 1.00\"}'   | malformed-json  | ''",
        "{\"amount\": 01}                      | malformed-json  | ''",
        "{\"amount\": \"EUR\t1.00\"}           | malformed-json  | ''",
        "[]                                    | wrong-type      | ''",
        "null                                  | wrong-type      | ''",
        "\"EUR 1.00\"                          | wrong-type      | ''",
        "{}                                    | missing-field   | /amount",
        "{\"amount\": 50}                      | bad-value       | /amount",
        "{\"amount\": null}                    | bad-value       | /amount",
        "{\"amount\": \"50\"}                  | bad-value       | /amount",
        "{\"amount\": \"EUR 50.0\"}            | bad-value       | /amount",
        "{\"amount\": {\"a\": 1}}              | bad-value       | /amount",
        "{\"amount\": [\"EUR 1.00\"]}          | bad-value       | /amount",
        "{\"amont\": 1, \"amount\": \"EUR 1.00\"} | unknown-field | /amont",
        "{\"amount\": \"EUR 1.00\", \"amount\": \"EUR 2.00\"} | duplicate-field | /amount",
        "{\"amount\": \"EUR 1.00\", \"a/b~c\": 1} | unknown-field | /a~1b~0c",
        "{\"amount\": 1e999999999}             | bad-value       | /amount",
        "{\"amount\": 123456789012345678901234567890123456789012345} | number-too-long | /amount",
      })
  void pointsAtTheFieldAndSaysWhatWasExpected(String body, String code, String pointer) {
    Answer bad = post(DEPOSIT, body);
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(bad.get("code")).isEqualTo(code);
    Map<?, ?> first = (Map<?, ?>) ((List<?>) bad.get("errors")).getFirst();
    assertThat(first.get("pointer")).isEqualTo(pointer);
    assertThat(first.get("code")).isEqualTo(code);
    assertThat(get("/Account/" + A).body()).contains("EUR 0.00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"amount\": \"EUR 1.00\"      | (line 1, column 22): the object is not closed",
        "{\"amount\": [1, 2             | the array is not closed",
        "{\"amount\": \"EUR            | the string is not closed",
        "{\"amount                      | the name of a field is not closed",
        "{\"amount\":                   | the text ends too early",
        "{\"amount\": NaN}              | no numbers of JSON; a double may have them as strings",
        "{\"\\uDC00\": 1}                | half of a surrogate pair",
        "{\"amount\" 1}                 | column 11): expected ':' behind the name of a field, found '1'",
        "{\"amount\": +1}               | column 12): a number has no '+' before it",
        "{\"amount\": .5}               | a number begins with a digit: write 0.5",
        "{\"amount\": 5.}               | behind the point of a number",
        "{\"amount\": 0x1F}             | column 12): a number has decimal digits alone",
        "{\"amount\": -007}             | column 13): a number has no zeros before its digits",
        "{\"amount\": 1e}               | in the exponent of a number",
        "{\"amount\": -}                | a digit should stand behind '-'",
        "{\"amount\": -Infinity}        | no numbers of JSON",
        "{\"amount\": 1_000}            | a number ends before '_'",
        "{\"amount\": True}             | found 'True': write true",
        "{\"amount\": undefined}        | found 'undefined': write null",
        "{\"amount\": 'EUR 1.00'}       | a string stands in double quotes",
        "{\"amount\": EUR}              | found 'EUR': a string stands in double quotes",
        "{\"amount\": }                 | expected a value, found '}'",
        "{\"amount\": 1,}               | a comma stands before the closing '}': leave it out",
        "{\"amount\": [1,]}             | a comma stands before the closing ']': leave it out",
        "{\"amount\": [1 2]}            | expected ',' or ']' behind a value, found '2'",
        "{\"amount\": 1]                | expected ',' or '}' behind a value, found ']'",
        "{amount: 1}                   | column 2): expected the name of a field in double quotes",
        "{\"amount\": 1 // one           | column 14): JSON has no comments",
        "{\"amount\": /* one */ 1}      | JSON has no comments",
        "{# one                        | JSON has no comments",
        "{\"amount\": \"\\x\"}            | '\\x' is no escape of JSON",
        "{\"amount\": \"\\u12\"}          | four hexadecimal digits",
        "{\"amount\": \"EUR\t1.00\"}      | the character U+0009 stands in a string as \\u0009, or \\t",
        "{\"\\ud83d\\ude0\": 1}          | four hexadecimal digits",
        "}                             | column 1): expected a value, found '}'",
        "{} x                          | column 4): there is text after the end",
        "EUR                           | column 1): expected a value, found 'EUR'",
      })
  void saysInWordsWhatIsNoJson(String body, String words) {
    Answer bad = post(DEPOSIT, body);
    Map<?, ?> last = (Map<?, ?>) ((List<?>) bad.get("errors")).getLast();
    assertThat(last.get("code")).isEqualTo("malformed-json");
    assertThat((String) last.get("detail"))
        .contains(words)
        .contains("line 1, column")
        .doesNotContain("Source", "REDACTED", "marker", "Feature");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "/Account?after=%ff         | 'after=%ff': the percent-encoded bytes are not UTF-8",
        "/Account?limit=1&limit=2   | 'limit' stands twice",
        "/transactions?after=x      | after must be a whole number of at most 18 digits; it is 'x'",
        "/transactions?after=-1     | after must be a whole number",
        "/transactions?limit=5      | unknown query parameter 'limit'; expected after=1 or none",
        "/Account?after=zzz         | after must be the 'next' of a page: 'zzz' cannot be the key of a Account: ",
        "/Account?after=zzz         | an IBAN",
        "/Account/x?staleness=1s    | this path takes no query parameters, such as 'staleness'",
        "/transactions/0-1-2?x=1    | this path takes no query parameters, such as 'x'",
      })
  void saysWhichQueryParameterIsWrong(String path, String words) {
    Answer bad = get(path);
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo("bad-query");
    assertThat((String) bad.get("detail")).contains(words);
  }

  @Test
  void passesOverAnAmpersandTooMany() {
    assertThat(get("/Account?&limit=1&").status()).isEqualTo(200);
    assertThat(get("/Account?after=&limit=1").status()).isEqualTo(200);
  }

  /** Probes and browsers add some of their own, against caches for example. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/openapi.json", "/health", "/ready", "/metrics"})
  void documentsPassOverParameters(String path) {
    assertThat(get(path + "?t=1").status()).isEqualTo(200);
  }

  @Test
  void saysHowDeepArraysMayLie() {
    String deep = "[".repeat(40) + "]".repeat(40);
    Answer bad = post(DEPOSIT, "{\"amount\":" + deep + "}");
    assertThat((String) bad.get("detail"))
        .contains("column 42): arrays and objects lie more than 32 deep in each other");
  }

  @Test
  void tellsEverythingThatIsWrongInATransactionAtOnce() {
    Answer bad =
        post(
            "/transactions",
            """
            {"events": [
              {"specificaton": "Account", "key": "%s", "event": "open"},
              {"specification": "Acount", "key": "x", "event": "open"},
              {"specification": "Account", "key": "%s", "event": "opn"},
              {"specification": "Account", "key": "%s", "event": "deposit", "arguments": {"amont": 1}}
            ]}\
            """
                .formatted(A, A, A));
    assertThat(bad.status()).isEqualTo(400);
    assertThat(
            ((List<?>) bad.get("errors"))
                .stream().map(each -> String.valueOf(((Map<?, ?>) each).get("pointer"))))
        .contains(
            "/events/0/specificaton",
            "/events/0/specification",
            "/events/1/specification",
            "/events/2/event",
            "/events/3/arguments/amont",
            "/events/3/arguments/amount")
        .doesNotHaveDuplicates();
  }

  /** A call without arguments, where it needs some, ends the reading no sooner. */
  @Test
  void tellsWhichEventsOfATransactionHaveNoArguments() {
    Answer bad =
        post(
            "/transactions",
            """
            {"events": [
              {"specification": "Account", "key": "%s", "event": "opn"},
              {"specification": "Account", "key": "%s", "event": "deposit"},
              {"specification": "Acount", "key": "x", "event": "open"},
              {"specification": "Account", "key": "%s", "event": "deposit"}
            ]}\
            """
                .formatted(A, A, A));
    assertThat(bad.status()).isEqualTo(400);
    assertThat(
            ((List<?>) bad.get("errors"))
                .stream()
                    .map(each -> (Map<?, ?>) each)
                    .map(each -> each.get("code") + " " + each.get("pointer")))
        .containsExactly(
            "unknown-event /events/0/event",
            "missing-field /events/1/arguments",
            "unknown-specification /events/2/specification",
            "missing-field /events/3/arguments");
    assertThat(bad.body())
        .contains("expected an object with the parameters of 'deposit', such as {");
  }

  @Test
  void tellsEverythingThatIsWrongAtOnce() {
    Answer bad =
        post(
            "/Odd/x/make",
            "{\"flag\": 1, \"names\": [\"a\", 2], \"map\": {\"k\": \"v\"}, \"extra\": {\"a\": [1]},"
                + " \"count\": 1.5, \"at\": \"yesterday\"}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(
            ((List<?>) bad.get("errors"))
                .stream().map(e -> String.valueOf(((Map<?, ?>) e).get("pointer"))))
        .containsExactly("/flag", "/names/1", "/map/k", "/extra", "/count", "/at", "/rate");
    assertThat(bad.body()).contains("a whole number", "true or false", "such as");
  }

  @Test
  void namesTheNearestParameter() {
    assertThat((String) post(DEPOSIT, "{\"amuont\": \"EUR 1.00\"}").get("detail"))
        .contains("did you mean 'amount'?");
  }

  @Test
  void keepsNumbersOf38DigitsAndNoMore() {
    String make =
        "{\"flag\": true, \"names\": [], \"map\": {}, \"at\": \"2026-01-31T12:30:00Z\","
            + " \"rate\": \"10%\", \"count\": ";
    String digits = "12345678901234567890123456789012345678";
    assertThat(post("/Odd/x/make", make + digits + "}").status()).isEqualTo(200);
    assertThat(get("/Odd/x").body()).contains("\"count\":" + digits);
    assertThat(post("/Odd/y/make", make + "-" + digits + "}").status()).isEqualTo(200);
    assertThat(post("/Odd/z/make", make + digits + "9}").status()).isEqualTo(400);
    assertThat(post("/Odd/z/make", make + "9".repeat(500_000) + "}").status()).isEqualTo(400);
    assertThat(post(DEPOSIT, "{\"amount\": \"EUR " + digits + ".00\"}").status()).isEqualTo(400);
  }

  @Test
  void refusesDeepNesting() {
    Answer bad = post("/Odd/x/make", "{\"names\": " + "[".repeat(5000) + "]".repeat(5000) + "}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo("malformed-json");
  }

  @Test
  void asksForABodyWhereParametersAreNeeded() {
    Answer bad = post(DEPOSIT, "");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo("missing-body");
    assertThat((String) bad.get("detail")).contains("{\"amount\":\"EUR 50.00\"}");
  }

  @Test
  void refusesBodiesThatAreTooLarge() throws Exception {
    Answer huge = post(DEPOSIT, "{\"amount\": \"" + "x".repeat(2 << 20) + "\"}");
    assertThat(huge.status()).isEqualTo(413);
    assertThat(huge.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(huge.get("code")).isEqualTo("body-too-large");
    String announced =
        raw(
            "POST "
                + DEPOSIT
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n");
    assertThat(announced).startsWith("HTTP/1.1 413 ").contains("Connection: close");
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    String chunked =
        raw(
            "POST "
                + DEPOSIT
                + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(20)
                + "0\r\n\r\n");
    assertThat(chunked).startsWith("HTTP/1.1 413 ").contains("\"code\":\"body-too-large\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/plain                        | 415",
        "application/x-www-form-urlencoded | 415",
        "application/json; charset=utf-16  | 415",
        "application/json;charset=UTF-8    | 200",
        "Application/JSON                  | 200",
      })
  void wantsJson(String type, int status) {
    Answer answer = post(DEPOSIT, "{\"amount\": \"EUR 1.00\"}", "Content-Type", type);
    assertThat(answer.status()).isEqualTo(status);
    if (status == 415) {
      assertThat((String) answer.get("detail")).contains("Content-Type: application/json");
    }
  }

  @Test
  void takesUtf8Alone() throws Exception {
    String body = "{\"amount\": \"EUR 1.00\", \"a\": \"%s\"}";
    for (String bytes :
        List.of(
            "\u00C0\u00AF",
            "\u00E0\u0080\u00AF",
            "\u00F0\u0080\u0080\u00AF",
            "\u00ED\u00A0\u0080",
            "\u00F4\u0090\u0080\u0080",
            "\u00FF",
            "\u0080",
            "\u00E2\u0082")) {
      assertThat(sent(body.formatted(bytes).getBytes(StandardCharsets.ISO_8859_1)))
          .startsWith("HTTP/1.1 400 ")
          .contains("malformed-json", "not UTF-8");
    }
    assertThat(sent(body.formatted("").getBytes(StandardCharsets.UTF_16LE)))
        .startsWith("HTTP/1.1 400 ")
        .contains("not UTF-8");
    for (String text : List.of("\u00e9", "\u3042", "\uD83D\uDE00", "\uFFFD", "\u07FF\u0800")) {
      assertThat(sent(body.formatted(text).getBytes(StandardCharsets.UTF_8)))
          .contains("unknown-field")
          .doesNotContain("UTF-8");
    }
  }

  private String sent(byte[] body) throws Exception {
    String head =
        "POST "
            + DEPOSIT
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(head.getBytes(StandardCharsets.US_ASCII));
    all.write(body);
    return raw(all.toByteArray());
  }

  @Test
  void takesNoKeyThatCannotBeWrittenOrRead() {
    assertThat(get("/Odd/%ED%A0%80").status()).isEqualTo(400);
    assertThat(get("/Odd/" + "k".repeat(4097)).get("code")).isEqualTo("bad-key");
    for (String key : List.of("", "k\\ud800", "\\udc00", "k".repeat(4097), "k".repeat(100_000))) {
      Answer bad =
          post(
              "/transactions",
              "{\"events\": [{\"specification\": \"Odd\", \"key\": \"%s\", \"event\": \"make\"}]}"
                  .formatted(key));
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.body()).contains("bad-key").hasSizeLessThan(3000);
    }
  }

  @Test
  void takesKeysWithOddCharacters() {
    String make =
        "{\"flag\": true, \"names\": [\"\u00e9\"], \"map\": {\"\u00e9\": 1}, \"count\": 1,"
            + " \"at\": \"2026-01-31T12:30:00Z\", \"rate\": \"10%\"}";
    Map<String, String> keys =
        Map.of(
            "a%2Fb", "a/b",
            "%C3%A9t%C3%A9", "\u00e9t\u00e9",
            "two%20words", "two words",
            "100%25", "100%",
            "a+b", "a+b",
            "%F0%9F%90%8E", "\ud83d\udc0e",
            "%22quoted%5C%22", "\"quoted\\\"",
            "..", "..",
            "a;b=c,d", "a;b=c,d",
            "%3F%23", "?#");
    keys.forEach(
        (path, key) -> {
          Answer made = post("/Odd/" + path + "/make", make);
          assertThat(made.status()).as(key).isEqualTo(200);
          assertThat(made.get("key")).isEqualTo(key);
          assertThat(get("/Odd/" + path).get("key")).isEqualTo(key);
        });
  }

  @Test
  void refusesKeysThatAreNone() throws Exception {
    Answer wrong = get("/Account/NL00ABNA0417164300");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.get("code")).isEqualTo("bad-key");
    assertThat((String) wrong.get("detail")).contains("IBAN");
    assertThat(post("/Account//open", "").get("code")).isEqualTo("bad-key");
    assertThat(get("/Account/").get("code")).isEqualTo("bad-key");
    String tail = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    for (String path :
        List.of(
            "/Odd/%",
            "/Odd/%4", "/Odd/%zz", "/Odd/%ff", "/Odd/%C3", "/Odd/%ED%A0%80", "/Odd/\u00e9")) {
      assertThat(raw("GET " + path + tail))
          .as(path)
          .startsWith("HTTP/1.1 400 ")
          .contains("\"code\":\"bad-path\"");
    }
    assertThat(get("/Odd/" + "k".repeat(2000)).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                            | missing-field   | /events",
        "{\"event\": []}               | unknown-field   | /event",
        "{\"events\": {}}              | wrong-type      | /events",
        "{\"events\": []}              | no-events       | /events",
        "{\"events\": [1]}             | wrong-type      | /events/0",
        "{\"events\": [{}]}            | missing-field   | /events/0/specification",
        "{\"events\": [E], \"x\": 1}   | unknown-field   | /x",
        "{\"events\": [E], \"events\": []} | duplicate-field | /events",
        "{\"events\": [E, {\"specification\": \"Acount\", \"key\": \"k\", \"event\": \"open\"}]} "
            + "| unknown-specification | /events/1/specification",
        "{\"events\": [E, {\"specification\": \"Account\", \"key\": \"k\", \"event\": \"opn\"}]} "
            + "| unknown-event | /events/1/event",
        "{\"events\": [E, {\"specification\": \"Account\", \"key\": \"k\", \"event\": \"open\"}]} "
            + "| bad-key | /events/1/key",
        "{\"events\": [{\"specification\": \"Account\", \"key\": \"K\", \"event\": \"deposit\", "
            + "\"arguments\": {\"amount\": 1}}]} | bad-value | /events/0/arguments/amount",
        "{\"events\": [{\"specification\": \"Account\", \"key\": \"K\", \"event\": \"deposit\", "
            + "\"arguments\": []}]} | wrong-type | /events/0/arguments",
        "{\"events\": [{\"specification\": \"Account\", \"key\": \"K\", \"event\": \"deposit\", "
            + "\"argument\": {}}]} | unknown-field | /events/0/argument",
        "{\"events\": [{\"specification\": \"Account\", \"key\": \"K\", \"key\": \"K\", "
            + "\"event\": \"close\"}]} | duplicate-field | /events/0/key",
        "{\"events\": [{\"specification\": 7, \"key\": \"K\", \"event\": \"close\"}]} "
            + "| wrong-type | /events/0/specification",
        "{\"events\": [E] | malformed-json | ''",
      })
  void pointsIntoTheEventsOfATransaction(String body, String code, String pointer) {
    String event = "{\"specification\": \"Account\", \"key\": \"" + B + "\", \"event\": \"open\"}";
    Answer bad =
        post("/transactions", body.replace("[E", "[" + event).replace("\"K\"", "\"" + A + "\""));
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo(code);
    Map<?, ?> first = (Map<?, ?>) ((List<?>) bad.get("errors")).getFirst();
    assertThat(first.get("pointer")).isEqualTo(pointer);
    assertThat(get("/Account/" + B).status()).isEqualTo(404);
  }

  @Test
  void limitsTheEventsOfATransaction() {
    String event =
        "{\"specification\": \"Account\", \"key\": \"" + B + "\", \"event\": \"close\"},";
    Answer bad =
        post("/transactions", "{\"events\": [" + event.repeat(1000) + event.replace("},", "}]}"));
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo("too-many-events");
  }

  @Test
  void refusesOddIdempotencyKeys() {
    assertThat(
            post(DEPOSIT, "{\"amount\": \"EUR 1.00\"}", "Idempotency-Key", "k".repeat(256))
                .status())
        .isEqualTo(400);
    assertThat(post(DEPOSIT, "{\"amount\": \"EUR 1.00\"}", "Idempotency-Key", "a b").get("code"))
        .isEqualTo("bad-header");
  }

  @Test
  void answersAWrongMethodWithTheRightOnes() {
    Answer wrong = send(request(DEPOSIT).GET());
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.header("Allow")).isEqualTo("POST, OPTIONS");
    assertThat(wrong.get("code")).isEqualTo("method-not-allowed");
    assertThat(send(request("/Account/" + A).DELETE()).header("Allow"))
        .isEqualTo("GET, HEAD, OPTIONS");
    assertThat(send(request("/transactions").DELETE()).header("Allow"))
        .isEqualTo("GET, HEAD, POST, OPTIONS");
    assertThat(post("/health", "{}").status()).isEqualTo(405);
  }

  @Test
  void saysWhichPartOfThePathIsMissing() {
    assertThat(post("/Account/deposit", "{}").status()).isEqualTo(405);
    assertThat(post("/Account/deposit", "{}").get("detail"))
        .isEqualTo(
            "this path takes GET, HEAD, not POST; a key is missing: POST /Account/{key}/deposit");
    assertThat(post("/Account/" + A, "{}").get("detail"))
        .isEqualTo(
            "this path takes GET, HEAD, not POST; the name of the event is missing:"
                + " POST /Account/{key}/{event}");
    assertThat(post("/Account", "{}").get("detail"))
        .isEqualTo(
            "this path takes GET, HEAD, not POST; a key and the name of the event are missing:"
                + " POST /Account/{key}/{event}");
    assertThat(send(request("/Account/deposit").DELETE()).get("detail"))
        .isEqualTo("this path takes GET, HEAD, not DELETE");
  }

  @Test
  void keepsOtherOriginsOut() throws Exception {
    String deposit = "{\"amount\": \"EUR 1.00\"}";
    assertThat(post(DEPOSIT, deposit, "Origin", "https://evil.example").status()).isEqualTo(403);
    assertThat(post(DEPOSIT, deposit, "Origin", "null").status()).isEqualTo(403);
    assertThat(post(DEPOSIT, deposit, "Origin", service.url()).status()).isEqualTo(200);
    assertThat(raw("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ");
    assertThat(raw("GET /health HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ");
    assertThat(raw("GET /health HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ");
    assertThat(raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ");
  }
}
