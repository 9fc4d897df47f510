package tutti.lab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bank.EventCalls;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * The Rebel bank for the simulator: accounts few enough to meet, transfers that sync two of them or
 * sweep one empty, refunds, interest, blocking and closing. Much of it is refused now and then.
 */
public final class BankSimulation implements SimulatedApplication {
  private static final int OPENED_FIRST = 6;
  private static final int ACCOUNTS = 8;

  /**
   * The first account that may be closed: if all accounts could be closed, nothing would be left to
   * do.
   */
  private static final int FIRST_CLOSED = 5;

  private static final List<Iban> IBANS = ibans();

  private final String name;

  /** The number of requests of ten that are about account 0. */
  private final int hot;

  private final Application application;

  /** The next version, compiled when it is asked for. */
  private final AtomicReference<@Nullable BankSimulation> next = new AtomicReference<>();

  private final boolean isNext;

  public BankSimulation() {
    this("bank", 0, false);
  }

  private BankSimulation(String name, int hot, boolean isNext) {
    this.name = name;
    this.hot = hot;
    this.isNext = isNext;
    application =
        isNext ? BundledSpecification.nextSimulation() : BundledSpecification.simulation();
  }

  /** Returns the simulation with one account that nearly all clients want. */
  public static BankSimulation hot() {
    return new BankSimulation("hot", 8, false);
  }

  /** Returns the next version. Thread-safe, as several runs may ask. */
  @Override
  public @Nullable BankSimulation next() {
    return isNext
        ? null
        : next.updateAndGet(known -> known != null ? known : new BankSimulation(name, hot, true));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Clients();
  }

  /** The clients of one run; used by one thread. */
  private final class Clients implements Scenario {
    private final ActorType account;
    private final ActorType transfer;
    private final Audit audit;

    Clients() {
      account = EventCalls.type(application, "Account");
      transfer = EventCalls.type(application, "Transfer");
      audit = new Audit(account, transfer);
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < OPENED_FIRST; i++) {
        opening.add(List.of(onAccount(i, "open", euros(100L * i))));
      }
      return opening;
    }

    /** Returns requests about the accounts that are never closed, one of which is open. */
    @Override
    public List<List<Call>> hot() {
      List<List<Call>> hot = new ArrayList<>();
      for (int i = 0; i < FIRST_CLOSED; i++) {
        hot.add(List.of(onAccount(i, "interest", Percentage.of(0))));
      }
      return hot;
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      return isNext && random.nextInt(4) == 0 ? isNew(random, turn) : old(random, turn);
    }

    /** Returns a request that the first version does not know. */
    private List<Call> isNew(RandomGenerator random, Turn turn) {
      int a = some(random);
      return switch (random.nextInt(6)) {
        case 0 -> List.of(onAccount(a, "rest"));
        case 1, 2 -> List.of(onAccount(a, "wake"));
        case 3 -> List.of(onAccount(a, "reward", euros(1 + random.nextInt(20))));
        default ->
            List.of(
                EventCalls.call(
                    EventCalls.type(application, "Prize"),
                    Long.toString(turn.name(2)),
                    "give",
                    euros(1 + random.nextInt(5)),
                    iban(a),
                    iban(random.nextInt(ACCOUNTS))));
      };
    }

    private List<Call> old(RandomGenerator random, Turn turn) {
      int a = some(random);
      int b = other(random, a);
      int what = random.nextInt(20);
      if (hot > 0 && (what == 4 || what == 7)) {
        // The hot account is neither blocked nor closed: then it would not be hot.
        return List.of(book(turn.name(0), b, a, random));
      }
      return switch (what) {
        case 0 -> List.of(onAccount(a, "open", euros(random.nextInt(100))));
        case 1 -> List.of(onAccount(a, "interest", Percentage.of(random.nextInt(12))));
        // A block is rare, and soon undone: little commits where a third of all accounts is
        // blocked.
        case 4 -> List.of(onAccount(a, random.nextInt(3) == 0 ? "block" : "unblock"));
        case 5 -> List.of(onAccount(a, "unblock"));
        case 7 ->
            List.of(onAccount(FIRST_CLOSED + random.nextInt(ACCOUNTS - FIRST_CLOSED), "close"));
        case 8 -> List.of(onTransfer(turn.name(0), "sweep", iban(a), iban(b)));
        case 9 -> List.of(onTransfer(earlier(random, turn), "refund"));
        case 11 -> List.of(book(earlier(random, turn), a, b, random));
        case 12 ->
            List.of(
                book(turn.name(0), a, b, random),
                book(turn.name(1), any(random), any(random), random));
        case 13 -> List.of(onAccount(a, "interest", Percentage.of(1)), onAccount(b, "unblock"));
        // Together with a transfer between the two, this is Figure 9 of PSAC.
        case 2, 3, 14, 15 ->
            List.of(
                onAccount(a, "interest", Percentage.of(10)),
                onAccount(b, "interest", Percentage.of(10)));
        default -> List.of(book(turn.name(0), a, b, random));
      };
    }

    private int some(RandomGenerator random) {
      // Nothing more is drawn where no account is hot.
      return hot > 0 && random.nextInt(10) < hot ? 0 : any(random);
    }

    /**
     * Draws an account, mostly one of those that are never closed: where only one of two is left,
     * little commits.
     */
    private static int any(RandomGenerator random) {
      return random.nextInt(random.nextInt(3) == 0 ? ACCOUNTS : OPENED_FIRST);
    }

    /** Draws another account, seldom the same: that is refused. */
    private static int other(RandomGenerator random, int than) {
      int one = any(random);
      return one == than ? any(random) : one;
    }

    private static long earlier(RandomGenerator random, Turn turn) {
      return turn.earlier(random).name(random.nextInt(8) == 0 ? 1 : 0);
    }

    private Call book(long id, int from, int to, RandomGenerator random) {
      return onTransfer(id, "book", euros(random.nextInt(80)), iban(from), iban(to));
    }

    @Override
    public List<List<Call>> opening(int actors) {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < actors; i++) {
        opening.add(List.of(onAccount(i, "open", euros(100))));
      }
      return opening;
    }

    @Override
    public List<Call> conflicting(int number, int actors) {
      Iban from = iban(number % actors);
      return List.of(onTransfer(number, "book", euros(10), from, iban((number + 1) % actors)));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return random.nextInt(3) == 0
          ? new ActorId(transfer.name(), Long.toString(earlier(random, turn)))
          : new ActorId(account.name(), iban(random.nextInt(ACCOUNTS)).text());
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      return audit.violations(new TreeMap<>(states));
    }

    private Call onAccount(int number, String event, Object... arguments) {
      return EventCalls.call(account, iban(number).text(), event, arguments);
    }

    private Call onTransfer(long id, String event, Object... arguments) {
      return EventCalls.call(transfer, Long.toString(id), event, arguments);
    }
  }

  static Iban iban(int number) {
    return IBANS.get(number);
  }

  private static List<Iban> ibans() {
    return IntStream.range(0, ACCOUNTS)
        .mapToObj(number -> Iban.of("NL", "TUTT000000000" + number))
        .toList();
  }

  static Money euros(long amount) {
    return Money.ofThousandths(Currency.EUR, amount * 1000);
  }
}
