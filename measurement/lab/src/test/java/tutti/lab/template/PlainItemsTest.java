package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.template.IntegratedHost.BANK;
import static tutti.lab.template.IntegratedHost.keyed;
import static tutti.lab.template.IntegratedHost.request;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.integrated.ItemStore;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.lab.bank.Bank;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/**
 * Follows {@code docs/adding-a-protocol.md}: transactions of Rebel and of Java, reads, listings and
 * keys run over the template of an integrated protocol, on one host and on several.
 */
@Timeout(300)
class PlainItemsTest {
  private static final long SOON_NANOS = 50_000_000;

  private final RealScheduler scheduler = new RealScheduler();
  private final PlainItems items = new PlainItems();

  @AfterEach
  void end() {
    scheduler.close();
  }

  private IntegratedHost host(int self, ItemStore store) {
    return new IntegratedHost(self, scheduler, store);
  }

  @Test
  void eventsHappenOnAllActorsOrOnNone() throws Exception {
    IntegratedHost host = host(0, items);
    host.run(BANK.open(Bank.iban(0), 100));
    host.run(BANK.open(Bank.iban(1), 0));

    Outcome booked = host.run(BANK.book(1, Bank.iban(0), Bank.iban(1), 30));
    Outcome refused = host.run(BANK.book(2, Bank.iban(0), Bank.iban(1), 71));

    assertThat(booked).isInstanceOf(Outcome.Committed.class);
    assertThat(refused)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            it -> assertThat(it.reason()).isInstanceOf(Reason.Refused.class));
    assertThat(host.thousandths(0)).isEqualTo(Bank.thousandthsOf(70));
    assertThat(host.thousandths(1)).isEqualTo(Bank.thousandthsOf(30));
    assertThat(host.read(BANK.transfer(2))).isInstanceOf(ReadAnswer.Missing.class);
    assertThat(host.transactions.status(booked.transaction()))
        .isEqualTo(new TransactionStatus.Ended(booked));
  }

  @Test
  void whatHasWrittenNothingIsNeverInDoubt() throws Exception {
    IntegratedHost first = host(0, items);
    first.run(BANK.open(Bank.iban(0), 100));
    first.run(BANK.open(Bank.iban(1), 0));
    IntegratedHost host = host(1, new SilentItems(true));
    assertThat(host.run(inAMoment(BANK.book(1, Bank.iban(0), Bank.iban(1), 71_000))))
        .isInstanceOfSatisfying(
            Outcome.Aborted.class, it -> assertThat(it.reason().code()).isEqualTo("deadline"));
    assertThat(inDoubt(host, BANK.book(2, Bank.iban(0), Bank.iban(1), 1)))
        .isInstanceOf(Outcome.InDoubt.class);
  }

  @Test
  void proceduresCallOtherActors() throws Exception {
    IntegratedHost host = host(0, items);
    assertThat(host.value("a", new Purse.Put(10))).isEqualTo(10L);
    assertThat(host.value("a", new Purse.Give("b", 4))).isEqualTo(6L);
    assertThat(host.value("a", new Purse.Give("b", 7))).isEqualTo("too-few");
    assertThat(host.value("b", new Purse.Put(0))).isEqualTo(4L);
  }

  @Test
  void hostsLoseNoEffectOfEachOther() throws Exception {
    List<IntegratedHost> hosts = List.of(host(0, items), host(1, items), host(2, items));
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      IntegratedHost host = hosts.get(i % hosts.size());
      all.add(host.begin(request("p" + i % 3, new Purse.Put(2))));
      all.add(host.begin(request("p" + i % 3, new Purse.Give("p" + (i + 1) % 3, 1))));
    }
    for (CompletableFuture<Outcome> each : all) {
      Outcome outcome = each.get(60, TimeUnit.SECONDS);
      if (outcome instanceof Outcome.Aborted(var id, Reason reason)) {
        assertThat(reason.code())
            .as("a purse may be empty when it is to give")
            .isEqualTo("too-few");
      } else {
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      }
    }
    long sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += (Long) hosts.getFirst().value("p" + i, new Purse.Put(0));
    }
    assertThat(sum).isEqualTo(600);
  }

  @Test
  void aKeyMakesARequestHappenOnceOnAllHosts() throws Exception {
    List<IntegratedHost> hosts = IntStream.range(0, 4).mapToObj(self -> host(self, items)).toList();
    TransactionRequest put = keyed(request("a", new Purse.Put(5)), "k", 1);
    List<CompletableFuture<Outcome>> all =
        hosts.stream().flatMap(it -> IntStream.range(0, 3).mapToObj(i -> it.begin(put))).toList();
    for (CompletableFuture<Outcome> each : all) {
      assertThat(each.get(60, TimeUnit.SECONDS))
          .isEqualTo(all.getFirst().get())
          .isInstanceOf(Outcome.Committed.class);
    }
    IntegratedHost later = host(5, items);
    assertThat(later.run(put)).isEqualTo(all.getFirst().get());
    assertThat(later.value("a", new Purse.Put(0))).isEqualTo(5L);

    Outcome other = later.run(keyed(request("a", new Purse.Put(6)), "k", 2));
    assertThat(((Outcome.Aborted) other).reason()).isInstanceOf(Reason.KeyReused.class);
    Outcome there = host(6, items).run(keyed(request("a", new Purse.Put(6)), "k", 2));
    assertThat(((Outcome.Aborted) there).reason()).isInstanceOf(Reason.KeyReused.class);
  }

  /** Or a repeat of what was refused would never be tried. */
  @Test
  void theKeyOfARefusalIsFree() throws Exception {
    IntegratedHost host = host(0, items);
    TransactionRequest take = keyed(request("a", new Purse.Put(-1)), "k", 1);
    assertThat(host.run(take)).isInstanceOf(Outcome.Aborted.class);
    host.value("a", new Purse.Put(1));
    assertThat(host(1, items).run(take)).isInstanceOf(Outcome.Committed.class);
  }

  @Test
  void listsInTheOrderOfKeys() throws Exception {
    IntegratedHost host = host(0, items);
    for (int i = 0; i < 250; i++) {
      host.run(request("p" + (1_000 + i), new Purse.Put(1)));
    }
    assertThat(host.purses("p1009", 230))
        .isEqualTo(IntStream.range(1_010, 1_240).mapToObj(i -> "p" + i).toList());
  }

  /** Items of which nothing is heard: no reads, or no outcomes until later. */
  private final class SilentItems implements ItemStore {
    private final boolean reads;
    private final List<Runnable> later = new ArrayList<>();

    SilentItems(boolean reads) {
      this.reads = reads;
    }

    @Override
    public Access begin(ActorId first, @Nullable BranchKey attempt, long deadlineNanos) {
      Access plain = items.begin(first, attempt, deadlineNanos);
      return new Access() {
        @Override
        public void read(ActorId item, Consumer<byte[]> seen) {
          if (reads) {
            plain.read(item, seen);
          }
        }

        @Override
        public void commit(SortedMap<ActorId, byte[]> writes, Consumer<End> done) {
          later.add(() -> plain.commit(writes, done));
        }
      };
    }

    @Override
    public void keys(
        String type,
        @Nullable String after,
        int most,
        long deadlineNanos,
        Consumer<List<String>> seen) {}
  }

  private static TransactionRequest inAMoment(TransactionRequest request) {
    return new TransactionRequest(request.calls(), request.idempotency(), SOON_NANOS);
  }

  @Test
  void aReadThatIsNotAnsweredEndsAtTheDeadline() throws Exception {
    IntegratedHost host = host(0, new SilentItems(false));
    Outcome late = host.run(inAMoment(request("a", new Purse.Put(1))));
    assertThat(((Outcome.Aborted) late).reason()).isInstanceOf(Reason.Deadline.class);
    Outcome keyed = host.run(inAMoment(keyed(request("a", new Purse.Put(1)), "k", 1)));
    assertThat(((Outcome.Aborted) keyed).reason()).isInstanceOf(Reason.Deadline.class);
  }

  /** Runs a request with ever more time, until it has enough to execute. */
  private static Outcome inDoubt(IntegratedHost host, TransactionRequest request) throws Exception {
    for (long timeout = SOON_NANOS; true; timeout *= 2) {
      Outcome end =
          host.run(new TransactionRequest(request.calls(), request.idempotency(), timeout));
      if (end instanceof Outcome.InDoubt) {
        return end;
      }
      assertThat(((Outcome.Aborted) end).reason()).isInstanceOf(Reason.Deadline.class);
    }
  }

  @Test
  void aCommitThatIsNotAnsweredIsInDoubtUntilItIs() throws Exception {
    SilentItems silent = new SilentItems(true);
    IntegratedHost host = host(0, silent);
    Outcome doubt = inDoubt(host, request("a", new Purse.Put(1)));

    silent.later.forEach(Runnable::run);

    Await.that(
        "the outcome is known",
        () ->
            host.transactions.status(doubt.transaction())
                    instanceof TransactionStatus.Ended(Outcome end)
                && end instanceof Outcome.Committed);
    assertThat(host(1, items).value("a", new Purse.Put(0))).isEqualTo(1L);
  }
}
