package tutti.lab.objects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunNodes;

/**
 * The requests of vacation: reservations are the read transactions; half of the other transactions
 * set prices, and half delete a customer. Clients know a customer's reservations from the last
 * answer that contained them; a client whose list was out of date reads the list before the next
 * deletion. Each client's requests are for one thread at a time.
 */
final class VacationRequests extends ObjectRequests {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(Agent.application(), null);

  /** The number of pools that a reservation looks at: four of each sort. */
  static final int SEARCHED = 12;

  /** The number of pools that get a new price in one transaction. */
  private static final int UPDATED = 8;

  private static final int HIGHEST_PRICE = 500;
  private static final int PLACES = 1_000;

  private final Map<String, Customer.Holdings> known = new ConcurrentHashMap<>();
  private final LongAdder otherRefusals = new LongAdder();

  /** The customer of each client's last request, or an empty text. */
  private final String[] customers;

  VacationRequests(ObjectShape shape, int clients) {
    super(shape);
    customers = new String[clients];
  }

  @Override
  List<String> types() {
    return List.of(Pool.TYPE, Customer.TYPE, Agent.TYPE);
  }

  @Override
  RelationalApplication application() {
    return APPLICATION;
  }

  @Override
  void prepare(RunNodes open) throws InterruptedException {
    each(
        open,
        i ->
            request(
                Pool.TYPE, shape.key((int) i), new Pool.Open(1 + i * 7 % HIGHEST_PRICE, PLACES)));
    for (int i = 0; i < shape.total(); i++) {
      known.put(shape.key(i), Customer.Holdings.NONE);
    }
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    String customer = shape.key(random.nextInt(shape.total()));
    customers[client] = customer;
    ServiceTime service = shape.service();
    if (random.nextInt(100) < shape.reads()) {
      return request(
          Agent.TYPE,
          client(client),
          new Agent.MakeReservation(service, customer, searched(random)));
    }
    if (random.nextBoolean()) {
      customers[client] = "";
      return request(
          Agent.TYPE,
          client(client),
          new Agent.UpdateTables(
              service,
              shape.some(Math.min(UPDATED, shape.total()), random),
              random.longs(UPDATED, 1, HIGHEST_PRICE + 1).boxed().toList()));
    }
    Customer.Holdings seen = known.get(customer);
    if (seen == null) {
      return request(Customer.TYPE, customer, new Customer.Look());
    }
    List<String> pools = new ArrayList<>(seen.pools());
    Collections.shuffle(pools, random);
    return request(
        Agent.TYPE,
        client(client),
        new Agent.DeleteCustomer(service, customer, seen.changes(), pools));
  }

  /** Returns pools of each sort; all transactions look at them in one order (§5). */
  private List<String> searched(SplittableRandom random) {
    List<String> keys = new ArrayList<>(SEARCHED);
    int sort = shape.total() / Agent.SORTS;
    for (int from = 0; from < Agent.SORTS * sort; from += sort) {
      int first = from;
      random
          .ints(0, sort)
          .distinct()
          .limit(SEARCHED / Agent.SORTS)
          .mapToObj(i -> shape.key(first + i))
          .sorted()
          .forEach(keys::add);
    }
    return keys;
  }

  @Override
  public void ended(int client, TransactionRequest request, Outcome outcome) {
    if (result(outcome) instanceof Customer.Holdings told) {
      known.merge(customers[client], told, (old, now) -> old.changes() > now.changes() ? old : now);
    } else if (outcome instanceof Outcome.Aborted aborted
        && aborted.reason() instanceof Reason.Refused refused) {
      if (refused.code().equals(Customer.OUT_OF_DATE)) {
        known.remove(customers[client]);
      } else {
        otherRefusals.increment();
      }
    }
  }

  @Override
  RunResult judge(RunResult run, RunNodes open) throws InterruptedException {
    long reserved = sum(open, i -> request(Pool.TYPE, shape.key((int) i), new Pool.Reserved()));
    long booked = sum(open, i -> request(Customer.TYPE, shape.key((int) i), new Customer.Count()));
    return run.check("reservations-add-up", reserved == booked)
        .check("refused-only-where-a-list-is-out-of-date", otherRefusals.sum() == 0);
  }
}
