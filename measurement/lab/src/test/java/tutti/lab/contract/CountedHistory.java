package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.contract.RunningCell.await;
import static tutti.lab.contract.RunningCell.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import tutti.lab.contract.Ledger.Desk;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;
import tutti.simulator.history.RecordedHistory;

/**
 * A history that clients alone can tell: each row is a counter, whose value is its version; a
 * client that counts up learns which version it followed, and a client that looks learns which it
 * saw. So nothing of the engine is believed.
 */
final class CountedHistory {
  private static final int CLIENTS = 4;
  private static final int EACH = 12;
  private static final int BOOKS = 4;

  private final Queue<Operation> operations = new ConcurrentLinkedQueue<>();
  private final RunningCell it;
  private final List<String> books = new ArrayList<>();
  private final long begin = System.nanoTime();

  private CountedHistory(RunningCell it) {
    this.it = it;
    for (int i = 0; i < BOOKS; i++) {
      books.add("counted" + it.number());
    }
  }

  /** Makes one, and has it judged. */
  static void check(RunningCell it) throws Exception {
    CountedHistory history = new CountedHistory(it);
    List<Thread> clients = new ArrayList<>();
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    for (int client = 0; client < CLIENTS; client++) {
      int number = client;
      clients.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      history.client(number);
                    } catch (Exception | AssertionError failure) {
                      failures.add(failure);
                    }
                  }));
    }
    for (Thread client : clients) {
      client.join();
    }
    assertThat(failures).isEmpty();
    history.judge();
  }

  private void client(int number) throws Exception {
    for (int i = 0; i < EACH; i++) {
      // Two books or three of the four, in an order of the client's own.
      List<String> some = new ArrayList<>();
      for (int j = 0; j < 2 + i % 2; j++) {
        some.add(books.get((number + i + (number % 2 == 0 ? j : BOOKS - j)) % BOOKS));
      }
      boolean looks = (number + i) % 3 == 0;
      String name = "count";
      String id = number + "-" + i;
      long invoked = System.nanoTime() - begin;
      Object seen =
          value(
              await(
                  it.start(
                      Desk.class,
                      "c" + id,
                      looks ? new Desk.Look(some, name) : new Desk.Count(some, name))));
      long completed = System.nanoTime() - begin;
      assertThat(seen).isInstanceOf(List.class);
      operations.add(operation(id, number, invoked, completed, some, (List<?>) seen, looks));
    }
  }

  private static Operation operation(
      String id,
      int client,
      long invoked,
      long completed,
      List<String> some,
      List<?> seen,
      boolean looks) {
    List<Read> reads = new ArrayList<>();
    List<Write> writes = new ArrayList<>();
    for (int j = 0; j < some.size(); j++) {
      long version = (Long) seen.get(j);
      if (looks) {
        reads.add(new Read(some.get(j), version));
      } else {
        writes.add(Write.of(some.get(j), version + 1));
      }
    }
    return new Operation(
        id, "c" + client, null, invoked, completed, Outcome.COMMITTED, reads, writes);
  }

  private void judge() throws Exception {
    Map<String, Long> last = new TreeMap<>();
    Object end = it.value(Desk.class, "end", new Desk.Look(books, "count"));
    assertThat(end).isInstanceOf(List.class);
    for (int i = 0; i < BOOKS; i++) {
      last.put(books.get(i), (Long) ((List<?>) end).get(i));
    }
    RecordedHistory history = new RecordedHistory(it.claim(), List.copyOf(operations), last);
    assertThat(HistoryChecker.check(history)).isEmpty();
  }
}
