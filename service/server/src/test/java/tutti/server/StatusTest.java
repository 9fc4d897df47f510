package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** Each status of docs/rulings.md#contracts's table. */
class StatusTest extends ServiceTestBase {

  @Test
  void answers200WithTheTransactionWhenAnEventHappened() {
    Answer opened = post("/Account/" + A + "/open", "{\"initial\": \"EUR 50.00\"}");
    assertThat(opened.status()).isEqualTo(200);
    assertThat(opened.header("Content-Type")).isEqualTo("application/json");
    assertThat(opened.json())
        .isEqualTo(
            Map.of(
                "transaction", "0-1-1",
                "outcome", "committed",
                "specification", "Account",
                "key", A,
                "event", "open"));
    Answer read = get("/Account/" + A);
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.json())
        .isEqualTo(
            Map.of(
                "key",
                A,
                "state",
                "opened",
                "version",
                7,
                "fields",
                Map.of("iban", A, "balance", "EUR 50.00")));
  }

  @Test
  void takesAnEmptyBodyWhereEveryParameterHasADefault() {
    assertThat(post("/Account/" + A + "/open", "").status()).isEqualTo(200);
    assertThat(post("/Account/" + A + "/close", "").status()).isEqualTo(200);
    assertThat(post("/Account/" + B + "/open", "{}").status()).isEqualTo(200);
    assertThat(node.last.calls().getFirst().arguments()).hasToString("[EUR 0.00]");
  }

  @Test
  void showsTheResultOfAnEventThatReturnsSomething() {
    post("/Account/" + A + "/open", "{\"initial\": \"EUR 50.00\"}");
    assertThat(post("/Account/" + A + "/balance", "").get("result")).isEqualTo("EUR 50.00");
  }

  @Test
  void answers409WithTheRuleAndItsValuesWhenRefused() {
    post("/Account/" + A + "/open", "");
    Answer refused = post("/Account/" + A + "/withdraw", "{\"amount\": \"EUR 1.00\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(refused.json())
        .containsEntry("type", "urn:tutti:problem:precondition")
        .containsEntry("title", "Refused by the specification")
        .containsEntry("status", 409)
        .containsEntry("code", "precondition")
        .containsEntry("detail", "the balance EUR is too low")
        .containsEntry("specification", "Account")
        .containsEntry("key", A)
        .containsEntry("event", "withdraw")
        .containsEntry("documentation", "The balance must cover the amount.")
        .containsEntry("rule", "this.balance >= amount")
        .containsEntry("values", Map.of("this.balance", "EUR 0.00", "amount", "EUR 1.00"))
        .containsEntry("outcome", "aborted")
        .containsEntry("transaction", "0-1-2")
        .containsEntry("instance", "/transactions/0-1-2");
  }

  @Test
  void answers409WhenTheLifeCycleForbidsIt() {
    post("/Account/" + A + "/open", "");
    Answer again = post("/Account/" + A + "/open", "");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.get("code")).isEqualTo("state");
  }

  @Test
  void answers404ForAnInstanceThatDoesNotExist() {
    Answer missing = post("/Account/" + A + "/deposit", "{\"amount\": \"EUR 1.00\"}");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.get("code")).isEqualTo("no-such-instance");
    Answer unread = get("/Account/" + A);
    assertThat(unread.status()).isEqualTo(404);
    assertThat(unread.get("code")).isEqualTo("no-such-instance");
  }

  @Test
  void answers404WithTheNearestNames() {
    Answer specification = post("/Acount/" + A + "/open", "");
    assertThat(specification.status()).isEqualTo(404);
    assertThat(specification.get("code")).isEqualTo("unknown-specification");
    assertThat((String) specification.get("detail")).contains("did you mean 'Account'?");
    Answer event = post("/Account/" + A + "/deposti", "");
    assertThat(event.status()).isEqualTo(404);
    assertThat(event.get("code")).isEqualTo("unknown-event");
    assertThat((String) event.get("detail")).contains("did you mean 'deposit'?");
    assertThat(get("/accounts").get("code")).isEqualTo("unknown-specification");
    assertThat(get("/Account/a/b/c").get("code")).isEqualTo("not-found");
  }

  @Test
  void answers503AndRetryAfterWhenTheSystemAborts() {
    node.instead =
        id ->
            new Outcome.Aborted(
                id,
                new Reason.Deadlock(List.of(new Reason.Wait(id, new ActorId("Account", B))), 3));
    Answer deadlock = post("/Account/" + A + "/open", "");
    assertThat(deadlock.status()).isEqualTo(503);
    assertThat(deadlock.header("Retry-After")).matches("[1-9]");
    assertThat(deadlock.get("code")).isEqualTo("deadlock");
    assertThat(deadlock.get("retries")).isEqualTo(3);
    assertThat(deadlock.json()).as("definite for all tries").doesNotContainKey("definiteFor");
    assertThat(deadlock.get("cycle"))
        .isEqualTo(List.of(Map.of("transaction", "0-1-1", "specification", "Account", "key", B)));
    node.instead = id -> new Outcome.Aborted(id, new Reason.Overloaded(10));
    assertThat(post("/Account/" + A + "/open", "").get("code")).isEqualTo("overloaded");
    node.instead =
        id ->
            new Outcome.Aborted(
                id, new Reason.Deadline(5_000_000, new ActorId("Account", B), List.of(id)));
    Answer deadline = post("/Account/" + A + "/open", "");
    assertThat(deadline.get("waitedFor"))
        .isEqualTo(Map.of("specification", "Account", "key", B, "transactions", List.of("0-1-3")));
    node.instead = id -> new Outcome.Aborted(id, new Reason.Deadline(5_000_000));
    assertThat(post("/Account/" + A + "/open", "").json()).doesNotContainKey("waitedFor");
    String why = "transaction 0-1-7-1, in doubt since noon: waits for node b, unreachable";
    node.instead =
        id ->
            new Outcome.Aborted(
                id, new Reason.Deadline(5_000_000, new ActorId("Account", B), List.of(id), why));
    Answer doubt = post("/Account/" + A + "/open", "");
    assertThat((String) doubt.get("detail")).endsWith("it waited at Account[" + B + "] for " + why);
    assertThat(((Map<?, ?>) doubt.get("waitedFor")).get("inDoubt")).isEqualTo(why);
    node.instead = id -> new Outcome.Aborted(id, new Reason.Unavailable("stopping", "stopping"));
    assertThat(post("/Account/" + A + "/open", "").header("Retry-After")).matches("[1-9]");
  }

  @Test
  void answers202AndWhereToAskWhenInDoubt() {
    node.instead = id -> new Outcome.InDoubt(id, "the disk failed at the commit point");
    Answer doubt = post("/Account/" + A + "/open", "");
    assertThat(doubt.status()).isEqualTo(202);
    assertThat(doubt.header("Location")).isEqualTo("/transactions/0-1-1");
    assertThat(doubt.get("outcome")).isEqualTo("in-doubt");
  }

  @Test
  void tellsWhatBecameOfATransaction() {
    post("/Account/" + A + "/open", "");
    post("/Account/" + A + "/open", "");
    Answer committed = get("/transactions/0-1-1");
    assertThat(committed.status()).isEqualTo(200);
    assertThat(committed.json()).isEqualTo(Map.of("transaction", "0-1-1", "outcome", "committed"));
    Answer aborted = get("/transactions/0-1-2");
    assertThat(aborted.status()).isEqualTo(200);
    assertThat(aborted.json()).containsEntry("outcome", "aborted").containsKey("reason");
    node.status(new TransactionId(0, 1, 8), new TransactionStatus.Running());
    Answer running = get("/transactions/0-1-8");
    assertThat(running.status()).isEqualTo(202);
    assertThat(running.header("Location")).isEqualTo("/transactions/0-1-8");
    node.status(new TransactionId(0, 1, 10, 2), new TransactionStatus.Waiting("it waits for b"));
    Answer waiting = get("/transactions/0-1-10-2");
    assertThat(waiting.status()).isEqualTo(202);
    assertThat(waiting.get("outcome")).isEqualTo("in-doubt");
    assertThat((String) waiting.get("detail")).contains("it waits for b");
    assertThat(waiting.header("Location")).isEqualTo("/transactions/0-1-10-2");
    node.status(new TransactionId(0, 1, 9), new TransactionStatus.Expired());
    Answer expired = get("/transactions/0-1-9");
    assertThat(expired.status()).isEqualTo(410);
    assertThat(expired.get("code")).isEqualTo("expired");
    assertThat(get("/transactions/0-7-7").status()).isEqualTo(404);
    assertThat(get("/transactions/seven").status()).isEqualTo(404);
  }

  @Test
  void runsSeveralEventsAsOneTransaction() {
    Answer both =
        post(
            "/transactions",
            "{\"events\": [{\"specification\": \"Account\", \"key\": \""
                + A
                + "\", \"event\": \"open\", \"arguments\": {\"initial\": \"EUR 5.00\"}},"
                + "{\"key\": \""
                + B
                + "\", \"event\": \"open\", \"specification\": \"Account\"}]}");
    assertThat(both.status()).isEqualTo(200);
    assertThat(both.get("outcome")).isEqualTo("committed");
    assertThat((List<?>) both.get("events")).hasSize(2);
    Answer twice =
        post(
            "/transactions",
            "{\"events\": [{\"specification\": \"Account\", \"key\": \""
                + A
                + "\", \"event\": \"close\"}, {\"specification\": \"Account\", \"key\": \""
                + A
                + "\", \"event\": \"close\"}]}");
    assertThat(twice.status()).isEqualTo(409);
    assertThat(twice.get("code")).isEqualTo("instance-twice");
  }

  @Test
  void listsInstancesPageByPage() {
    post("/Account/" + A + "/open", "");
    post("/Account/" + B + "/open", "");
    Answer first = get("/Account?limit=1");
    assertThat(first.status()).isEqualTo(200);
    assertThat((List<?>) first.get("items")).hasSize(1);
    assertThat(first.get("next")).isEqualTo(B);
    Answer second = get("/Account?limit=1&after=" + B);
    assertThat((List<?>) second.get("items")).hasSize(1);
    assertThat(second.get("next")).isNull();
    assertThat(second.json()).containsKey("next");
    assertThat((List<?>) get("/Account?state=closed").get("items")).isEmpty();
    assertThat(get("/Account?state=opend").status()).isEqualTo(400);
    assertThat((String) get("/Account?state=opend").get("detail")).contains("'opened'");
    assertThat(get("/Account?limit=0").status()).isEqualTo(400);
    assertThat(get("/Account?limit=1001").status()).isEqualTo(400);
    assertThat(get("/Account?limit=1&limit=2").status()).isEqualTo(400);
    assertThat((String) get("/Account?stat=opened").get("detail")).contains("'state'");
  }

  @Test
  void answers503WhenAReadFails() {
    node.insteadOfRead = new ReadResult.Failed("deadline", "not read in time");
    Answer failed = get("/Account/" + A);
    assertThat(failed.status()).isEqualTo(503);
    assertThat(failed.header("Retry-After")).matches("[1-9]");
    assertThat(failed.get("code")).isEqualTo("deadline");
  }

  /** Asserts what the node gets: the time less that for which this machine let the request wait. */
  private void assertPassedOn(long nanos) {
    assertThat(node.last.timeoutNanos())
        .isBetween(1L, nanos)
        .isGreaterThan(nanos - 60_000_000_000L);
  }

  @Test
  void passesTheTimeoutOn() {
    post("/Account/" + A + "/open", "", "Tutti-Timeout", "250000ms");
    assertPassedOn(250_000_000_000L);
    post("/Account/" + A + "/close", "");
    assertPassedOn(10_000_000_000L);
    post("/Account/" + A + "/close", "", "Tutti-Timeout", "1h");
    assertPassedOn(3_600_000_000_000L);
    post("/Account/" + A + "/close", "", "Tutti-Timeout", "5m");
    assertPassedOn(300_000_000_000L);
    for (String no :
        List.of(
            "soon",
            "",
            "1",
            "s",
            "0ms",
            "-1s",
            "1.5s",
            "2h",
            "61m",
            "3601s",
            "1 s",
            "99999999ms")) {
      Answer bad = post("/Account/" + A + "/close", "", "Tutti-Timeout", no);
      assertThat(bad.status()).isEqualTo(400);
      assertThat(bad.get("code")).isEqualTo("bad-header");
      assertThat((String) bad.get("detail"))
          .contains("from 1ms to 1h")
          .contains("it is '" + no + "'");
    }
  }

  @Test
  void saysHowItIs() {
    assertThat(get("/health").json()).isEqualTo(Map.of("status", "up"));
    assertThat(get("/ready").status()).isEqualTo(200);
    node.notReady = "transaction 0-1-7-1 of node b must be decided first";
    Answer not = get("/ready");
    assertThat(not.status()).isEqualTo(503);
    assertThat(not.get("code")).isEqualTo("not-ready");
    assertThat(not.get("detail")).isEqualTo(node.notReady);
    assertThat(get("/health").status()).isEqualTo(200);
  }

  @Test
  void isNotReadyOnceTheJournalHasFailed() {
    assertThat(get("/metrics").body()).contains("tutti_ready 1.0", "tutti_journal_failed 0.0");
    node.readiness = new Readiness("the journal in data failed: no space", List.of(), true);
    Answer not = get("/ready");
    assertThat(not.status()).isEqualTo(503);
    assertThat(not.get("code")).isEqualTo("storage-failed");
    assertThat((String) not.get("detail")).contains("no space");
    assertThat(get("/metrics").body()).contains("tutti_ready 0.0", "tutti_journal_failed 1.0");
    assertThat(get("/health").status()).isEqualTo(200);
  }

  @Test
  void isNotReadyWhileTheMemoryIsFull() {
    assertThat(get("/metrics").body()).contains("tutti_memory_full 0.0");
    node.memory = FullMemory.gate();
    node.readiness = new Readiness(null, List.of(), false).unlessFull(node.memory);
    Answer not = get("/ready");
    assertThat(not.status()).isEqualTo(503);
    assertThat(not.get("code")).isEqualTo("memory-full");
    assertThat((String) not.get("detail")).contains("90% of the heap of 1000 MB");
    assertThat(get("/metrics").body())
        .contains("tutti_ready 0.0", "tutti_memory_full 1.0", "tutti_memory_live_ratio 0.9");
    assertThat(get("/health").status()).isEqualTo(200);
  }

  @Test
  void isReadyWithoutNodesThatAreDownAndNamesThem() {
    node.readiness = new Readiness(null, List.of("b", "c"), false);
    Answer ready = get("/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.get("status")).isEqualTo("ready");
    assertThat(ready.get("missing")).isEqualTo(List.of("b", "c"));
    assertThat((String) ready.get("detail")).contains("node b, node c");
  }

  @Test
  void namesClocksThatAreApartAndIsReady() {
    node.clocks =
        List.of(
            new PeerClocks.Peer("b", 1_200_000_000, 4_000_000, true),
            new PeerClocks.Peer("c", -20_000_000, 4_000_000, false));
    Answer ready = get("/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat((String) ready.get("clocks"))
        .isEqualTo("the clock of node b is 1.200 s ahead of this node's (within 0.004 s)");
  }

  @Test
  void showsWhatIsInDoubtAndWhichActorsItKeeps() {
    List<ActorId> many =
        IntStream.range(0, 30).mapToObj(i -> new ActorId("Account", "many-" + i)).toList();
    node.inDoubt =
        List.of(doubt(7, "node b", List.of(new ActorId("Account", A))), doubt(8, "node c", many));
    String metrics = get("/metrics").body();
    assertThat(metrics)
        .contains("tutti_in_doubt 2.0")
        .contains(
            "tutti_in_doubt_actor{actor=\"Account["
                + A
                + "]\",coordinator=\"node b\",transaction=\"0-1-7-1\"} 1.0")
        .contains("tutti_coordinating 14.0")
        .contains("tutti_branches 15.0")
        .contains("tutti_transport_messages_sent_total 16.0")
        .contains("tutti_transport_refused_handshakes_total 23.0");
    assertThat(metrics.lines().filter(line -> line.startsWith("tutti_in_doubt_actor{")))
        .hasSize(20);
    node.inDoubt = List.of();
    assertThat(get("/metrics").body())
        .contains("tutti_in_doubt 0.0")
        .doesNotContain("tutti_in_doubt_actor{");
  }

  private static ProgressReport.InDoubt doubt(
      long number, String coordinator, List<ActorId> actors) {
    return new ProgressReport.InDoubt(
        new BranchKey(new TransactionId(0, 1, number, 1), 0), coordinator, actors);
  }

  /** The data decides how long they are, and all clients of a thread that reads would wait. */
  @Test
  void longAnswersAreMadeByOtherThreadsThanThoseThatRead() {
    post("/Account/" + A + "/open", "");
    assertThat(node.answeredBy).startsWith("tutti-http");
    get("/metrics");
    assertThat(node.countedBy).isEqualTo("tutti-metrics");
    TransactionId id = new TransactionId(0, 1, 9);
    String text = "x".repeat(1000);
    node.status(id, new TransactionStatus.Ended(new Outcome.Committed(id, List.of(text))));
    assertThat(get("/transactions/" + id).get("results")).isEqualTo(List.of(text));
    assertThat(node.answeredBy).isEqualTo("tutti-answers");
  }

  @Test
  void countsWhatHappens() {
    post("/Account/" + A + "/open", "");
    post("/Account/" + A + "/open", "");
    Answer metrics = get("/metrics");
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.body())
        .contains("tutti_transactions_total{outcome=\"committed\",reason=\"\"} 1.0")
        .contains("tutti_transactions_total{outcome=\"refused\",reason=\"state\"} 1.0")
        .contains(
            "tutti_http_request_seconds_count{route=\"/{specification}/{key}/{event}\","
                + "status=\"409\"} 1")
        .contains("tutti_idempotency_oldest_seconds 12.0")
        .contains("tutti_journal_flushes_total 9.0")
        .contains("tutti_transaction_retries_total 4.0")
        .contains("tutti_transaction_retries_by_cause_total{cause=\"conflict\"} 3.0")
        .contains("tutti_transaction_retries_by_cause_total{cause=\"moved-key\"} 1.0")
        .contains("tutti_transaction_retries_by_cause_total{cause=\"cascade\"} 0.0")
        .contains("tutti_idempotency_bytes 26.0")
        .contains("tutti_outcome_bytes 27.0")
        .contains("tutti_snapshots 24.0")
        .contains("tutti_snapshot_rows 25.0")
        .contains("jvm_memory_used_bytes");
  }
}
