package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.testing.Await;

/** A process that stands still for longer than its clients wait. */
class StandstillTest {
  /** As many as the system surely keeps while the process does not take them. */
  private static final int CONNECTIONS = 100;

  private static final int OPENED = 5;
  private static final long LONGER_NANOS = 600_000_000;

  @TempDir private Path data;

  private static double metric(Service tutti, String name) throws Exception {
    return tutti
        .text("/metrics")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** L1: nothing is done for clients that have gone while nobody could hear them. */
  @Test
  void whatComesMeanwhileAndIsGivenUpDoesNotHappen() throws Exception {
    String account = Bank.accounts(1).getFirst();
    try (TuttiProcess tutti = TuttiProcess.serve(Bank.APPLICATION, data, "--durability", "off")) {
      Bank.open(tutti, account, "EUR " + OPENED + ".00");
      URI url = URI.create(tutti.url());
      List<Socket> clients = new ArrayList<>();
      // Half of the connections are there before, and all are taken.
      for (int i = 0; i < CONNECTIONS / 2; i++) {
        clients.add(new Socket(url.getHost(), url.getPort()));
      }
      Await.that(
          "all are taken", () -> metric(tutti, "tutti_http_connections ") >= CONNECTIONS / 2);
      tutti.signal("STOP");
      for (int i = 0; i < CONNECTIONS / 2; i++) {
        clients.add(new Socket(url.getHost(), url.getPort()));
      }
      byte[] deposit =
          ("POST /Account/"
                  + account
                  + "/deposit HTTP/1.1\r\nHost: localhost\r\nTutti-Timeout: 500ms\r\n"
                  + "Content-Type: application/json\r\nContent-Length: 22\r\n\r\n"
                  + "{\"amount\": \"EUR 1.00\"}")
              .getBytes(StandardCharsets.US_ASCII);
      for (Socket client : clients) {
        client.getOutputStream().write(deposit);
      }
      for (long began = System.nanoTime(); System.nanoTime() - began < LONGER_NANOS; ) {
        LockSupport.parkNanos(LONGER_NANOS / 10);
      }
      for (Socket client : clients) {
        client.close();
      }
      tutti.signal("CONT");
      Await.that(
          "all have been done or turned away",
          () ->
              metric(tutti, "tutti_http_turned_away_total")
                      + Bank.balance(tutti, account).doubleValue()
                  >= OPENED + CONNECTIONS);
      assertThat(Bank.balance(tutti, account)).isEqualByComparingTo(BigDecimal.valueOf(OPENED));
    }
  }
}
