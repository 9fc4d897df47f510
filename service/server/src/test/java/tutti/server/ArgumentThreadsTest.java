package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/** Constructors of arguments that do not end hold their own requests, and nothing else. */
@Timeout(300)
class ArgumentThreadsTest {
  private static final AtomicInteger HELD = new AtomicInteger();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static CountDownLatch released = new CountDownLatch(1);

  static final class Box extends Actor {
    final Relation<String, Held> items = relation("items", Held.class, Held::id);
  }

  /** An item whose constructor waits, as one that matches a bad regular expression does. */
  record Held(String id) {
    Held {
      if (id.startsWith("held")) {
        HELD.incrementAndGet();
        boolean goesOn = true;
        while (goesOn) {
          try {
            released.await();
            goesOn = false;
          } catch (InterruptedException busy) {
            continue;
          }
        }
        MADE.incrementAndGet();
      }
    }
  }

  record Put(Held item) implements Procedure<Box, Void> {
    @Override
    public Void run(Box box) {
      box.items.upsert(item);
      return null;
    }
  }

  record Count() implements Query<Box, Integer> {
    @Override
    public Integer run(Box box) {
      return box.items.scan().list().size();
    }
  }

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path data;
  private ServedNode served;

  @BeforeEach
  void start() throws Exception {
    released = new CountDownLatch(1);
    HELD.set(0);
    MADE.set(0);
    RelationalApplication application =
        new RelationalApplication(
            JavaApplication.named("box")
                .actor("Box", Box::new)
                .procedures(Put.class, Count.class)
                .build(),
            null);
    served = ServedNode.open("Box", application, data);
  }

  @AfterEach
  void stop() throws IOException {
    served.service().close();
    released.countDown();
    served.close();
  }

  private CompletableFuture<Answer> put(String path, String body, String timeout) {
    return send(
        HttpRequest.newBuilder(URI.create(served.url() + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("Tutti-Timeout", timeout));
  }

  private CompletableFuture<Answer> put(String id, String timeout) {
    return put("/Box/m/Put", "{\"item\": {\"id\": \"" + id + "\"}}", timeout);
  }

  /** Sends a request until its constructor holds a thread: it may be late before it begins. */
  private static CompletableFuture<Answer> hold(Supplier<CompletableFuture<Answer>> request)
      throws Exception {
    int before = HELD.get();
    CompletableFuture<Answer> sent = request.get();
    while (true) {
      CompletableFuture<Answer> last = sent;
      Await.that("it is held, or late", () -> HELD.get() > before || last.isDone());
      if (HELD.get() > before) {
        return sent;
      }
      sent = request.get();
    }
  }

  private Answer get(String path) {
    return send(HttpRequest.newBuilder(URI.create(served.url() + path))).join();
  }

  private Object count() {
    return put("/Box/m/Count", "{}", "60s").join().get("result");
  }

  private CompletableFuture<Answer> send(HttpRequest.Builder request) {
    return client
        .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(it -> new Answer(it.statusCode(), it.headers(), it.body()));
  }

  @Test
  void aConstructorThatDoesNotEndHoldsItsRequestAlone() throws Exception {
    CompletableFuture<Answer> endless = hold(() -> put("held", "60s"));
    assertThat(get("/health").status()).isEqualTo(200);
    assertThat(get("/ready").status()).isEqualTo(200);
    assertThat(get("/metrics").status()).isEqualTo(200);
    assertThat(put("other", "60s").join().status()).isEqualTo(200);
    String inATransaction =
        "{\"events\": [{\"specification\": \"Box\", \"key\": \"m\", \"event\": \"Put\","
            + " \"arguments\": {\"item\": {\"id\": \"held too\"}}}]}";
    Answer late = hold(() -> put("/transactions", inATransaction, "50ms")).join();
    assertThat(late.status()).isEqualTo(503);
    assertThat(late.get("code")).isEqualTo("deadline");
    assertThat(count()).isEqualTo(1);
    released.countDown();
    assertThat(endless.join().status()).isEqualTo(200);
    Await.that("all are made", () -> MADE.get() == HELD.get());
    assertThat(count()).as("what was read behind its deadline is not submitted").isEqualTo(2);
  }

  @Test
  void theNodeIsNotReadyWhileAllThreadsForThemAreHeld() throws Exception {
    int threads = Math.max(4, Runtime.getRuntime().availableProcessors());
    List<CompletableFuture<Answer>> all = new ArrayList<>();
    while (HELD.get() < threads) {
      String id = "held " + all.size();
      all.add(hold(() -> put(id, "1s")));
    }
    assertThat(count()).as("a record without code needs none of them").isEqualTo(0);
    for (CompletableFuture<Answer> each : all) {
      assertThat(each.join().get("code")).isEqualTo("deadline");
    }
    Answer waits = put("other", "50ms").join();
    assertThat(waits.get("code")).isEqualTo("deadline");
    assertThat((String) waits.get("detail")).contains("have waited for a thread");
    Await.that("not ready", () -> get("/ready").status() == 503);
    assertThat(get("/ready").get("code")).isEqualTo("held");
    assertThat((String) get("/ready").get("detail")).contains("constructors");
    assertThat(get("/health").status()).isEqualTo(200);
    released.countDown();
    Await.that("ready", () -> get("/ready").status() == 200);
    assertThat(put("other", "60s").join().status()).isEqualTo(200);
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void aServiceEndsWhileAConstructorDoesNot() throws Exception {
    CompletableFuture<Answer> late = hold(() -> put("held", "50ms"));
    assertThat(late.join().get("code")).isEqualTo("deadline");
    served.service().close();
    assertThat(released.getCount()).isEqualTo(1);
  }
}
