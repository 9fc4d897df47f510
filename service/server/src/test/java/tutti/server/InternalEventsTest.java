package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Node;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.sql.SqlQuery;

/** No client calls an internal event or procedure, by any door, and the application does. */
@Timeout(300)
class InternalEventsTest {
  private static final String TICKETS =
      """
      module Ticket
      import Fan
      specification Ticket {
        fields { id: Integer @key fan: Integer }
        events { buy[] giveBack[] }
        lifeCycle { initial none -> sold: buy sold -> returned: giveBack final returned }
      }
      event buy(fan: Integer) {
        postconditions { new this.fan == fan; }
        sync { Fan[fan].pay(EUR 10.00); }
      }
      event giveBack() {
        sync { Fan[this.fan].refund(EUR 10.00); Ledger[this.fan].Note("back"); }
      }
      """;
  private static final String FANS =
      """
      module Fan
      specification Fan {
        fields { id: Integer @key credit: Money }
        events { join[] internal pay[] internal refund[] }
        lifeCycle { initial none -> fan: join fan -> fan: pay, refund }
      }
      event join() { postconditions { new this.credit == EUR 50.00; } }
      event pay(amount: Money) { postconditions { new this.credit == this.credit - amount; } }
      event refund(amount: Money) { postconditions { new this.credit == this.credit + amount; } }
      """;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String REFUND = "{\"amount\": \"EUR 1000000.00\"}";

  @TempDir private Path folder;

  public record Line(String text) {}

  public static final class Ledger extends Actor {
    final Relation<String, Line> lines = relation("lines", Line.class, Line::text);
  }

  /** A procedure whose constructor is code that runs while a request is read. */
  @Internal
  public record Note(String text) implements Procedure<Ledger, Long> {
    static int made;

    public Note {
      made++;
    }

    @Override
    public Long run(Ledger ledger) {
      ledger.lines.insert(new Line(text));
      return (long) text.length();
    }
  }

  public record Correct(String text) implements Procedure<Ledger, Long> {
    @Override
    public Long run(Ledger ledger) {
      return ledger.actor(Ledger.class, ledger.key() + "-corrections").call(new Note(text)).get();
    }
  }

  private static RelationalApplication application() {
    return application(FANS);
  }

  private static RelationalApplication application(String fans) {
    JavaApplication java =
        JavaApplication.named("ledger")
            .actor("Ledger", Ledger::new)
            .procedures(Note.class, Correct.class)
            .build();
    CheckResult rebel =
        Checker.check(Map.of("Ticket.ebl", TICKETS, "Fan.ebl", fans), java.schema());
    return new RelationalApplication(
        SqlQuery.in(java),
        RebelApplication.of(rebel)
            .orElseThrow(() -> new AssertionError(rebel.diagnostics().toString())));
  }

  private static Deployment deployment(Protocol protocol) {
    return Deployment.DEFAULT.toBuilder()
        .nodes(NodeAddress.inOneProcess(3))
        .replication(Replication.NONE.with(protocol))
        .build();
  }

  private static String event(String specification, String event, String arguments) {
    return "{\"specification\": \"%s\", \"key\": \"1\", \"event\": \"%s\", \"arguments\": %s}"
        .formatted(specification, event, arguments);
  }

  private static String events(String... events) {
    return "{\"events\": [" + String.join(", ", events) + "]}";
  }

  private static Answer get(String url) throws Exception {
    HttpResponse<String> response =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  private static void isInternal(Answer answer, String specification, String event) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(403);
    assertThat(answer.json())
        .containsEntry("type", "urn:tutti:problem:internal")
        .containsEntry("code", "internal")
        .containsEntry("specification", specification)
        .containsEntry("key", "1")
        .containsEntry("event", event)
        .doesNotContainKeys("transaction", "outcome");
    assertThat((String) answer.get("detail"))
        .startsWith(specification + "." + event + " is internal");
  }

  /** Whatever the deployment: the door of the node that the client reaches decides. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void noDoorOfAnyNodeTakesThem(Protocol protocol) throws Exception {
    try (ReplicatedServices all =
        new ReplicatedServices(folder, application(), deployment(protocol), "Tickets")) {
      assertThat(all.send(all.hosts().getFirst(), "/Fan/1/join", "").get().status()).isEqualTo(200);
      int made = Note.made;
      for (ReplicatedServices.Host host : all.hosts()) {
        isInternal(
            all.send(host, "/Fan/1/refund", REFUND, "Idempotency-Key", "k").get(), "Fan", "refund");
        isInternal(all.send(host, "/Fan/1/refund", "{nonsense").get(), "Fan", "refund");
        isInternal(all.send(host, "/Ledger/1/Note", "{\"text\": \"x\"}").get(), "Ledger", "Note");
        Answer several =
            all.send(
                    host,
                    "/transactions",
                    events(
                        event("Ticket", "buy", "{\"fan\": 1}"),
                        event("Ledger", "Note", "{\"text\": \"x\"}"),
                        event("Fan", "refund", REFUND)),
                    "Idempotency-Key",
                    "k")
                .get();
        isInternal(several, "Ledger", "Note");
        assertThat((List<?>) several.get("errors"))
            .extracting(
                error -> ((Map<?, ?>) error).get("pointer") + " " + ((Map<?, ?>) error).get("code"))
            .containsExactly("/events/1/event internal", "/events/2/event internal");
        Answer batch =
            all.send(
                    host,
                    "/transactions/batch",
                    "{\"transactions\": ["
                        + String.join(
                            ", ",
                            "{\"event\": [\"Fan\", \"1\", \"refund\"], \"arguments\": "
                                + REFUND
                                + "}",
                            event("Ledger", "Note", "{\"text\": \"x\"}"),
                            events(event("Fan", "refund", REFUND)))
                        + "]}",
                    "Idempotency-Key",
                    "k")
                .get();
        assertThat((List<?>) batch.get("items"))
            .as(batch.body())
            .extracting(
                item -> ((Map<?, ?>) item).get("status") + " " + ((Map<?, ?>) item).get("code"))
            .containsExactly("403 internal", "403 internal", "403 internal");
      }
      assertThat(Note.made).as("code of the application that ran").isEqualTo(made);
      // Nothing is kept under the key, so it is free for another request.
      ReplicatedServices.Host last = all.hosts().getLast();
      assertThat(
              all.send(last, "/Ticket/1/buy", "{\"fan\": 1}", "Idempotency-Key", "k")
                  .get()
                  .status())
          .isEqualTo(200);
      assertThat(all.send(last, "/Ticket/1/giveBack", "").get().status()).isEqualTo(200);
      Answer corrected = all.send(last, "/Ledger/1/Correct", "{\"text\": \"y\"}").get();
      assertThat(corrected.get("result")).as(corrected.body()).isEqualTo(1);
      assertThat(get(last.service().url() + "/Fan/1").body()).contains("EUR 50.00");
      assertThat(
              all.send(last, "/Ledger/1/query", "{\"sql\": \"select text from lines\"}")
                  .get()
                  .get("rows"))
          .isEqualTo(List.of(List.of("back")));
    }
  }

  /** The words change nothing that is executed: not for data, and not between nodes. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void nodesWithAndWithoutTheWordsRunBesideEachOther(Protocol protocol) throws Exception {
    Deployment three = deployment(protocol);
    RelationalApplication unmarked = application(FANS.replace("internal ", ""));
    try (ReplicatedServices all = new ReplicatedServices(folder, unmarked, three, "Tickets")) {
      assertThat(all.send(all.hosts().getFirst(), "/Fan/1/join", "").get().status()).isEqualTo(200);
      assertThat(all.send(all.hosts().getFirst(), "/Fan/1/refund", REFUND).get().status())
          .isEqualTo(200);
    }
    try (ReplicatedServices all =
        new ReplicatedServices(
            folder, host -> host == 0 ? unmarked : application(), three, "Tickets")) {
      assertThat(all.send(all.hosts().getFirst(), "/Fan/1/refund", REFUND).get().status())
          .isEqualTo(200);
      isInternal(all.send(all.hosts().get(1), "/Fan/1/refund", REFUND).get(), "Fan", "refund");
      assertThat(all.send(all.hosts().get(1), "/Ticket/1/buy", "{\"fan\": 1}").get().status())
          .isEqualTo(200);
      assertThat(all.send(all.hosts().getFirst(), "/Ticket/1/giveBack", "").get().status())
          .isEqualTo(200);
      assertThat(get(all.hosts().get(2).service().url() + "/Fan/1").body())
          .contains("EUR 2000050.00");
    }
  }

  @Test
  void theDescriptionDoesNotListThem() throws Exception {
    ServedNode served = ServedNode.open("Tickets", application(), folder);
    try {
      Answer description = get(served.url() + "/openapi.json");
      assertThat(((Map<?, ?>) description.get("paths")).keySet())
          .map(Object::toString)
          .contains("/Ticket/{key}/buy", "/Fan/{key}/join", "/Ledger/{key}/Correct")
          .doesNotContain("/Fan/{key}/pay", "/Fan/{key}/refund", "/Ledger/{key}/Note");
      assertThat(description.body()).doesNotContain("Fan.refund", "Ledger.Note", "Fan.pay");
      String unknown = get(served.url() + "/Fan/1/refunt").body();
      assertThat(unknown).contains("unknown-event").doesNotContain("refund");
    } finally {
      served.close();
    }
  }

  /** The program in whose process the node runs is the application's own. */
  @Test
  void theProgramOfTheProcessCallsThem() throws Exception {
    ServedNode served = ServedNode.open("Tickets", application(), folder);
    try {
      Node node = served.node();
      ActorId ledger = new ActorId("Ledger", "1");
      Action note = node.application().type("Ledger").action("Note");
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      Call call = new Call(ledger, note, List.of(new Note("z")));
      node.submit(new TransactionRequest(List.of(call), null, 60_000_000_000L), outcome::complete);
      assertThat(outcome.get()).isInstanceOf(Outcome.Committed.class);
    } finally {
      served.close();
    }
  }
}
