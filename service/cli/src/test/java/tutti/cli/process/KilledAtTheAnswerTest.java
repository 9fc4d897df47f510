package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;

/**
 * {@code kill -9} of the coordinator's process at the moment at which a client has its answer,
 * while others let it gather long lists: what was told has happened, under every commit protocol
 * (X1).
 */
@Tag("slow")
class KilledAtTheAnswerTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final int CLIENTS = 5;
  private static final int READERS = 3;

  @TempDir private Path folder;

  static Stream<String> protocols() {
    return CommitKinds.all().stream().map(CommitKind::longName);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void whatWasToldHasHappened(String protocol) throws Exception {
    int kills = Integer.getInteger("tutti.kills", 6);
    String[] flags = {"--commit", protocol, "-D", "tutti.assume.delay-bound=1s"};
    String from = Cluster.accountsOn(B, 1).getFirst();
    String to = Cluster.accountsOn(C, 1).getFirst();
    Iterator<Integer> ids = Cluster.transfersOf(A).iterator();
    Map<Integer, String> told = new ConcurrentHashMap<>();
    try (Cluster cluster = new Cluster(folder)) {
      cluster.startAll(flags);
      Bank.open(cluster.at(A), from, "EUR 1000000.00");
      Bank.open(cluster.at(A), to, "EUR 0.00");
      for (int kill = 0; kill < kills; kill++) {
        killAtTheAnswer(cluster, ids, from, to, told, 20 + kill);
        cluster.start(A, flags);
        cluster.awaitWhole();
        check(cluster, told.keySet(), to);
      }
    }
  }

  private static void killAtTheAnswer(
      Cluster cluster,
      Iterator<Integer> ids,
      String from,
      String to,
      Map<Integer, String> told,
      int answers)
      throws Exception {
    TuttiProcess a = cluster.at(A);
    AtomicInteger left = new AtomicInteger(answers);
    CountDownLatch now = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (now.getCount() > 0) {
                      int id;
                      synchronized (ids) {
                        id = ids.next();
                      }
                      if (books(a, id, from, to)) {
                        told.put(id, to);
                        if (left.decrementAndGet() == 0) {
                          now.countDown();
                        }
                      }
                    }
                  }));
    }
    for (int reader = 0; reader < READERS; reader++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (now.getCount() > 0) {
                      lists(a);
                    }
                  }));
    }
    now.await();
    cluster.kill(A);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static boolean books(TuttiProcess a, int id, String from, String to) {
    try {
      return Bank.transfer(a, id, from, to, "EUR 1.00", "key-" + id).status() == 200;
    } catch (IOException | InterruptedException killed) {
      return false;
    }
  }

  private static void lists(TuttiProcess a) {
    try {
      a.get("/Transfer?limit=1000");
    } catch (IOException | InterruptedException killed) {
      // As expected.
    }
  }

  /** Each transfer of which a client was told is there, with its effects elsewhere. */
  private static void check(Cluster cluster, Iterable<Integer> told, String to) throws Exception {
    TuttiProcess a = cluster.at(A);
    for (int id : told) {
      Answer[] found = new Answer[1];
      Cluster.await(
          "transfer " + id + " is there",
          () -> {
            found[0] = a.get("/Transfer/" + id);
            return found[0].status() == 200 || found[0].status() == 404;
          });
      assertThat(found[0].status()).as("told: %s", id).isEqualTo(200);
    }
    long count = told.spliterator().estimateSize();
    assertThat(Bank.balance(a, to)).isGreaterThanOrEqualTo(BigDecimal.valueOf(count));
  }
}
