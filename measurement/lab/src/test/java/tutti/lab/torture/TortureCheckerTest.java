package tutti.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.log.LogDamage;
import tutti.lab.log.LogIncomplete;
import tutti.lab.log.Logs;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.lab.torture.RequestRecord.End;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;

/** A run of two real nodes as it was, and with bugs put into what is left of it. */
@Timeout(300)
class TortureCheckerTest {
  private static final int DECISION = 1;
  private static final int BRANCH_COMMITTED = 3;
  private static final int ACCOUNTS = 6;
  private static final int TRANSFERS = 40;

  @TempDir private Path data;
  private final Application application = BundledSpecification.simulation();
  private final List<RequestRecord> deeds = new ArrayList<>();
  private final Map<String, Long> last = new TreeMap<>();

  @BeforeEach
  void run() throws Exception {
    Deployment deployment = deployment();
    try (OpenNodes open = new LocalNodes().open(application, deployment, data, 1)) {
      for (int i = 0; i < ACCOUNTS; i++) {
        ask(open, "Account", Bank.iban(i).text(), "open", List.of(euros(50)));
      }
      for (int i = 0; i < 2; i++) {
        ask(open, "Account", Bank.iban(0).text(), "block", List.of());
        ask(open, "Account", Bank.iban(0).text(), "unblock", List.of());
      }
      ask(open, "Account", Bank.iban(1).text(), "interest", List.of(Percentage.of(5)));
      for (int i = 0; i < TRANSFERS; i++) {
        List<Object> arguments =
            List.of(euros(1 + i % 7), Bank.iban(i % ACCOUNTS), Bank.iban((i * 5 + 1) % ACCOUNTS));
        ask(open, "Transfer", Integer.toString(i), "book", arguments);
        read(open, Bank.iban(i % ACCOUNTS).text());
      }
      for (Node node : open.nodes()) {
        for (String type : List.of("Account", "Transfer")) {
          CompletableFuture<Node.ListResult> page = new CompletableFuture<>();
          node.list(type, null, 1_000, null, page::complete);
          ((Node.Page) page.get(180, TimeUnit.SECONDS))
              .items()
              .forEach(item -> last.put(item.id().toString(), item.version()));
        }
      }
    }
  }

  private static Deployment deployment() {
    Deployment small =
        Deployment.DEFAULT.toBuilder()
            .containers(2)
            .executors(2)
            .journal(new JournalSettings(1 << 20, 8 << 20, Duration.ZERO))
            .build();
    return small.withNodes(NodeAddress.inOneProcess(2));
  }

  private static Money euros(long amount) {
    return Money.ofThousandths(Currency.EUR, amount * 1000);
  }

  private void ask(OpenNodes open, String type, String actor, String event, List<Object> arguments)
      throws Exception {
    var target = Objects.requireNonNull(application.type(type));
    var action = Objects.requireNonNull(target.action(event));
    Call call = new Call(new ActorId(type, actor), action, arguments);
    String key = "key-" + deeds.size();
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    long invoked = System.nanoTime();
    open.nodes()
        .get(deeds.size() % 2)
        .submit(
            new TransactionRequest(
                List.of(call), new Idempotency(key, deeds.size()), 10_000_000_000L),
            outcome::complete);
    Outcome told = outcome.get(180, TimeUnit.SECONDS);
    boolean committed = told instanceof Outcome.Committed;
    deeds.add(
        new RequestRecord(
            "d" + deeds.size(),
            "one",
            new Ask("/", "{}", type + "[" + actor + "]." + Ask.event(call)),
            key,
            invoked,
            System.nanoTime(),
            committed ? End.COMMITTED : End.ABORTED,
            committed ? told.transaction().toString() : null,
            -1));
  }

  private void read(OpenNodes open, String iban) throws Exception {
    ActorId actor = new ActorId("Account", iban);
    CompletableFuture<Node.ReadResult> result = new CompletableFuture<>();
    long invoked = System.nanoTime();
    open.node().read(actor, 10_000_000_000L, result::complete);
    Node.ReadResult.Found found = (Node.ReadResult.Found) result.get(180, TimeUnit.SECONDS);
    deeds.add(
        new RequestRecord(
            "d" + deeds.size(),
            "one",
            new Ask("/", null, actor.toString()),
            null,
            invoked,
            System.nanoTime(),
            End.COMMITTED,
            null,
            found.instance().version()));
  }

  private List<Path> folders() {
    return List.of(data.resolve("node-0"), data.resolve("node-1"));
  }

  /** Lets the first record of a kind be forgotten, of the first node that has one. */
  private boolean forgotten(int kind) throws IOException {
    for (Path folder : folders()) {
      if (LogDamage.forget(folder, kind)) {
        return true;
      }
    }
    return false;
  }

  private TortureChecker judge() throws IOException {
    Logs logs = new Logs(application, folders(), Protocol.NONE);
    logs.poll();
    return new TortureChecker(application, logs.summary(true));
  }

  /** Everything that is wrong, by both. */
  private List<String> wrong() throws IOException {
    TortureChecker judge = judge();
    RecordedHistory history = judge.history(HistoryClaim.STRICT_SERIALIZABLE, deeds, last);
    return Stream.concat(judge.anomalies().stream(), HistoryChecker.check(history).stream())
        .map(Anomaly::name)
        .distinct()
        .toList();
  }

  @Test
  void aGoodRunIsFoundGood() throws Exception {
    assertThat(wrong()).isEmpty();
    TortureChecker judge = judge();
    RecordedHistory history = judge.history(HistoryClaim.STRICT_SERIALIZABLE, deeds, last);
    assertThat(history.operations()).hasSize(deeds.size());
    long writes = history.operations().stream().mapToLong(it -> it.writes().size()).sum();
    assertThat(writes).isEqualTo(last.values().stream().mapToLong(Long::longValue).sum());
    assertThat(writes).isGreaterThan(ACCOUNTS + 2 * TRANSFERS);
  }

  @Test
  void aDecisionThatALogLostIsFound() throws Exception {
    assertThat(forgotten(DECISION)).isTrue();
    assertThat(wrong()).contains("lost-write");
  }

  @Test
  void aBranchThatALogLostIsFound() throws Exception {
    assertThat(forgotten(BRANCH_COMMITTED)).isTrue();
    assertThat(wrong()).contains("half-committed");
  }

  @Test
  void anAnswerThatNothingHappenedIsFoundWrong() throws Exception {
    RequestRecord first = deeds.getFirst();
    deeds.set(
        0,
        new RequestRecord(
            first.id(),
            first.client(),
            first.ask(),
            first.key(),
            first.invoked(),
            first.completed(),
            End.ABORTED,
            null,
            -1));
    assertThat(wrong()).contains("aborted-and-done");
  }

  @Test
  void aRequestThatNobodyMadeIsFound() throws Exception {
    deeds.removeFirst();
    assertThat(wrong()).contains("unasked");
  }

  @Test
  void aRequestThatWasNeverAnsweredIsFoundOutByTheLogs() throws Exception {
    deeds.set(0, neverAnswered(deeds.getFirst(), "two"));
    TortureChecker judge = judge();
    RecordedHistory history = judge.history(HistoryClaim.STRICT_SERIALIZABLE, deeds, last);
    assertThat(judge.anomalies()).isEmpty();
    assertThat(judge.foundOutLater()).isEqualTo(1);
    assertThat(history.operations())
        .anyMatch(it -> it.client().equals("two") && it.completed() == Operation.NEVER);
  }

  /** As if a node had booked another amount than the one that it was asked for with this key. */
  @Test
  void aTransactionWithAnotherAmountThanItsRequestIsFound() throws Exception {
    int index = booked();
    deeds.set(index, asked(deeds.get(index), "EUR 999.00"));
    assertThat(wrong()).contains("another-request");
  }

  @Test
  void aTransactionWithAnotherAmountThanARequestThatWasNotAnsweredIsNoAnswerToIt()
      throws Exception {
    int index = booked();
    deeds.set(index, neverAnswered(asked(deeds.get(index), "EUR 999.00"), "two"));
    assertThat(wrong()).contains("unasked");
  }

  private int booked() {
    for (int i = 0; i < deeds.size(); i++) {
      if (deeds.get(i).ask().signature().contains(".book[")
          && deeds.get(i).end() == End.COMMITTED) {
        return i;
      }
    }
    throw new AssertionError("no transfer was booked");
  }

  private static RequestRecord asked(RequestRecord deed, String amount) {
    String signature = deed.ask().signature().replaceFirst("EUR \\d+\\.\\d+", amount);
    assertThat(signature).isNotEqualTo(deed.ask().signature());
    return new RequestRecord(
        deed.id(),
        deed.client(),
        new Ask(deed.ask().path(), deed.ask().body(), signature),
        deed.key(),
        deed.invoked(),
        deed.completed(),
        deed.end(),
        deed.transaction(),
        deed.version());
  }

  /**
   * The requests cannot be told apart: it is only known that none happened before the first was
   * sent.
   */
  @Test
  void requestsThatDoTheSameAndWereNeverAnsweredMayBeEachOther() throws Exception {
    RequestRecord first = deeds.get(ACCOUNTS);
    RequestRecord second = deeds.get(ACCOUNTS + 2);
    assertThat(second.ask()).isEqualTo(first.ask());
    deeds.set(ACCOUNTS, neverAnswered(first, "two"));
    deeds.set(ACCOUNTS + 2, neverAnswered(second, "three"));
    long began = first.invoked() - 1;
    long ended = second.invoked();
    deeds.add(
        new RequestRecord(
            "busy", "three", first.ask(), "busy", began, ended, End.ABORTED, null, -1));
    assertThat(wrong()).isEmpty();
  }

  private static RequestRecord neverAnswered(RequestRecord deed, String client) {
    return new RequestRecord(
        deed.id(), client, deed.ask(), null, deed.invoked(), 0, End.UNKNOWN, null, -1);
  }

  @Test
  void aReadOfAnOlderVersionIsFound() throws Exception {
    int index = deeds.size() - 1;
    RequestRecord read = deeds.get(index);
    assertThat(read.version()).isGreaterThan(1);
    deeds.set(
        index,
        new RequestRecord(
            read.id(),
            read.client(),
            read.ask(),
            null,
            read.invoked(),
            read.completed(),
            read.end(),
            null,
            read.version() - 1));
    assertThat(wrong()).isNotEmpty();
  }

  @Test
  void aVersionThatIsNotThereInTheEndIsFound() throws Exception {
    last.computeIfPresent("Transfer[3]", (actor, version) -> null);
    assertThat(wrong()).contains("lost-write");
  }

  @Test
  void aLogThatIsNotWholeIsNotJudged() throws Exception {
    Path beginning = folders().getFirst().resolve("log-0000000000000000");
    // As if a checkpoint had given it up before anybody read it.
    Files.move(beginning, beginning.resolveSibling("log-0000000000100000"));
    assertThatThrownBy(this::judge).isInstanceOf(LogIncomplete.class).hasMessageContaining("gone");
  }
}
