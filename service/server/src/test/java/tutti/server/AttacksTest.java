package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.access.AccessControl;
import tutti.access.AccessFiles;
import tutti.access.audit.AuditCheck;
import tutti.access.audit.AuditLog;
import tutti.access.identity.KeyDescription;
import tutti.access.identity.KeyFile;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.sql.SqlQuery;

/**
 * Attempts of strangers, of callers with few rights and of other tenants at a service that knows
 * its callers: each of them fails, and tells nothing.
 */
@Timeout(300)
class AttacksTest {
  private static final String ACCOUNT =
      """
      module Account
      specification Account {
        fields { iban: String @key balance: Money owner: String }
        events { open[] deposit[] withdraw[] block[] close[] }
        lifeCycle { initial none -> on: open on -> on: deposit, withdraw on -> off: block, close final off }
      }
      event open(owner: String) { postconditions { new this.balance == EUR 100.00; new this.owner == owner; } }
      event deposit(amount: Money) { postconditions { new this.balance == this.balance + amount; } }
      event withdraw(amount: Money) {
        preconditions { this.balance >= amount; }
        postconditions { new this.balance == this.balance - amount; }
      }
      event block() { }
      event close() { }
      """;
  private static final String TRANSFER =
      """
      module Transfer
      import Account
      specification Transfer {
        fields { id: Integer @key from: String }
        events { book[] punish[] }
        lifeCycle { initial none -> booked: book booked -> booked: punish }
      }
      event book(from: String, to: String, amount: Money) {
        postconditions { new this.from == from; }
        sync { Account[from].withdraw(amount); Account[to].deposit(amount); }
      }
      event punish() { sync { Account[this.from].block(); } }
      """;
  private static final String VAULT =
      """
      module Vault
      specification Vault {
        fields { name: String @key keeper: String tenant: String content: Integer }
        events { make[] public take[] sweep[] }
        lifeCycle { initial none -> on: make on -> on: take, sweep }
      }
      event make(content: Integer) {
        postconditions {
          new this.keeper == caller.subject;
          new this.tenant == caller.tenant;
          new this.content == content;
        }
      }
      event take(n: Integer) {
        preconditions { this.keeper == caller.subject; this.content >= n; }
        postconditions { new this.content == this.content - n; }
      }
      event sweep() {
        preconditions { "clerk" in caller.roles && this.tenant == caller.tenant; }
        postconditions { new this.content == 0; }
      }
      """;
  private static final String ERRAND =
      """
      module Errand
      import Vault
      specification Errand {
        fields { id: Integer @key n: Integer }
        events { run[] }
        lifeCycle { initial none -> done: run final done }
      }
      event run(vault: String, n: Integer) {
        postconditions { new this.n == n; }
        sync { Vault[vault].take(n); }
      }
      """;
  private static final String ROLES =
      """
      roles {
        customer {
          call { Transfer = [book], Account = [deposit], Vault = "*", Errand = [run] }
          read { Account = [balance], Transfer = "*" }
          where { Account = "key in claims.accounts" }
        }
        clerk { call { Account = "*", Vault = [sweep] }, read { Account = "*", Vault = "*" }, list = [Account] }
        lister { list = [Account], read { Account = [owner] } }
        analyst { query = [Ledger] }
        ops { operate = [metrics, shards, transactions] }
        admin { includes = [ops], operate = [resolve] }
        backups { operate = [backup] }
      }
      """;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private KeyFile keys;
  private AccessFiles files;
  private AuditLog audit;
  private final Set<String> refused = new TreeSet<>();
  private AccessControl control;
  private ServedNode served;
  private String ada;
  private String bob;
  private String clerk;
  private String lister;
  private String analyst;
  private String ops;
  private String admin;

  public record Line(String text) {}

  /** A type of actors in Java. */
  public static final class Ledger extends Actor {
    final Relation<String, Line> lines = relation("lines", Line.class, Line::text);
  }

  /** A procedure of the ledger. */
  public record Note(String text) implements Procedure<Ledger, Long> {
    static int made;

    public Note {
      made++;
    }

    @Override
    public Long run(Ledger ledger) {
      ledger.lines.insert(new Line(text));
      return 1L;
    }
  }

  private static RelationalApplication application() {
    JavaApplication java =
        JavaApplication.named("bank").actor("Ledger", Ledger::new).procedures(Note.class).build();
    CheckResult rebel =
        Checker.check(
            Map.of(
                "Account.ebl",
                ACCOUNT,
                "Transfer.ebl",
                TRANSFER,
                "Vault.ebl",
                VAULT,
                "Errand.ebl",
                ERRAND),
            java.schema());
    return new RelationalApplication(
        SqlQuery.in(java),
        RebelApplication.of(rebel)
            .orElseThrow(() -> new AssertionError(rebel.diagnostics().toString())));
  }

  @BeforeEach
  void start() throws Exception {
    files = new AccessFiles(folder.resolve("roles.conf"), folder.resolve("keys.json"));
    Files.writeString(files.roles(), ROLES);
    keys = new KeyFile(files.keys());
    ada = key("ada", "customer", "acme", List.of("NL1", "NL2"));
    bob = key("bob", "customer", "other", List.of("NL9"));
    clerk = key("clerk", "clerk", "acme", List.of());
    lister = key("lister", "lister", "l", List.of());
    analyst = key("analyst", "analyst", "a", List.of());
    ops = key("ops", "ops", "o", List.of());
    admin = key("admin", "admin", "o", List.of());
    RelationalApplication application = application();
    audit = AuditLog.open(folder.resolve("audit"), 1L << 30, InstantSource.system());
    control = AccessControl.of(files, application, audit);
    served =
        ServedNode.open(
            "Bank",
            application,
            folder.resolve("data"),
            new Protection(control, null, audit, List.of()));
    for (String account : List.of("NL1", "NL2", "NL9")) {
      assertThat(post(clerk, "/Account/" + account + "/open", "{\"owner\": \"x\"}").status())
          .isEqualTo(200);
    }
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
    control.close();
    audit.close();
    List<String> lines = lines();
    for (String code : refused) {
      assertThat(lines)
          .as("each refusal leaves its line")
          .anyMatch(line -> line.contains("\"what\":\"refused\"") && line.contains(code));
    }
    assertThat(AuditCheck.of(folder.resolve("audit")).faults()).isEmpty();
  }

  private String key(String name, String role, String tenant, List<String> accounts)
      throws Exception {
    return keys.make(
        new KeyDescription(name, Set.of(role), tenant, Map.of("accounts", accounts), null));
  }

  private Answer send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Answer answer = new Answer(response.statusCode(), response.headers(), response.body());
    if ((answer.status() == 401 || answer.status() == 403) && !answer.body().isEmpty()) {
      refused.add("\"code\":\"" + answer.get("code") + "\"");
    }
    return answer;
  }

  private HttpRequest.Builder to(String token, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(served.url() + path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private Answer get(String token, String path) throws Exception {
    return send(to(token, path));
  }

  private Answer post(String token, String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        to(token, path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  private String balance(String account) throws Exception {
    return String.valueOf(
        ((Map<?, ?>) get(clerk, "/Account/" + account).get("fields")).get("balance"));
  }

  private static void isRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.get("code")).as(answer.body()).isEqualTo(code);
  }

  private static String book(String from, String to, String amount) {
    return "{\"from\": \"%s\", \"to\": \"%s\", \"amount\": \"EUR %s\"}".formatted(from, to, amount);
  }

  private static String events(String... events) {
    return "{\"events\": [" + String.join(", ", events) + "]}";
  }

  private static String event(String specification, String key, String event, String arguments) {
    return "{\"specification\": \"%s\", \"key\": \"%s\", \"event\": \"%s\", \"arguments\": %s}"
        .formatted(specification, key, event, arguments);
  }

  // --- strangers

  @Test
  void strangersReadNothing() throws Exception {
    for (String path :
        List.of(
            "/openapi.json",
            "/metrics",
            "/shards",
            "/backups",
            "/transactions",
            "/transactions/0-1-1",
            "/transactions/in-progress",
            "/Account",
            "/Account/NL1",
            "/Nothing/1",
            "/Nothing")) {
      Answer answer = get(null, path);
      isRefused(answer, 401, "unauthenticated");
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
      assertThat(answer.body()).doesNotContain("Account", "NL1");
    }
  }

  @Test
  void strangersChangeNothing() throws Exception {
    for (String path :
        List.of(
            "/Account/NL1/deposit",
            "/Ledger/1/query",
            "/transactions",
            "/transactions/batch",
            "/transactions/0-1-1/resolution",
            "/shards/0/pass-over",
            "/backups",
            "/Nothing/1/happens")) {
      isRefused(post(null, path, "{\"amount\": \"EUR 1.00\"}"), 401, "unauthenticated");
      assertThat(balance("NL1")).isEqualTo("EUR 100.00");
    }
  }

  @Test
  void probesAndThePageNeedNoKeyAndTellNothing() throws Exception {
    assertThat(get(null, "/health").json()).isEqualTo(Map.of("status", "up"));
    assertThat(get(null, "/ready").json()).isEqualTo(Map.of("status", "ready"));
    Answer page = get(null, "/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("Account", "Transfer", "Ledger");
  }

  @Test
  void noTokenButAWholeOneIsTaken() throws Exception {
    String secret = ada.substring(ada.length() - 43);
    for (String token :
        List.of(
            "x",
            "tk_ada_" + "A".repeat(43),
            "tk_bob_" + secret,
            "tk_nobody_" + secret,
            ada.substring(0, ada.length() - 1),
            ada + "A",
            ada.toLowerCase(java.util.Locale.ROOT))) {
      Answer answer = post(token, "/Account/NL1/deposit", "{\"amount\": \"EUR 1.00\"}");
      isRefused(answer, 401, "unauthenticated");
      assertThat(answer.body())
          .as("the same words whatever is wrong")
          .isEqualTo(get(null, "/shards").body());
    }
    for (String header : List.of("Basic " + ada, ada, "Bearer", "Bearer " + ada + "," + bob)) {
      isRefused(
          send(
              HttpRequest.newBuilder(URI.create(served.url() + "/Account/NL1"))
                  .header("Authorization", header)),
          401,
          "unauthenticated");
    }
    isRefused(
        send(to(ada, "/Account/NL1").header("Authorization", "Bearer " + clerk)),
        401,
        "unauthenticated");
    assertThat(get(null, "/Account/NL1?token=" + ada).status()).isEqualTo(401);
    assertThat(balance("NL1")).isEqualTo("EUR 100.00");
  }

  @Test
  void aRevokedKeyCountsNoMoreOnOpenConnections() throws Exception {
    assertThat(get(ada, "/Account/NL1").status()).isEqualTo(200);
    keys.revoke("ada");
    long end = System.nanoTime() + 5_000_000_000L;
    while (get(ada, "/Account/NL1").status() != 401) {
      assertThat(System.nanoTime() < end || control.rules().keys().all().size() == 6)
          .as("within five seconds on a machine that is not busy")
          .isTrue();
      Thread.sleep(50);
    }
    assertThat(get(bob, "/Account/NL9").status()).isEqualTo(200);
  }

  // --- rules that read the caller

  private String content(String vault) throws Exception {
    Map<?, ?> fields = (Map<?, ?>) get(clerk, "/Vault/" + vault).get("fields");
    return String.valueOf(fields.get("content"));
  }

  @Test
  void aRuleSeesWhoAsks() throws Exception {
    assertThat(post(ada, "/Vault/v/make", "{\"content\": 10}").status()).isEqualTo(200);
    assertThat(((Map<?, ?>) get(clerk, "/Vault/v").get("fields")).get("keeper")).isEqualTo("ada");
    assertThat(post(ada, "/Vault/v/take", "{\"n\": 1}").status()).isEqualTo(200);
    assertThat(post(ada, "/Errand/1/run", "{\"vault\": \"v\", \"n\": 2}").status()).isEqualTo(200);
    assertThat(content("v")).isEqualTo("7");
    assertThat(post(clerk, "/Vault/v/sweep", "{}").status()).isEqualTo(200);
    assertThat(content("v")).isEqualTo("0");
  }

  /** By each door, directly and by an event that causes it. */
  @Test
  void aRuleOnTheCallerHoldsAtEveryLevelAndDoor() throws Exception {
    assertThat(post(ada, "/Vault/v/make", "{\"content\": 10}").status()).isEqualTo(200);
    Answer direct = post(bob, "/Vault/v/take", "{\"n\": 1}");
    isRefused(direct, 409, "precondition");
    assertThat(direct.body())
        .as("the keeper is a field that he may not read")
        .doesNotContain("ada");
    Answer nested = post(bob, "/Errand/2/run", "{\"vault\": \"v\", \"n\": 1}");
    isRefused(nested, 409, "precondition");
    assertThat(nested.body()).doesNotContain("ada");
    String errand = event("Errand", "3", "run", "{\"vault\": \"v\", \"n\": 1}");
    String take = event("Vault", "v", "take", "{\"n\": 1}");
    isRefused(post(bob, "/transactions", events(errand)), 409, "precondition");
    isRefused(
        post(bob, "/transactions", events(event("Vault", "w", "make", "{\"content\": 1}"), take)),
        409,
        "precondition");
    Answer batch =
        post(
            bob,
            "/transactions/batch",
            "{\"transactions\": [%s, %s]}".formatted(events(errand), events(take)));
    assertThat((List<?>) batch.get("items"))
        .as(batch.body())
        .extracting(item -> ((Map<?, ?>) item).get("status") + " " + ((Map<?, ?>) item).get("code"))
        .containsExactly("409 precondition", "409 precondition");
    assertThat(content("v")).isEqualTo("10");
    assertThat(get(clerk, "/Vault/w").status()).isEqualTo(404);
  }

  @Test
  void noRequestNamesItsCallerItself() throws Exception {
    assertThat(post(ada, "/Vault/v/make", "{\"content\": 10}").status()).isEqualTo(200);
    isRefused(
        post(
            bob,
            "/Vault/v/take",
            "{\"n\": 1}",
            "X-Caller",
            "ada",
            "X-Forwarded-User",
            "ada",
            "From",
            "ada"),
        409,
        "precondition");
    for (String member : List.of("\"caller\": \"ada\"", "\"caller\": {\"subject\": \"ada\"}")) {
      assertThat(post(bob, "/Vault/v/take", "{\"n\": 1, " + member + "}").status()).isEqualTo(400);
      assertThat(
              post(
                      bob,
                      "/transactions",
                      "{\"events\": [%s], %s}"
                          .formatted(event("Vault", "v", "take", "{\"n\": 1}"), member))
                  .status())
          .isEqualTo(400);
    }
    assertThat(content("v")).isEqualTo("10");
  }

  /** Neither by the rule nor by the first answer under the key. */
  @Test
  void anotherTenantsCallerIsNotTakenForOneOfThis() throws Exception {
    assertThat(post(ada, "/Vault/v/make", "{\"content\": 10}").status()).isEqualTo(200);
    String stranger = key("clerk-2", "clerk", "other", List.of());
    Await.that("the new key counts", () -> get(stranger, "/Vault/v").status() == 200);
    isRefused(post(stranger, "/Vault/v/sweep", "{}"), 409, "precondition");
    assertThat(post(ada, "/Vault/v/take", "{\"n\": 1}", "Idempotency-Key", "k").status())
        .isEqualTo(200);
    isRefused(
        post(bob, "/Vault/v/take", "{\"n\": 1}", "Idempotency-Key", "k"), 409, "precondition");
    assertThat(content("v")).isEqualTo("9");
  }

  // --- few rights

  @Test
  void aCallerCallsWhatHisRolesName() throws Exception {
    assertThat(post(ada, "/Transfer/1/book", book("NL1", "NL9", "5.00")).status()).isEqualTo(200);
    assertThat(post(ada, "/Account/NL2/deposit", "{\"amount\": \"EUR 1.00\"}").status())
        .isEqualTo(200);
    assertThat(balance("NL9")).isEqualTo("EUR 105.00");
    assertThat(balance("NL2")).isEqualTo("EUR 101.00");
  }

  @Test
  void aCallerCallsNothingElse() throws Exception {
    Answer blocked = post(ada, "/Account/NL1/block", "");
    isRefused(blocked, 403, "not-permitted");
    assertThat(blocked.json())
        .containsEntry("specification", "Account")
        .containsEntry("key", "NL1")
        .containsEntry("event", "block")
        .doesNotContainKeys("transaction", "outcome");
    isRefused(
        post(ada, "/Account/NL1/withdraw", "{\"amount\": \"EUR 1.00\"}"), 403, "not-permitted");
    isRefused(
        post(ada, "/Account/NL9/deposit", "{\"amount\": \"EUR 1.00\"}"), 403, "not-permitted");
    isRefused(post(ada, "/Account/NL1/block", "{nonsense"), 403, "not-permitted");
    isRefused(post(ada, "/Transfer/1/punish", ""), 403, "not-permitted");
    isRefused(
        post(ada, "/Account/NL%31/../NL9/deposit", "{\"amount\": \"EUR 1.00\"}"), 404, "not-found");
    assertThat(balance("NL1")).isEqualTo("EUR 100.00");
    assertThat(balance("NL9")).isEqualTo("EUR 100.00");
  }

  @Test
  void oneCallThatIsNotPermittedEndsTheWholeRequest() throws Exception {
    Answer answer =
        post(
            ada,
            "/transactions",
            events(
                event("Account", "NL1", "deposit", "{\"amount\": \"EUR 1.00\"}"),
                event("Account", "NL9", "deposit", "{\"amount\": \"EUR 1.00\"}"),
                event("Account", "NL1", "block", "{}")));
    isRefused(answer, 403, "not-permitted");
    assertThat((List<?>) answer.get("errors"))
        .extracting(
            error -> ((Map<?, ?>) error).get("pointer") + " " + ((Map<?, ?>) error).get("code"))
        .containsExactly("/events/1/event not-permitted", "/events/2/event not-permitted");
    assertThat(balance("NL1")).isEqualTo("EUR 100.00");
  }

  @Test
  void theItemsOfABatchAreJudgedEach() throws Exception {
    Answer answer =
        post(
            ada,
            "/transactions/batch",
            "{\"transactions\": [%s, %s, %s, %s]}"
                .formatted(
                    "{\"event\": [\"Account\", \"NL9\", \"deposit\"], \"arguments\": {\"amount\": \"EUR 1.00\"}}",
                    "{\"event\": [\"Account\", \"NL1\", \"deposit\"], \"arguments\": {\"amount\": \"EUR 1.00\"}}",
                    events(event("Account", "NL1", "block", "{}")),
                    "{\"event\": [\"Ledger\", \"1\", \"Note\"], \"arguments\": {\"text\": \"x\"}}"));
    assertThat((List<?>) answer.get("items"))
        .as(answer.body())
        .extracting(item -> ((Map<?, ?>) item).get("status") + " " + ((Map<?, ?>) item).get("code"))
        .containsExactlyInAnyOrder(
            "403 not-permitted", "200 null", "403 not-permitted", "400 unknown-specification");
    assertThat(balance("NL9")).isEqualTo("EUR 100.00");
    assertThat(balance("NL1")).isEqualTo("EUR 101.00");
  }

  @Test
  void whatACallerHasNoRightToDoesNotExist() throws Exception {
    for (String rest : List.of("", "/1", "/1/Note", "/1/query")) {
      Answer hidden =
          rest.length() > 2 ? post(ada, "/Ledger" + rest, "{}") : get(ada, "/Ledger" + rest);
      Answer absent =
          rest.length() > 2 ? post(ada, "/Lodger" + rest, "{}") : get(ada, "/Lodger" + rest);
      assertThat(hidden.status()).isEqualTo(404).isEqualTo(absent.status());
      assertThat(hidden.body()).isEqualTo(absent.body().replace("Lodger", "Ledger"));
    }
    Answer several =
        post(ada, "/transactions", events(event("Ledger", "1", "Note", "{\"text\": \"x\"}")));
    Answer absent =
        post(ada, "/transactions", events(event("Lodger", "1", "Note", "{\"text\": \"x\"}")));
    assertThat(several.body()).isEqualTo(absent.body().replace("Lodger", "Ledger"));
    assertThat(Note.made).as("code of the application that ran").isZero();
    assertThat(get(ada, "/openapi.json").body()).doesNotContain("Ledger", "Lodger");
  }

  @Test
  void theDescriptionHasWhatACallerMayDo() throws Exception {
    Answer description = get(ada, "/openapi.json");
    assertThat(((Map<?, ?>) description.get("paths")).keySet())
        .map(Object::toString)
        .contains("/Transfer/{key}/book", "/Account/{key}/deposit")
        .doesNotContain("/Account/{key}/block", "/Transfer/{key}/punish");
    assertThat(description.get("security")).isEqualTo(List.of(Map.of("apiKey", List.of())));
    assertThat(description.body()).contains("\"securitySchemes\"").doesNotContain("owner");
    assertThat(get(clerk, "/openapi.json").body()).contains("owner", "/Account/{key}/block");
  }

  @Test
  void aCallerReadsTheFieldsThatHisRolesName() throws Exception {
    Answer own = get(ada, "/Account/NL1");
    assertThat(own.json().keySet()).containsExactly("key", "fields");
    assertThat(own.get("fields")).isEqualTo(Map.of("balance", "EUR 100.00"));
    isRefused(get(ada, "/Account/NL9"), 403, "not-permitted");
    assertThat(get(ada, "/Account/NL9").body())
        .as("whether it exists or not")
        .isEqualTo(get(ada, "/Account/NL7").body());
    isRefused(get(ada, "/Account"), 403, "not-permitted");
    Answer list = get(lister, "/Account");
    assertThat(list.body()).contains("owner").doesNotContain("EUR", "\"state\"", "\"version\"");
    isRefused(post(lister, "/Account/NL1/deposit", "{}"), 403, "not-permitted");
  }

  @Test
  void refusalsTellNoHiddenValue() throws Exception {
    Answer refused = post(ada, "/Transfer/1/book", book("NL9", "NL1", "500.00"));
    isRefused(refused, 409, "precondition");
    assertThat(refused.body()).doesNotContain("100.00").contains("this.balance >= amount");
    assertThat(refused.json()).doesNotContainKey("values");
    assertThat(post(clerk, "/Account/NL9/withdraw", "{\"amount\": \"EUR 500.00\"}").body())
        .as("who may read it all is told")
        .contains("EUR 100.00");
    post(clerk, "/Account/NL9/block", "");
    Answer blocked = post(ada, "/Transfer/1/book", book("NL9", "NL1", "1.00"));
    isRefused(blocked, 409, "state");
    assertThat(blocked.body()).doesNotContain("off");
  }

  @Test
  void queriesNeedTheRightToThem() throws Exception {
    String query = "{\"sql\": \"select * from lines\"}";
    assertThat(post(analyst, "/Ledger/1/query", query).status()).isEqualTo(200);
    isRefused(post(analyst, "/Ledger/1/Note", "{\"text\": \"x\"}"), 403, "not-permitted");
    isRefused(get(analyst, "/Ledger/1"), 403, "not-permitted");
    isRefused(get(analyst, "/Ledger"), 403, "not-permitted");
    isRefused(post(clerk, "/Ledger/1/query", query), 404, "unknown-specification");
  }

  @Test
  void operatorsWorkNeedsTheRightToIt() throws Exception {
    for (String path :
        List.of("/metrics", "/shards", "/backups", "/transactions", "/transactions/in-progress")) {
      isRefused(get(clerk, path), 403, "not-permitted");
      assertThat(get(ops, path).status()).isEqualTo(path.equals("/backups") ? 403 : 200);
      isRefused(
          post(ops, "/transactions/0-1-1/resolution", "{\"outcome\": \"abort\"}"),
          403,
          "not-permitted");
      isRefused(post(ops, "/shards/0/pass-over", "{}"), 403, "not-permitted");
      isRefused(get(ops, "/Account/NL1"), 404, "unknown-specification");
    }
  }

  @Test
  void otherMethodsOpenNoWay() throws Exception {
    for (String method : List.of("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE")) {
      for (String path :
          List.of("/Account/NL9", "/metrics", "/Account/NL1/block", "/transactions")) {
        Answer answer = send(to(ada, path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.status()).as(method + " " + path).isIn(403, 405, 200);
        assertThat(answer.body()).doesNotContain("EUR", "tutti_");
        if (answer.status() == 200) {
          assertThat(answer.body()).as(method + " " + path).isEmpty();
        }
      }
    }
    assertThat(balance("NL1")).isEqualTo("EUR 100.00");
  }

  // --- other tenants

  @Test
  void keysOfRequestsAreApartByTenant() throws Exception {
    String body = book("NL1", "NL2", "1.00");
    Answer first = post(ada, "/Transfer/1/book", body, "Idempotency-Key", "k1");
    assertThat(first.status()).isEqualTo(200);
    Answer again = post(ada, "/Transfer/1/book", body, "Idempotency-Key", "k1");
    assertThat(again.get("transaction")).isEqualTo(first.get("transaction"));
    Answer foreign = post(bob, "/Transfer/1/book", body, "Idempotency-Key", "k1");
    isRefused(foreign, 409, "state");
    assertThat(foreign.body()).doesNotContain((String) first.get("transaction"));
    Answer other = post(bob, "/Transfer/2/book", body, "Idempotency-Key", "k1");
    assertThat(other.status()).as("and not that the key is another request's").isEqualTo(200);
    Answer reused = post(ada, "/Transfer/3/book", body, "Idempotency-Key", "k1");
    isRefused(reused, 422, "idempotency-key-reused");
    assertThat(reused.body()).contains("'k1'").doesNotContain("acme", "u0001");
  }

  @Test
  void aRepeatIsJudgedBeforeItsKeyIsLookedUp() throws Exception {
    String body = book("NL1", "NL2", "1.00");
    assertThat(post(ada, "/Transfer/1/book", body, "Idempotency-Key", "k1").status())
        .isEqualTo(200);
    Files.writeString(files.roles(), ROLES.replace("Transfer = [book], ", ""));
    Instant end = Instant.now().plusSeconds(60);
    Answer answer;
    do {
      answer = post(ada, "/Transfer/1/book", body, "Idempotency-Key", "k1");
    } while (answer.status() == 200 && Instant.now().isBefore(end));
    isRefused(answer, 403, "not-permitted");
  }

  @Test
  void idsOfOthersTellNothing() throws Exception {
    Answer booked = post(ada, "/Transfer/1/book", book("NL1", "NL9", "5.00"));
    Answer asked = get(bob, "/transactions/" + booked.get("transaction"));
    assertThat(asked.json().keySet()).containsExactly("transaction", "outcome");
    Answer refused = post(ada, "/Transfer/1/book", book("NL1", "NL9", "5.00"));
    Answer why = get(bob, "/transactions/" + refused.get("transaction"));
    assertThat(why.json().keySet()).containsExactly("transaction", "outcome");
  }

  // --- the audit log

  private List<String> lines() throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> logs = Files.list(folder.resolve("audit"))) {
      for (Path log : logs.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
        lines.addAll(Files.readAllLines(log));
      }
    }
    return lines;
  }

  private void hasLine(String... parts) throws Exception {
    Await.that(
        "a line of the audit log has " + List.of(parts),
        () -> lines().stream().anyMatch(line -> Stream.of(parts).allMatch(line::contains)));
  }

  @Test
  void whatAnOperatorChangesIsWrittenDownFirst() throws Exception {
    assertThat(post(admin, "/transactions/0-1-7/resolution", "{\"outcome\": \"aborted\"}").status())
        .isNotIn(401, 403);
    assertThat(lines().getLast())
        .contains("\"what\":\"changes\",\"caller\":\"admin\"")
        .contains("\"from\":\"127.0.0.1\",\"method\":\"POST\"")
        .contains("\"path\":\"/transactions/0-1-7/resolution\",\"code\":\"resolve\"");
    assertThat(get(ops, "/shards").status()).isEqualTo(200);
    hasLine("\"what\":\"looked\",\"caller\":\"ops\"", "\"path\":\"/shards\"");
  }

  /** An operator's change that cannot be written down is not made. */
  @Test
  void whatCannotBeWrittenDownIsNotDone() throws Exception {
    audit.close();
    Answer answer = post(admin, "/transactions/0-1-7/resolution", "{\"outcome\": \"aborted\"}");
    isRefused(answer, 503, "audit-failed");
    assertThat(answer.body()).contains("nothing was done");
  }

  @Test
  void namesThatAreHiddenLeaveALine() throws Exception {
    assertThat(get(analyst, "/Account/NL1?x=secret").status()).isEqualTo(404);
    hasLine("\"status\":404", "\"caller\":\"analyst\"", "\"path\":\"/Account/NL1\"");
    assertThat(get(analyst, "/Acount/NL1").status()).isEqualTo(404);
    assertThat(lines()).noneMatch(line -> line.contains("Acount"));
  }

  @Test
  void noRequestWritesALineOfItsOwn() throws Exception {
    assertThat(get(bob, "/Account/%0A%7B%22what%22:%22changes%22%7D%0A").status()).isEqualTo(403);
    hasLine("\"caller\":\"bob\"", "\"status\":403");
    assertThat(lines()).allMatch(line -> line.startsWith("{\"number\":"));
  }

  /** Only a proxy says for whom it sends a request. */
  @Test
  void nobodyTellsTheLogWhereHeIs() throws Exception {
    Answer answer = send(to(bob, "/Account/NL1").header("X-Forwarded-For", "203.0.113.9").GET());
    isRefused(answer, 403, "not-permitted");
    hasLine("\"caller\":\"bob\"", "\"from\":\"127.0.0.1\"");
    assertThat(lines()).noneMatch(line -> line.contains("203.0.113.9"));
  }

  /** A client that is refused again and again fills no disk: one line a second, with a count. */
  @Test
  void whoIsRefusedOftenIsOneLine() throws Exception {
    for (int i = 0; i < 300; i++) {
      assertThat(get("wrong", "/Account/NL1").status()).isEqualTo(401);
    }
    hasLine("\"code\":\"unauthenticated\"");
    audit.close();
    List<String> refusals =
        lines().stream().filter(line -> line.contains("\"unauthenticated\"")).toList();
    assertThat(refusals).hasSizeLessThan(100);
    long counted =
        refusals.stream()
            .mapToLong(line -> Long.parseLong(line.replaceAll(".*\"count\":(\\d+),.*", "$1")))
            .sum();
    assertThat(counted).isEqualTo(300);
  }
}
