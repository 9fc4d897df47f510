package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tutti.client.FaultyProxy.Fault;
import tutti.client.Wallets.Deposit;
import tutti.client.Wallets.Times;
import tutti.client.Wallets.Wallet;
import tutti.embedded.AbortedException;
import tutti.embedded.BatchEnd;
import tutti.embedded.Client;
import tutti.embedded.FailedException;
import tutti.embedded.InDoubtException;
import tutti.embedded.Part;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;
import tutti.embedded.Status;
import tutti.embedded.Tutti;

/** A client between which and its service connections break and answers are lost. */
class RemoteFaultsTest {
  /** As long as a machine that is busy with other things may need. */
  private static final Duration LONG = Duration.ofMinutes(3);

  private static final Duration SHORT = Duration.ofMillis(200);

  private static TestService service;
  private static RemoteClient direct;

  @BeforeAll
  static void start() throws Exception {
    service = TestService.start(Tutti.builder().application(Wallets.application()), 1);
    direct = RemoteClient.connect(Wallets.application(), service.urls());
  }

  @AfterAll
  static void stop() throws Exception {
    direct.close();
    service.close();
  }

  private static FaultyProxy proxy(IntFunction<Fault> faults) throws IOException {
    return new FaultyProxy(service.port(), faults);
  }

  /** A proxy with these faults, of which the last one stays. */
  private static FaultyProxy proxy(Fault... faults) throws IOException {
    return proxy(number -> faults[Math.min(number, faults.length - 1)]);
  }

  private static RemoteClient client(FaultyProxy... proxies) throws IOException {
    return RemoteClient.builder()
        .application(Wallets.application())
        .nodes(List.of(proxies).stream().map(FaultyProxy::url).toArray(String[]::new))
        .timeout(LONG)
        .connect();
  }

  private static long deposit(Client client, String wallet) {
    return client.actor(Wallet.class, wallet).call(new Deposit("it", 1));
  }

  private static Map<String, Integer> times(String wallet) {
    return direct.actor(Wallet.class, wallet).call(new Times());
  }

  @Test
  void everyAcknowledgedDepositCountsOnce() throws Exception {
    Random random = new Random(2026);
    List<Fault> all =
        List.of(
            FaultyProxy.NONE,
            FaultyProxy.NONE,
            FaultyProxy.CUT_BEFORE,
            FaultyProxy.CUT_AFTER,
            FaultyProxy.CUT_WITHIN,
            FaultyProxy.GATEWAY,
            FaultyProxy.aborted(503, "not-ready"),
            FaultyProxy.aborted(503, "overloaded"));
    List<Fault> drawn =
        IntStream.range(0, 10_000).mapToObj(i -> all.get(random.nextInt(all.size()))).toList();
    IntFunction<Fault> faults = number -> drawn.get(number % drawn.size());
    try (FaultyProxy one = proxy(faults);
        FaultyProxy other = proxy(number -> faults.apply(number + 5_000));
        RemoteClient client = client(one, other)) {
      Map<String, Integer> expected = new HashMap<>();
      List<CompletableFuture<Long>> running = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String name = "deposit-" + i;
        expected.put(name, 1);
        running.add(client.actor(Wallet.class, "many").submit(new Deposit(name, 1)));
        if (i % 8 == 7) {
          running.getLast().join();
        }
      }
      running.forEach(CompletableFuture::join);
      assertThat(times("many")).isEqualTo(expected);
      assertThat(one.posts() + other.posts()).as("with repeats").isGreaterThan(250);
      assertThat(running.stream().map(CompletableFuture::join).collect(Collectors.toSet()))
          .as("each is told its own result")
          .hasSize(200);
    }
  }

  private static List<Request> deposits(Client client, String wallet, int count) {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Request request = client.request();
      request.call(Wallet.class, wallet, new Deposit("d" + i, 1));
      requests.add(request);
    }
    return requests;
  }

  @Test
  void everyRequestOfABatchCountsOnce() throws Exception {
    List<Fault> each =
        List.of(
            FaultyProxy.CUT_BEFORE,
            FaultyProxy.CUT_AFTER,
            FaultyProxy.CUT_WITHIN,
            FaultyProxy.GATEWAY,
            FaultyProxy.turnedAway("overloaded"));
    for (int i = 0; i < each.size(); i++) {
      String wallet = "batched-" + i;
      try (FaultyProxy proxy = proxy(each.get(i), FaultyProxy.NONE);
          RemoteClient client = client(proxy)) {
        List<BatchEnd> ends = client.batch(deposits(client, wallet, 50));
        assertThat(ends).as("%s", each.get(i)).allMatch(BatchEnd::isCommitted);
        assertThat(proxy.posts()).isEqualTo(2);
        assertThat(times(wallet)).hasSize(50).allSatisfy((_, times) -> assertThat(times).isOne());
      }
    }
  }

  @Test
  void saysThatRequestsOfABatchAreInDoubt() throws Exception {
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER);
        RemoteClient client = client(proxy)) {
      List<BatchEnd> ends = client.within(SHORT).batch(deposits(client, "doubted-batch", 3));
      assertThat(ends)
          .allSatisfy(end -> assertThat(end.failure()).isInstanceOf(InDoubtException.class));
      String key = ((InDoubtException) ends.getLast().failure()).key().orElseThrow();
      assertThat(direct.once(key).batch(deposits(direct, "doubted-batch", 3)))
          .allMatch(BatchEnd::isCommitted);
      assertThat(times("doubted-batch")).containsOnlyKeys("d0", "d1", "d2").containsValue(1);
    }
  }

  /** A request that was refused might happen if it were asked again. */
  @Test
  void repeatsOfABatchOnlyWhatHasNoAnswer() throws Exception {
    Fault half =
        new Fault.Instead(
            200,
            "application/json",
            "{\"items\": [{\"index\": 0, \"type\": \"urn:tutti:problem:enough\", \"status\": 409,"
                + " \"transaction\": \"0-1-1\", \"outcome\": \"aborted\", \"code\": \"enough\","
                + " \"detail\": \"it is enough\", \"specification\": \"Wallet\", \"key\": \"half\","
                + " \"event\": \"Deposit\"}]}");
    try (FaultyProxy proxy = proxy(half, FaultyProxy.NONE);
        RemoteClient client = client(proxy)) {
      List<BatchEnd> ends = client.batch(deposits(client, "half", 3));
      assertThat(ends.getFirst().failure()).isInstanceOf(RefusedException.class);
      assertThat(ends.subList(1, 3)).allMatch(BatchEnd::isCommitted);
      assertThat(times("half")).containsOnlyKeys("d1", "d2");
      assertThat(proxy.posts()).isEqualTo(2);
    }
  }

  @Test
  void asksAgainForResultsThatAnAnswerHadNoRoomFor() throws Exception {
    Fault without =
        new Fault.Instead(
            200,
            "application/json",
            "{\"items\": [{\"index\": 0, \"status\": 200, \"transaction\": \"0-1-1\","
                + " \"outcome\": \"committed\", \"location\": \"/transactions/0-1-1\"}]}");
    try (FaultyProxy proxy = proxy(without, FaultyProxy.NONE);
        RemoteClient client = client(proxy)) {
      Request request = client.request();
      Part<Long> balance = request.call(Wallet.class, "room", new Deposit("it", 1));
      assertThat(client.batch(List.of(request)).getFirst().committed().of(balance)).isEqualTo(1);
      assertThat(proxy.posts()).isEqualTo(2);
    }
  }

  @Test
  void saysThatABatchIsTooLarge() {
    Request large = direct.request();
    large.call(Wallet.class, "large", new Deposit("x".repeat(1000), 1));
    assertThat(direct.batch(Collections.nCopies(8192, large)))
        .allSatisfy(
            end ->
                assertThat(end.failure())
                    .isInstanceOf(FailedException.class)
                    .hasMessageContaining("too large for the service"));
  }

  @Test
  void repeatsAfterEachKindOfFault() throws Exception {
    List<Fault> each =
        List.of(
            FaultyProxy.CUT_BEFORE,
            FaultyProxy.CUT_AFTER,
            FaultyProxy.CUT_WITHIN,
            FaultyProxy.GATEWAY,
            FaultyProxy.aborted(503, "earlier-try"),
            FaultyProxy.aborted(503, "node-unavailable"));
    for (int i = 0; i < each.size(); i++) {
      try (FaultyProxy proxy = proxy(each.get(i), FaultyProxy.NONE);
          RemoteClient client = client(proxy)) {
        assertThat(deposit(client, "each-" + i)).as("%s", each.get(i)).isEqualTo(1);
        assertThat(times("each-" + i)).containsEntry("it", 1);
        assertThat(proxy.posts()).isEqualTo(2);
      }
    }
  }

  /** The answer of the first call is lost, and then no node can be reached. */
  @Test
  void aKeyThatWasGivenIsInDoubtUntilANodeHasSpokenOfIt() throws Exception {
    try (FaultyProxy proxy =
            proxy(FaultyProxy.CUT_AFTER, FaultyProxy.aborted(503, "node-unavailable"));
        RemoteClient client = client(proxy)) {
      Client once = client.once("given-key").within(Duration.ofMillis(300));
      for (int call = 0; call < 3; call++) {
        assertThatThrownBy(() -> deposit(once, "given")).isInstanceOf(InDoubtException.class);
      }
      assertThatThrownBy(() -> deposit(client.within(Duration.ofMillis(300)), "given"))
          .as("nobody has used its key before")
          .isInstanceOf(AbortedException.class);
      client.close();
      assertThatThrownBy(() -> deposit(once, "given")).isInstanceOf(InDoubtException.class);
      assertThat(times("given")).containsEntry("it", 1);
      assertThat(deposit(direct.once("given-key"), "given")).isEqualTo(1);
    }
  }

  /** Under TAPIR and Janus a node speaks of the try that it was asked for, and of no other. */
  @Test
  void aRefusalOfOneTryLeavesAGivenKeyInDoubt() throws Exception {
    Fault refused = FaultyProxy.refusedThisTry("precondition", "v would be 110");
    try (FaultyProxy proxy = proxy(refused, refused);
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client.once("refused-key"), "refused"))
          .isInstanceOf(InDoubtException.class)
          .hasMessageContaining("v would be 110")
          .cause()
          .isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> deposit(client, "refused"))
          .as("nobody has used its key before")
          .isInstanceOf(RefusedException.class);
    }
  }

  /** An application that has changed since an earlier call knows nothing of what that did. */
  @Test
  void aRequestThatIsNotUnderstoodLeavesAGivenKeyInDoubt() throws Exception {
    Fault changed = FaultyProxy.unknownEvent("there is no Deposit");
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER, changed, changed);
        RemoteClient client = client(proxy)) {
      Client once = client.once("changed-key");
      assertThatThrownBy(() -> deposit(once, "changed")).isInstanceOf(InDoubtException.class);
      assertThatThrownBy(() -> deposit(once, "changed"))
          .isInstanceOf(InDoubtException.class)
          .cause()
          .isInstanceOf(FailedException.class);
      assertThat(times("changed")).containsEntry("it", 1);
    }
  }

  /** An answer in doubt, as a node gives it half a second after the deadline. */
  @Test
  void joinsATransactionInDoubt() throws Exception {
    Fault doubt =
        new Fault.Instead(
            202,
            "application/json",
            "{\"transaction\": \"0-1-7\", \"outcome\": \"in-doubt\", \"detail\": \"the disk\"}");
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER, doubt, FaultyProxy.NONE);
        RemoteClient client = client(proxy)) {
      assertThat(deposit(client, "joined")).isEqualTo(1);
      assertThat(times("joined")).containsEntry("it", 1);
    }
    try (FaultyProxy proxy = proxy(doubt);
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client.within(SHORT), "doubted"))
          .isInstanceOfSatisfying(
              InDoubtException.class,
              inDoubt -> {
                assertThat(inDoubt.transaction()).isEqualTo("0-1-7");
                assertThat(inDoubt.key()).isPresent();
              })
          .hasMessage("the disk");
    }
  }

  @Test
  void isInDoubtAfterALostAnswerAndCanBeAskedByItsKey() throws Exception {
    for (Fault fault :
        List.of(FaultyProxy.SILENCE, FaultyProxy.CUT_AFTER, FaultyProxy.CUT_BEFORE)) {
      try (FaultyProxy proxy = proxy(fault);
          RemoteClient client = client(proxy)) {
        String wallet = "silent-" + fault;
        assertThatThrownBy(() -> deposit(client.within(SHORT), wallet))
            .isInstanceOfSatisfying(
                InDoubtException.class,
                inDoubt -> {
                  assertThat(inDoubt.transaction()).isEmpty();
                  assertThat(inDoubt.retryable()).isFalse();
                  String key = inDoubt.key().orElseThrow();
                  assertThat(deposit(direct.once(key), wallet)).isEqualTo(1);
                })
            .hasMessageContaining("POST " + proxy.url());
        assertThat(times(wallet)).containsEntry("it", 1);
      }
    }
  }

  /** The codes about one try say nothing of the try before. */
  @Test
  void tellsAnswersAboutAKeyFromThoseAboutATry() throws Exception {
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER, FaultyProxy.aborted(503, "not-ready"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client.within(SHORT), "kept"))
          .isInstanceOf(InDoubtException.class);
    }
    try (FaultyProxy proxy =
            proxy(FaultyProxy.CUT_AFTER, FaultyProxy.abortedThisTry(503, "deadline"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "ordered")).isInstanceOf(InDoubtException.class);
    }
    try (FaultyProxy proxy = proxy(FaultyProxy.abortedThisTry(503, "deadline"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "alone")).isInstanceOf(AbortedException.class);
    }
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER, FaultyProxy.turnedAway("deadline"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "begun")).isInstanceOf(InDoubtException.class);
    }
    try (FaultyProxy proxy = proxy(FaultyProxy.turnedAway("deadline"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "turned-away"))
          .isInstanceOfSatisfying(
              AbortedException.class, aborted -> assertThat(aborted.code()).isEqualTo("deadline"));
    }
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_BEFORE, FaultyProxy.aborted(503, "deadline"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "none"))
          .isInstanceOfSatisfying(
              AbortedException.class,
              aborted -> {
                assertThat(aborted.code()).isEqualTo("deadline");
                assertThat(aborted.transaction()).isEqualTo("0-1-1");
              });
    }
    Fault refusal = FaultyProxy.refused("enough", "it is enough");
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_BEFORE, refusal);
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "refused")).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void doesNotRepeatARequestThatTheServiceDoesNotKnow() throws Exception {
    Fault unknown = FaultyProxy.unknownEvent("Wallet has no Deposit");
    try (FaultyProxy proxy = proxy(unknown);
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "unknown"))
          .isInstanceOfSatisfying(
              FailedException.class,
              failed -> assertThat(failed.code()).isEqualTo("not-understood"))
          .hasMessageContaining("Wallet has no Deposit (400 unknown-event)");
      assertThat(proxy.posts()).isEqualTo(1);
    }
    try (FaultyProxy proxy = proxy(FaultyProxy.CUT_AFTER, unknown);
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client, "perhaps")).isInstanceOf(InDoubtException.class);
    }
  }

  @Test
  void saysThatAnAnswerGivesNoReason() throws Exception {
    try (FaultyProxy proxy = proxy(new Fault.Instead(202, "application/json", "{}"));
        RemoteClient client = client(proxy)) {
      assertThatThrownBy(() -> deposit(client.within(Duration.ofMillis(50)), "open"))
          .isInstanceOf(InDoubtException.class)
          .hasMessage("the answer 202 gives no reason");
    }
  }

  @Test
  void goesOnToTheNextNode() throws Exception {
    try (FaultyProxy broken = proxy(FaultyProxy.GATEWAY);
        FaultyProxy whole = proxy(FaultyProxy.NONE);
        RemoteClient client = client(broken, whole)) {
      for (int i = 1; i <= 10; i++) {
        assertThat(deposit(client, "next")).isEqualTo(i);
      }
      assertThat(broken.posts()).as("it stays where it was answered").isLessThanOrEqualTo(1);
    }
  }

  @Test
  void hasAbortedWhileNoNodeTakesAConnection() throws Exception {
    FaultyProxy proxy = proxy(FaultyProxy.NONE);
    try (RemoteClient client = client(proxy)) {
      proxy.close();
      Client brief = client.within(SHORT);
      assertThatThrownBy(() -> deposit(brief, "gone"))
          .isInstanceOfAny(AbortedException.class, InDoubtException.class);
      // The connection that broke was the last one: from now on, no request is sent.
      assertThatThrownBy(() -> deposit(brief, "gone"))
          .isInstanceOfSatisfying(
              AbortedException.class,
              aborted -> {
                assertThat(aborted.code()).isEqualTo("node-unavailable");
                assertThat(aborted.transaction()).isEmpty();
                assertThat(aborted.retryable()).isTrue();
              })
          .hasMessageContaining(proxy.url());
      assertThat(brief.ask("0-1-1")).isInstanceOf(Status.Open.class);
    }
  }

  @Test
  void isClosedOnceAndThenTakesNothing() throws Exception {
    RemoteClient client = RemoteClient.connect(Wallets.application(), service.urls());
    CompletableFuture<Long> running =
        client.actor(Wallet.class, "closing").submit(new Deposit("it", 1));
    client.close();
    client.close();
    assertThat(running.join()).isEqualTo(1);
    assertThatThrownBy(() -> deposit(client, "closing"))
        .isInstanceOfSatisfying(
            AbortedException.class, aborted -> assertThat(aborted.code()).isEqualTo("stopping"));
    assertThatThrownBy(() -> deposit(direct.once("a\nb"), "closing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("visible ASCII");
  }
}
