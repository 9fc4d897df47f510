package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.client.Wallets.Deposit;
import tutti.client.Wallets.Say;
import tutti.client.Wallets.Times;
import tutti.client.Wallets.Wallet;
import tutti.embedded.BatchEnd;
import tutti.embedded.Client;
import tutti.embedded.Request;
import tutti.embedded.Tutti;
import tutti.model.actor.Procedure;

/** Batches of a remote client to services whose nodes have replicas. */
class BatchesOfReplicasTest {
  @ParameterizedTest
  @CsvSource({"replication, multipaxos", "integrated, tapir", "integrated, janus"})
  void happenOnceAtWhicheverNodesTheyCome(String setting, String value, @TempDir Path folder)
      throws Exception {
    try (TestService service =
            TestService.startReplicas(
                Tutti.builder().application(Wallets.application()).set(setting, value), folder);
        RemoteClient client = connect(service.urls());
        RemoteClient other = connect(service.urls()[2])) {
      Client once = client.once("the-key");
      List<BatchEnd> ends = once.batch(requests(client));
      List<BatchEnd> again = other.once("the-key").batch(requests(other));
      for (int i = 0; i < ends.size(); i++) {
        assertThat(ends.get(i).isCommitted()).isEqualTo(i % 10 != 9);
        assertThat(again.get(i).isCommitted()).isEqualTo(i % 10 != 9);
        if (i % 10 != 9) {
          assertThat(again.get(i).committed().transaction())
              .isEqualTo(ends.get(i).committed().transaction());
        }
      }
      for (int wallet = 0; wallet < 5; wallet++) {
        Map<String, Integer> times = client.actor(Wallet.class, "w" + wallet).call(new Times());
        assertThat(times).allSatisfy((_, count) -> assertThat(count).isOne());
      }
    }
  }

  private static RemoteClient connect(String... urls) throws Exception {
    return RemoteClient.builder()
        .application(Wallets.application())
        .nodes(urls)
        .timeout(Duration.ofMinutes(1))
        .connect();
  }

  private static List<Request> requests(Client client) {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      Request request = client.request();
      Procedure<Wallet, ?> what = i % 10 == 9 ? new Say("no") : new Deposit("d" + i, 1);
      request.call(Wallet.class, "w" + i % 5, what);
      requests.add(request);
    }
    return requests;
  }
}
