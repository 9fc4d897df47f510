package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.testing.Await;
import tutti.server.ReplicatedServices.Host;
import tutti.sql.SqlQuery;

/**
 * Queries over HTTP to hosts with replicas: any host answers them, of the present and of a
 * snapshot, also when the host is gone whose shard opens the snapshots.
 */
@Timeout(300)
class ReplicatedQueriesTest {
  private static final int HOSTS = 3;
  private static final String SQL = "{\"sql\": \"select title from books\"}";

  @TempDir private Path folder;

  private ReplicatedServices all;
  private List<Host> hosts;

  @BeforeEach
  void start() throws Exception {
    var application = new RelationalApplication(SqlQuery.in(Library.application()), null);
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .concurrencyControl(ConcurrencyControlKind.OPTIMISTIC)
            .nodes(NodeAddress.inOneProcess(HOSTS))
            .replication(
                new Replication(
                    Replication.Protocol.MULTIPAXOS,
                    0,
                    HOSTS,
                    Replication.SPREAD,
                    Replication.Layout.RING,
                    Duration.ofMillis(500),
                    Replication.NONE.reads(),
                    Replication.NONE.catchUp()))
            .build();
    all = new ReplicatedServices(folder, application, deployment, "Library");
    hosts = all.hosts();
  }

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  private Answer post(Host host, String path, String body) throws Exception {
    return all.send(host, path, body).get();
  }

  private static int shardOf(Host host, String library) {
    return host.node().place(new ActorId("Library", library)).shard();
  }

  /** Returns a library of each shard. */
  private List<String> libraries() {
    return IntStream.range(0, HOSTS)
        .mapToObj(
            shard ->
                IntStream.range(0, 1000)
                    .mapToObj(i -> "library-" + i)
                    .filter(each -> shardOf(hosts.getFirst(), each) == shard)
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  private void assertAnswered(List<String> libraries) throws Exception {
    for (Host host : hosts) {
      for (String library : libraries) {
        Await.that(
            "the present of " + library,
            () -> rows(post(host, "/Library/" + library + "/query", SQL)));
        Await.that(
            "a snapshot of " + library,
            () -> {
              Answer answer = post(host, "/Library/" + library + "/query?staleness=0s", SQL);
              return rows(answer) && answer.header("Tutti-Snapshot-Age") != null;
            });
      }
    }
  }

  /** Whether the answer has the rows; in a change of leaders a query may be turned away. */
  private static boolean rows(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isIn(200, 503);
    if (answer.status() == 200) {
      assertThat(answer.get("rows")).isEqualTo(List.of(List.of("Atlas")));
    }
    return answer.status() == 200;
  }

  @Test
  void anyHostAnswersThemAlsoWhenTheOneIsGoneThatOpensSnapshots() throws Exception {
    List<String> libraries = libraries();
    for (String library : libraries) {
      Answer added =
          post(
              hosts.getFirst(),
              "/Library/" + library + "/Add",
              "{\"all\": [{\"title\": \"Atlas\", \"genre\": \"ATLAS\", \"price\": \"30.50\"}]}");
      assertThat(added.status()).as(added.body()).isEqualTo(200);
    }
    assertAnswered(libraries);
    // Snapshots are opened by the leader of the first shard.
    String opener =
        String.valueOf(
            hosts.get(1).node().place(new ActorId("Library", libraries.getFirst())).leader());
    Host gone =
        hosts.stream().filter(host -> opener.equals(host.node().name())).findFirst().orElseThrow();
    hosts.remove(gone);
    gone.close();
    assertAnswered(libraries);
  }
}
