package tutti.lab.overload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tutti.lab.bank.Bank;
import tutti.lab.http.HttpCaller;

/**
 * Requests to the bundled bank, each a transaction of some deposits at different accounts. Their
 * bodies are made once, so that the generator has little to do.
 */
final class DepositRequests {
  private static final int BODIES = 512;

  private final int accounts;
  private final int events;
  private final List<byte[]> bodies = new ArrayList<>();

  /**
   * @param accounts that are opened
   * @param events deposits of a transaction, at most as many
   */
  DepositRequests(int accounts, int events, SplittableRandom random) {
    if (events < 1 || events > accounts) {
      throw new IllegalArgumentException("--events is at least 1, and at most --accounts");
    }
    this.accounts = accounts;
    this.events = events;
    for (int i = 0; i < BODIES; i++) {
      bodies.add(body(random));
    }
  }

  private byte[] body(SplittableRandom random) {
    StringBuilder body = new StringBuilder("{\"events\":[");
    // A stride that is prime to the number of accounts meets each account once.
    int stride = 1 + random.nextInt(accounts);
    while (gcd(stride, accounts) != 1) {
      stride++;
    }
    long at = random.nextInt(accounts);
    for (int i = 0; i < events; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{\"specification\":\"Account\",\"key\":\"")
          .append(Bank.iban(at).text())
          .append("\",\"event\":\"deposit\",\"arguments\":{\"amount\":\"EUR 0.01\"}}");
      at = (at + stride) % accounts;
    }
    return body.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  int accounts() {
    return accounts;
  }

  /** Returns the number of deposits, of a cent each, of one transaction. */
  int events() {
    return events;
  }

  /** Returns the request that opens accounts without money, from one to before another. */
  static byte[] open(int from, int to) {
    StringBuilder body = new StringBuilder("{\"events\":[");
    for (int i = from; i < to; i++) {
      body.append(i == from ? "" : ",")
          .append("{\"specification\":\"Account\",\"key\":\"")
          .append(Bank.iban(i).text())
          .append("\",\"event\":\"open\",\"arguments\":{\"initialDeposit\":\"EUR 0.00\"}}");
    }
    return HttpCaller.request("/transactions", body.append("]}").toString(), null);
  }

  static byte[] read(int account) {
    return HttpCaller.request(path(account), null, null);
  }

  private static String path(int account) {
    return "/Account/" + Bank.iban(account).text();
  }

  /** Returns a transaction as a whole request, without a key and with the usual timeout. */
  byte[] plain(long number) {
    ByteBuffer[] parts = keyed(number, null, 0);
    ByteBuffer whole = ByteBuffer.allocate(parts[0].remaining() + parts[1].remaining());
    return whole.put(parts[0]).put(parts[1]).array();
  }

  /**
   * Returns a transaction.
   *
   * @param number selects one of the bodies
   * @param key its idempotency key; null if it has none
   * @param timeoutMillis 0 for the usual timeout
   */
  ByteBuffer[] keyed(long number, @Nullable String key, int timeoutMillis) {
    byte[] body = bodies.get((int) (number % BODIES));
    String head =
        "POST /transactions HTTP/1.1\r\nHost: localhost\r\n"
            + (key == null ? "" : "Idempotency-Key: " + key + "\r\n")
            + (timeoutMillis == 0 ? "" : "Tutti-Timeout: " + timeoutMillis + "ms\r\n")
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    return new ByteBuffer[] {
      ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)), ByteBuffer.wrap(body)
    };
  }
}
