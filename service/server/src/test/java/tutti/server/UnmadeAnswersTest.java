package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.server.access.Gate;

/** Answers that cannot be made, on threads other than the one that has read their requests. */
@Timeout(120)
class UnmadeAnswersTest extends ServiceTestBase {
  private static final TransactionId ID = new TransactionId(0, 1, 9);

  private static final Object UNWRITABLE =
      new Object() {
        @Override
        public String toString() {
          throw new IllegalStateException("it has no form");
        }
      };

  /** Whether the node answers with something of which no document can be made. */
  private volatile boolean nothing = true;

  private volatile boolean placeless;
  private volatile boolean uncounted;
  private HttpService own;

  @BeforeEach
  void startOverAnotherThread() throws Exception {
    own =
        HttpService.start(
            (Node) apart(Node.class, node),
            Gate.open(bank.catalog()),
            Protection.NONE,
            bank.catalog(),
            settings(),
            Duration.ofHours(1),
            connections(),
            Long.MAX_VALUE);
    service.close();
    service = own;
  }

  @AfterEach
  void close() {
    own.close();
  }

  /** Returns a node, or a part of one, that answers on another thread. */
  private Object apart(Class<?> type, Object real) {
    return Proxy.newProxyInstance(
        UnmadeAnswersTest.class.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) -> {
          if (placeless && method.getName().equals("place")) {
            throw new IllegalStateException("no place is known");
          }
          if (uncounted && method.getName().equals("statistics")) {
            throw new StackOverflowError("nothing can be counted");
          }
          int last = arguments == null ? -1 : arguments.length - 1;
          if (last >= 0 && arguments[last] instanceof Consumer<?> told) {
            arguments[last] = (Consumer<Object>) answer -> tell(told, answer);
          }
          try {
            Object given = method.invoke(real, arguments);
            return switch (given) {
              case Backups _ -> apart(Backups.class, given);
              case Commitments _ -> apart(Commitments.class, given);
              case null, default -> given;
            };
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
          }
        });
  }

  @SuppressWarnings("unchecked") // the node gives what its method says
  private void tell(Consumer<?> told, Object answer) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> ((Consumer<Object>) told).accept(nothing ? unwritable(answer) : answer));
  }

  private static Object unwritable(Object answer) {
    return switch (answer) {
      case Outcome _ -> new Outcome.Committed(ID, List.of(UNWRITABLE));
      case TransactionStatus _ ->
          new TransactionStatus.Ended(new Outcome.Committed(ID, List.of(UNWRITABLE)));
      case null, default -> null;
    };
  }

  @Override
  HttpRequest.Builder request(String path) {
    return super.request(path).timeout(Duration.ofSeconds(10));
  }

  private Answer ask(String method, String path) {
    return method.equals("GET")
        ? get(path)
        : post(path, path.contains("resolution") ? "{\"outcome\": \"abort\"}" : body(path));
  }

  private static String body(String path) {
    return switch (path) {
      case "/shards/0/pass-over" -> "{\"entry\": 1, \"reason\": \"it cannot be applied\"}";
      case "/transactions" ->
          "{\"events\": [{\"specification\": \"Account\", \"key\": \"NL91ABNA0417164300\","
              + " \"event\": \"open\"}]}";
      default -> "";
    };
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /Account/NL91ABNA0417164300/open",
    "POST, /transactions",
    "GET, /transactions/0-1-9",
    "GET, /Account/NL91ABNA0417164300",
    "GET, /Account",
    "GET, /transactions/in-progress",
    "GET, /transactions/resolved",
    "GET, /transactions/0-3-17/parts",
    "POST, /transactions/0-3-17/resolution",
    "POST, /backups",
    "GET, /backups/9f1c04d2a7be3358/0/checkpoint-7",
    "GET, /shards",
    "POST, /shards/0/pass-over"
  })
  void areABugOfTheServer(String method, String path) {
    node.commitments = new FakeCommitments();
    node.status(ID, new TransactionStatus.Ended(new Outcome.Committed(ID, List.of())));
    Answer bug = ask(method, path);
    assertThat(bug.status()).isEqualTo(500);
    assertThat(bug.get("code")).isEqualTo("internal-error");
    assertThat((String) bug.get("detail")).contains("the server's log");
  }

  @Test
  void areABugOfTheServerWhereOneOfManyResultsHasNoForm() {
    nothing = false;
    node.status(
        ID,
        new TransactionStatus.Ended(
            new Outcome.Committed(ID, List.of("x".repeat(100_000), UNWRITABLE))));
    Answer bug = get("/transactions/" + ID);
    assertThat(bug.status()).isEqualTo(500);
    assertThat(bug.get("code")).isEqualTo("internal-error");
    assertThat(bug.get("transaction")).isEqualTo(ID.toString());
    assertThat((String) bug.get("detail")).contains("transaction " + ID + " has ended");
  }

  @Test
  void areABugOfTheServerWhereTheActorHasNoPlace() {
    nothing = false;
    placeless = true;
    node.name = "a";
    Answer bug = get("/Account/NL91ABNA0417164300");
    assertThat(bug.status()).isEqualTo(500);
    assertThat(bug.get("code")).isEqualTo("internal-error");
  }

  @Test
  void areABugOfTheServerWhereNothingCanBeCounted() {
    uncounted = true;
    Answer bug = get("/metrics");
    assertThat(bug.status()).isEqualTo(500);
    assertThat(bug.get("code")).isEqualTo("internal-error");
  }
}
