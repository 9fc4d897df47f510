package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.Contract.Needs.NOTHING;
import static tutti.lab.contract.RunningCell.await;
import static tutti.lab.contract.RunningCell.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.contract.Ledger.Book;
import tutti.lab.contract.Ledger.Desk;
import tutti.model.Call;

/** The contracts of transactions that meet: each is a trap for one anomaly. */
final class RaceContracts {
  private static final int ROUNDS = 8;
  private static final int AT_ONCE = 12;

  private static final Set<String> KEEPS_SNAPSHOTS =
      Set.of("optimistic", "no-wait", "wait-die", "wound-wait", "integrated = janus");

  private RaceContracts() {}

  static final List<Contract> ALL =
      List.of(
          new Contract("no update is lost", NOTHING, RaceContracts::lostUpdate),
          new Contract("no two write what both have read", NOTHING, RaceContracts::writeSkew),
          new Contract("what was not there stays away", NOTHING, RaceContracts::absence),
          new Contract("a scan has no phantoms", NOTHING, RaceContracts::phantoms),
          new Contract("a sum sees no half of a move", NOTHING, RaceContracts::halves),
          new Contract(
              "a snapshot is of one moment, or refused with what would do",
              NOTHING,
              RaceContracts::snapshots),
          new Contract(
              "what clients saw is strictly serializable", NOTHING, CountedHistory::check));

  private static void lostUpdate(RunningCell it) throws Exception {
    String book = it.book(0);
    List<CompletableFuture<Outcome>> adds = new ArrayList<>();
    for (int i = 0; i < 2 * AT_ONCE; i++) {
      adds.add(it.start(Book.class, book, new Book.Add("cash", 1)));
    }
    List<Object> befores = new ArrayList<>();
    for (CompletableFuture<Outcome> add : adds) {
      befores.add(value(await(add)));
    }
    assertThat(befores).doesNotHaveDuplicates().allMatch(Long.class::isInstance);
    assertThat(it.cash(book)).isEqualTo(2 * AT_ONCE);
  }

  private static void writeSkew(RunningCell it) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String one = it.book(50);
      String other = it.book(50);
      var first = it.start(Desk.class, "d1-" + round, new Desk.Take(one, other, 60));
      var second = it.start(Desk.class, "d2-" + round, new Desk.Take(other, one, 60));
      assertThat(List.of(value(await(first)), value(await(second))))
          .containsExactlyInAnyOrder(true, false);
    }
  }

  private static void absence(RunningCell it) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String one = "claim" + it.number();
      String other = "claim" + it.number();
      var first = it.start(Desk.class, "d1-" + round, new Desk.Claim(one, other));
      var second = it.start(Desk.class, "d2-" + round, new Desk.Claim(other, one));
      assertThat(List.of(value(await(first)), value(await(second))))
          .containsExactlyInAnyOrder(true, false);
    }
  }

  private static void phantoms(RunningCell it) throws Exception {
    String book = "few" + it.number();
    List<CompletableFuture<Outcome>> adds = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      adds.add(it.start(Book.class, book, new Book.AddIfFewer("row" + i, 5)));
    }
    int added = 0;
    for (CompletableFuture<Outcome> add : adds) {
      Object value = value(await(add));
      assertThat(value).isInstanceOf(Boolean.class);
      added += value.equals(true) ? 1 : 0;
    }
    assertThat(added).isEqualTo(5);
    assertThat(it.value(Book.class, book, new Book.Sum())).isEqualTo(5L);
  }

  private static void halves(RunningCell it) throws Exception {
    String one = it.book(1000);
    String other = it.book(1000);
    List<CompletableFuture<Outcome>> moves = new ArrayList<>();
    List<CompletableFuture<Outcome>> looks = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      boolean there = i % 3 > 0;
      moves.add(
          it.start(
              Desk.class, "m" + i, new Desk.Move(there ? one : other, there ? other : one, i)));
      looks.add(it.start(Desk.class, "l" + i, new Desk.Look(List.of(one, other), "cash")));
    }
    for (CompletableFuture<Outcome> move : moves) {
      assertThat(await(move)).isInstanceOf(Outcome.Committed.class);
    }
    for (CompletableFuture<Outcome> look : looks) {
      assertThat(value(await(look)))
          .isInstanceOfSatisfying(
              List.class,
              two -> assertThat((Long) two.get(0) + (Long) two.get(1)).isEqualTo(2000L));
    }
  }

  /** One client moves money, and then counts in one book and in the other. */
  private static void snapshots(RunningCell it) throws Exception {
    List<String> books = List.of(it.book(1000), it.book(1000));
    if (!KEEPS_SNAPSHOTS.contains(it.control())) {
      Reason refused = RunningCell.reason(snapshot(it, books, "cash"));
      assertThat(refused.code()).isEqualTo("no-snapshots");
      assertThat(refused.message()).contains("optimistic", "no-wait", "wait-die", "wound-wait");
      return;
    }
    for (int i = 1; i <= ROUNDS; i++) {
      var looks = List.of(look(it, books, "cash"), look(it, books, "counted"));
      it.value(Desk.class, "s", new Desk.Move(books.get(i % 2), books.get(1 - i % 2), i));
      for (String book : books) {
        assertThat(it.value(Book.class, book, new Book.Add("counted", 1))).isEqualTo(i - 1L);
      }
      assertThat(total(await(looks.getFirst()))).isIn(null, 2000L);
      assertThat(ahead(await(looks.getLast()))).isIn(null, 0L, 1L);
      Outcome now = snapshot(it, books, "cash");
      assertThat(total(now)).as(now.toString()).isEqualTo(2000L);
    }
  }

  private static CompletableFuture<Outcome> look(RunningCell it, List<String> books, String what) {
    Call call = it.call(Desk.class, "l", new Desk.Look(books, what));
    return it.start(new TransactionRequest(List.of(call), null, RunningCell.TIMEOUT_NANOS, 0));
  }

  /** Asks again, as its refusal says, if a node was too slow. */
  private static Outcome snapshot(RunningCell it, List<String> books, String what)
      throws Exception {
    Outcome outcome = await(look(it, books, what));
    for (int i = 0; i < AT_ONCE && outcome instanceof Outcome.Aborted(var id, var why); i++) {
      if (why.retryable()) {
        outcome = await(look(it, books, what));
      }
    }
    return outcome;
  }

  private static @Nullable Long total(Outcome looked) {
    return value(looked) instanceof List<?> two ? (Long) two.get(0) + (Long) two.get(1) : null;
  }

  private static @Nullable Long ahead(Outcome looked) {
    return value(looked) instanceof List<?> two ? (Long) two.get(0) - (Long) two.get(1) : null;
  }
}
