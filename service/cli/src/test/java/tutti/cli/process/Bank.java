package tutti.cli.process;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/** The bank of the examples as a client sees it. */
final class Bank {
  static final Path APPLICATION = TuttiProcess.ROOT.resolve("examples/bank");

  private Bank() {}

  /** {@code count} IBANs with a right checksum. */
  static List<String> accounts(int count) {
    return IntStream.range(0, count).mapToObj(Bank::iban).toList();
  }

  /** ISO 7064 mod 97-10: the country and 00 go behind, letters become numbers. */
  private static String iban(int number) {
    String account = String.format("TUTT%010d", number);
    StringBuilder digits = new StringBuilder();
    (account + "NL00").chars().forEach(c -> digits.append(Character.getNumericValue(c)));
    int rest = new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)).intValue();
    return String.format("NL%02d%s", 98 - rest, account);
  }

  static void open(Service tutti, String iban, String initialDeposit) throws Exception {
    String body = "{\"initialDeposit\": \"" + initialDeposit + "\"}";
    String path = "/Account/" + iban + "/open";
    expect(200, untilTaken(() -> tutti.post(path, body, "open-" + iban)));
  }

  static BigDecimal balance(Service tutti, String iban) throws Exception {
    Answer answer = expect(200, untilTaken(() -> tutti.get("/Account/" + iban)));
    return euros(answer.body().path("fields").path("balance").asString());
  }

  static BigDecimal euros(String money) {
    if (!money.startsWith("EUR ")) {
      throw new AssertionError("not euros: " + money);
    }
    return new BigDecimal(money.substring(4));
  }

  static Answer transfer(
      Service tutti, int id, String from, String to, String amount, String idempotencyKey)
      throws IOException, InterruptedException {
    return tutti.post("/Transfer/" + id + "/book", body(from, to, amount), idempotencyKey);
  }

  static String body(String from, String to, String amount) {
    return "{\"amount\": \"%s\", \"from\": \"%s\", \"to\": \"%s\"}".formatted(amount, from, to);
  }

  /**
   * Asks as a client does that is turned away, or that is not told yet: the machine may be so busy
   * that a request is read after its time, or a shard have no leader for a while.
   */
  static Answer untilTaken(Callable<Answer> request) throws Exception {
    Answer[] answer = {request.call()};
    Await.that(
        () -> "a request is taken: " + answer[0],
        () -> {
          boolean taken = answer[0].status() != 503 && answer[0].status() != 202;
          if (!taken) {
            answer[0] = request.call();
          }
          return taken;
        });
    return answer[0];
  }

  static Answer expect(int status, Answer answer) {
    if (answer.status() != status) {
      throw new AssertionError(
          "expected " + status + ", got " + answer.status() + ": " + answer.body());
    }
    return answer;
  }
}
