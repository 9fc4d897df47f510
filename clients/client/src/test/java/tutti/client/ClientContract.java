package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tutti.client.Wallets.Balance;
import tutti.client.Wallets.Bug;
import tutti.client.Wallets.Colour;
import tutti.client.Wallets.Count;
import tutti.client.Wallets.Deposit;
import tutti.client.Wallets.Echo;
import tutti.client.Wallets.Endless;
import tutti.client.Wallets.Find;
import tutti.client.Wallets.Say;
import tutti.client.Wallets.Send;
import tutti.client.Wallets.Small;
import tutti.client.Wallets.Things;
import tutti.client.Wallets.Wallet;
import tutti.embedded.AbortedException;
import tutti.embedded.ActorHandle;
import tutti.embedded.BatchEnd;
import tutti.embedded.Client;
import tutti.embedded.Committed;
import tutti.embedded.FailedException;
import tutti.embedded.InstanceHandle;
import tutti.embedded.Part;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;
import tutti.embedded.Status;
import tutti.embedded.TransactionException;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/** The behaviour that every client has, wherever its node is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClientContract {
  private static final String IBAN = "NL91ABNA0417164300";

  /** Actors are new in each test; keys differ, so that several nodes have some each. */
  private final AtomicInteger keys = new AtomicInteger();

  private Client client;

  /** Opens the client, and what it needs. */
  abstract Client open(Path specifications) throws Exception;

  abstract void close() throws Exception;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    client = open(Wallets.specifications(folder));
  }

  @AfterAll
  void stop() throws Exception {
    close();
  }

  private String key() {
    return Integer.toString(keys.incrementAndGet());
  }

  private ActorHandle<Wallet> wallet(String key) {
    return client.actor(Wallet.class, key);
  }

  private InstanceHandle member(String key) {
    InstanceHandle member = client.instance("Member", key);
    member.call("join", Map.of("fee", "EUR 12.50"));
    return member;
  }

  private static Deposit deposit(long amount) {
    return new Deposit("x", amount);
  }

  @Test
  void givesTypedResults() {
    String key = key();
    long balance = wallet(key).call(deposit(10));
    assertThat(balance).isEqualTo(10);
    assertThat(wallet(key).submit(deposit(5)).join()).isEqualTo(15);
    assertThat(wallet(key).call(new Send(key(), 4))).isNull();
    assertThat(wallet(key).call(new Balance())).isEqualTo(11);
    assertThat(wallet(key).call(new Find("x"))).contains(15L);
    assertThat(wallet(key).call(new Find("y"))).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // these are the mistakes
  void namesWhatIsNull() {
    String key = key();
    Committed committed = committed(key);
    Map<String, ThrowingCallable> mistakes =
        Map.of(
            "the procedure to call is null", () -> wallet(key).call((Procedure<Wallet, ?>) null),
            "the type of an actor is null", () -> client.actor((Class<Wallet>) null, key),
            "the key of a Wallet is null", () -> client.actor(Wallet.class, null),
            "the name of the specification is null", () -> client.instance(null, key),
            "the name of the event is null", () -> member(key).call(null, Map.of()),
            "the arguments of note are null", () -> member(key()).call("note", null),
            "the name of the transaction is null", () -> client.ask(null),
            "the timeout is null", () -> client.within(null),
            "the staleness is null", () -> client.snapshot(null),
            "the part is null", () -> committed.of(null));
    mistakes.forEach(
        (told, mistake) ->
            assertThatThrownBy(mistake).isInstanceOf(NullPointerException.class).hasMessage(told));
  }

  private Committed committed(String key) {
    Request request = client.request();
    request.call(Wallet.class, key, deposit(1));
    return request.run();
  }

  static Things things() {
    return new Things(
        true,
        new Small((byte) -128, Short.MAX_VALUE, Integer.MIN_VALUE, '"'),
        Long.MIN_VALUE,
        BigInteger.TEN.pow(37).negate(),
        new BigDecimal("1234567890123456789012345.0987654321000"),
        1.1f,
        Double.MIN_VALUE,
        "a\n\"ü€ 🎵 \\ \u0001",
        Colour.GREEN,
        UUID.fromString("8e03978e-40d5-43dd-bc93-6894a57f9324"),
        Instant.parse("2026-11-20T10:15:30.123456789Z"),
        LocalDate.of(2026, 2, 28),
        LocalDateTime.of(2026, 2, 28, 12, 30, 1, 5),
        Duration.ofSeconds(90, 7),
        Optional.of(""),
        List.of(Optional.of(1), Optional.empty()),
        Set.of(Colour.RED, Colour.GREEN),
        Map.of(1, "one", -2, "two"),
        Map.of(new Small((byte) 1, (short) 2, 3, 'c'), Double.NaN));
  }

  @Test
  void givesTheValuesThatTheProcedureReturns() {
    assertThat(wallet(key()).call(new Echo(things()))).isEqualTo(things());
  }

  @Test
  void givesResultsOfAnySize() {
    assertThat(wallet(key()).call(new Count(100_001))).hasSize(100_001).endsWith(100_000);
  }

  @Test
  void namesActorsByUnusualKeysAndByNoOthers() {
    String longest = "\u3042".repeat(ActorId.MOST_KEY_BYTES / 3);
    for (String key : List.of("\0", "a\nb", "\u007F", "e\u0301", "../x", "?#/%", " ", longest)) {
      assertThat(wallet(key).call(deposit(1))).as(key).isEqualTo(1);
    }
    for (String key : List.of("", "k\uD800", "\uDC00", longest + "aa", "k".repeat(100_000))) {
      assertThatThrownBy(() -> wallet(key).call(deposit(1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> client.once(key)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void doesAllCallsOfARequestOrNone() {
    String from = key();
    String to = key();
    wallet(from).call(deposit(10));
    Request both = client.request();
    Part<Long> left = both.call(Wallet.class, from, deposit(-4));
    Part<Long> got = both.call(Wallet.class, to, deposit(4));
    Part<Object> nothing =
        both.event("Member", key(), "join", Map.of("fee", "EUR 1.00", "share", "2%"));
    Committed committed = both.run();
    assertThat(committed.of(left)).isEqualTo(6);
    assertThat(committed.of(got)).isEqualTo(4);
    assertThat(committed.of(nothing)).isNull();
    assertThat(committed.age()).isEmpty();
    assertThat(client.ask(committed.transaction())).isEqualTo(new Status.Committed());
    Request tooMuch = client.request();
    tooMuch.call(Wallet.class, to, deposit(7));
    tooMuch.call(Wallet.class, from, deposit(-7));
    assertThatThrownBy(tooMuch::run)
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("overdrawn");
              assertThat(refused).hasMessage(from + " would have -1");
              assertThat(refused.actor()).isEqualTo("Wallet[" + from + "]");
              assertThat(refused.action()).isEqualTo("Deposit");
              assertThat(refused.rule()).isEmpty();
              assertThat(refused.documentation()).isEmpty();
              assertThat(refused.path()).isEmpty();
              assertThat(refused.values()).isEmpty();
              assertThat(refused.retryable()).isFalse();
              assertThat(client.ask(refused.transaction()))
                  .isEqualTo(new Status.Aborted("overdrawn", from + " would have -1"));
            });
    assertThat(wallet(to).call(new Balance())).isEqualTo(4);
  }

  @Test
  void tellsBugsFromRefusals() {
    String key = key();
    assertThatThrownBy(() -> wallet(key).call(new Bug()))
        .isInstanceOfSatisfying(
            FailedException.class,
            bug -> {
              assertThat(bug.code()).isEqualTo("internal-error");
              assertThat(bug.retryable()).isFalse();
              assertThat(bug.transaction()).isNotEmpty();
            })
        .hasMessage("Wallet[%s].Bug failed: java.lang.IllegalStateException: a bug", key);
    assertThatThrownBy(() -> wallet(key).call(new Say("Over the limit")))
        .isInstanceOf(FailedException.class)
        .hasMessageContaining("'Over the limit' is no code of an abort");
    assertThatThrownBy(() -> wallet(key).submit(new Say("over-limit-2")).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo("over-limit-2"));
  }

  @Test
  void takesEffectOnceUnderAKey() {
    String key = key();
    String once = getClass().getSimpleName() + key;
    Request first = client.once(once).request();
    Part<Long> balance = first.call(Wallet.class, key, deposit(10));
    Committed committed = first.run();
    assertThat(committed.of(balance)).isEqualTo(10);
    assertThat(client.once(once).actor(Wallet.class, key).call(deposit(10))).isEqualTo(10);
    assertThat(wallet(key).call(new Balance())).isEqualTo(10);
    assertThatThrownBy(() -> client.once(once).actor(Wallet.class, key).call(deposit(11)))
        .isInstanceOfSatisfying(
            AbortedException.class,
            aborted -> {
              assertThat(aborted.code()).isEqualTo("idempotency-key-reused");
              assertThat(aborted.retryable()).isFalse();
            })
        .hasMessage("the idempotency key '%s' was used before with another request", once);
  }

  @Test
  void endsByItsDeadline() {
    assertThatThrownBy(
            () ->
                client
                    .within(Duration.ofMillis(300))
                    .actor(Wallet.class, key())
                    .call(new Endless()))
        .isInstanceOfSatisfying(
            AbortedException.class,
            aborted -> {
              // Between nodes, a question without an answer may be what the time was for.
              assertThat(aborted.code()).isIn("deadline", "node-silent");
              assertThat(aborted.retryable()).isTrue();
            });
  }

  @Test
  void readsInstances() {
    String key = key();
    assertThat(client.instance("Member", key).read()).isEmpty();
    InstanceHandle member = member(key);
    assertThat(member.read()).get().extracting("state", "version").containsExactly("member", 1L);
    assertThat(member.read().orElseThrow().fields())
        .containsEntry("fee", "EUR 12.50")
        .containsEntry("share", "1%")
        .containsEntry("since", null);
    LocalDate since = LocalDate.of(2026, 11, 20);
    Instant seen = Instant.parse("2026-11-20T10:15:30Z");
    BigInteger large = BigInteger.TEN.pow(30);
    assertThat(
            member.call(
                "note",
                Map.of(
                    "since", since,
                    "seen", seen,
                    "account", IBAN,
                    "marks", Arrays.asList(3, large),
                    "names", Map.of("a \"b\"", since))))
        .isNull();
    assertThat(member.read().orElseThrow().fields())
        .containsEntry("since", "2026-11-20")
        .containsEntry("seen", "2026-11-20T10:15:30Z")
        .containsEntry("account", IBAN)
        .containsEntry("marks", List.of(3L, large))
        .containsEntry("names", Map.of("a \"b\"", "2026-11-20"))
        .containsEntry("loans", 0L);
  }

  @Test
  void refusesWithTheFactsOfTheRule() {
    String key = key();
    String loan = key();
    Map<String, Object> start = Map.of("member", Integer.valueOf(key));
    assertThatThrownBy(() -> client.instance("Loan", loan).call("start", start))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("unknown-partner");
              assertThat(refused.documentation()).contains("The member may not borrow now.");
              assertThat(refused.path())
                  .contains("Loan[%s].start → Member[%s].borrow".formatted(loan, key));
            });
    InstanceHandle member = member(key);
    client.instance("Loan", loan).call("start", start);
    assertThatThrownBy(() -> client.instance("Loan", key()).call("start", start))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("precondition");
              assertThat(refused.actor()).isEqualTo("Member[" + key + "]");
              assertThat(refused.action()).isEqualTo("borrow");
              assertThat(refused.rule()).contains("this.loans < 1");
              assertThat(refused.values()).isEqualTo(Map.of("this.loans", "1"));
              assertThat(refused.documentation())
                  .contains("The member may not borrow now. One book at a time.");
              assertThat(refused)
                  .hasMessageStartingWith("the precondition \"this.loans < 1\" does not hold");
            });
    assertThatThrownBy(() -> member.call("join", Map.of("fee", "EUR 1.00")))
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("state"));
    assertThatThrownBy(() -> client.instance("Member", key()).call("borrow", Map.of()))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.code()).isEqualTo("no-such-instance"));
  }

  @Test
  void takesSpansOfTimeOfAnyLength() {
    String key = key();
    wallet(key).call(deposit(3));
    for (Duration span :
        List.of(
            Duration.ofHours(1).plusNanos(1),
            Duration.ofDays(2),
            Duration.ofDays(365 * 300),
            ChronoUnit.FOREVER.getDuration())) {
      assertThat(client.within(span).actor(Wallet.class, key).call(new Balance())).isEqualTo(3);
      // The snapshot may be older than the deposit.
      assertThat(client.snapshot(span).actor(Wallet.class, key).call(new Balance()))
          .isBetween(0L, 3L);
    }
  }

  @Test
  void queriesASnapshot() {
    String key = key();
    wallet(key).call(deposit(3));
    Request query = client.snapshot(Duration.ZERO).request();
    Part<Long> balance = query.call(Wallet.class, key, new Balance());
    Committed committed = query.run();
    assertThat(committed.of(balance)).isEqualTo(3);
    assertThat(committed.age()).isPresent();
    assertThatThrownBy(
            () -> client.snapshot(Duration.ZERO).actor(Wallet.class, key).call(deposit(1)))
        .isInstanceOfSatisfying(
            TransactionException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("not-a-query");
              assertThat(refused.retryable()).isFalse();
            });
  }

  private static Request request(
      Client client, String key, Procedure<? super Wallet, ?> procedure) {
    Request request = client.request();
    request.call(Wallet.class, key, procedure);
    return request;
  }

  @Test
  void runsEachRequestOfABatchByItself() {
    String key = key();
    Request first = client.request();
    Part<Long> balance = first.call(Wallet.class, key, deposit(10));
    Request both = client.request();
    both.call(Wallet.class, key(), deposit(1));
    both.call(Wallet.class, key(), deposit(-1));
    Map<String, Object> fee = Map.of("fee", "EUR 1.00");
    Request event = client.request();
    event.event("Member", key(), "join", fee);
    List<BatchEnd> ends =
        client.batch(
            List.of(
                first,
                request(client, key(), new Say("no")),
                both,
                event,
                request(client, key(), new Bug())));
    assertThat(ends)
        .extracting(BatchEnd::isCommitted)
        .containsExactly(true, false, false, true, false);
    assertThat(ends.getFirst().committed().of(balance)).isEqualTo(10);
    assertThat(ends.get(1).failure())
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("no"));
    assertThatThrownBy(ends.get(2)::committed)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("overdrawn"));
    assertThat(ends.get(4).failure()).isInstanceOf(FailedException.class);
    assertThatThrownBy(ends.getFirst()::failure).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void givesABatchUnderItsKeyTheResultsThatItHad() {
    String key = key();
    Client once = client.once("batch-" + key);
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      requests.add(
          request(client, key + "-" + i % 7, i == 3 ? new Say("no") : new Deposit("d" + i, 1)));
    }
    List<String> names = transactions(once.batch(requests));
    assertThat(names).doesNotHaveDuplicates().hasSize(300);
    requests.set(5, request(client, key + "-5", new Deposit("other", 1)));
    requests.set(3, request(client, key + "-3", new Deposit("late", 1)));
    requests.add(request(client, key + "-0", new Deposit("more", 1)));
    List<BatchEnd> again = once.batch(requests);
    assertThat(again.get(5).failure().code()).isEqualTo("idempotency-key-reused");
    assertThat(again.get(3).isCommitted()).as("nothing had happened under its key").isTrue();
    assertThat(again.getLast().isCommitted()).isTrue();
    for (int i = 0; i < 300; i++) {
      if (i != 3 && i != 5) {
        assertThat(again.get(i).committed().transaction()).isEqualTo(names.get(i));
      }
    }
    long all = 0;
    for (int i = 0; i < 7; i++) {
      all += wallet(key + "-" + i).call(new Balance());
    }
    assertThat(all).isEqualTo(301);
  }

  private static List<String> transactions(List<BatchEnd> ends) {
    return ends.stream()
        .map(end -> end.isCommitted() ? end.committed().transaction() : end.failure().transaction())
        .toList();
  }

  @Test
  void takesBatchesWithinTheirBounds() {
    Request one = request(client, key(), deposit(1));
    assertThatThrownBy(() -> client.batch(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a batch has 1 to 8192 requests, but this has 0");
    assertThatThrownBy(() -> client.batch(Collections.nCopies(8193, one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a batch has 1 to 8192 requests, but this has 8193");
    assertThatThrownBy(() -> client.batch(List.of(one, client.request())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the request has no calls");
    assertThat(client.batch(Collections.nCopies(1000, one)))
        .as("independent of each other")
        .allMatch(BatchEnd::isCommitted)
        .extracting(end -> end.committed().transaction())
        .doesNotHaveDuplicates();
  }

  @Test
  void queriesSnapshotsInABatch() {
    String key = key();
    wallet(key).call(deposit(3));
    Request query = client.request();
    Part<Long> balance = query.call(Wallet.class, key, new Balance());
    List<BatchEnd> ends =
        client.snapshot(Duration.ZERO).batch(List.of(query, request(client, key, deposit(1))));
    assertThat(ends.getFirst().committed().of(balance)).isEqualTo(3);
    assertThat(ends.getFirst().committed().age()).isPresent();
    assertThat(ends.getLast().failure().code()).isEqualTo("not-a-query");
  }

  @Test
  void knowsNothingOfTransactionsThatNeverWere() {
    assertThat(client.ask("0-99-99999")).isEqualTo(new Status.Unknown());
    assertThat(client.ask("nonsense")).isEqualTo(new Status.Unknown());
  }

  @Test
  void completesFuturesOnThreadsThatMayWait() {
    String key = key();
    assertThat(
            wallet(key)
                .submit(deposit(1))
                .thenApply(balance -> wallet(key).call(new Balance()))
                .join())
        .isEqualTo(1);
  }

  @Test
  void takesAnyKeyOfAnActor() {
    for (String key : List.of("a b/c?d#e%2F+", "..", "ü€🎵", "\"")) {
      assertThat(wallet(key).call(deposit(1))).as(key).isEqualTo(1);
    }
  }

  @Test
  void namesWhatTheApplicationLacks() {
    assertThatThrownBy(() -> client.instance("Membre", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no specification Membre");
    assertThatThrownBy(() -> member(key()).call("leave", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no event leave");
  }
}
