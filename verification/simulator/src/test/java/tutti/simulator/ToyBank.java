package tutti.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.PlainApplication;
import tutti.engine.bank.PlainCodec;
import tutti.engine.bank.PlainType;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * A bank in plain Java for tests of the simulation: accounts, transfers that sync two of them, and
 * notes whose actions do not commute, look at other notes, and forbid others' actions.
 *
 * <p>Its next version keeps amounts in tenths, and has jars, which the first does not know.
 */
public final class ToyBank extends PlainApplication implements SimulatedApplication {
  private static final int OPEN = 1;
  private static final long OPENING = 100;
  private static final int TENTHS = 10;
  private static final String FIRST = "toy bank";
  private static final String NEXT = "toy bank in tenths";
  private static final Observation IS_OPEN = new Observation.InStages(1L << OPEN);

  private final PlainType account = declare("Account");
  private final PlainType transfer = declare("Transfer");
  private final PlainType note = declare("Note");

  /** The type of the next version only. */
  private final @Nullable PlainType jar;

  /** Whether requests that are to be in each other's way copy notes; they transfer otherwise. */
  private final boolean copies;

  /** Whether a single request opens everything. */
  private final boolean together;

  public ToyBank() {
    this(false, false, false);
  }

  /** One whose exhaustive simulation is about notes that take over each other's value. */
  static ToyBank copying() {
    return new ToyBank(false, true, false);
  }

  /** One whose first request is larger than all others: it opens everything. */
  static ToyBank openedTogether() {
    return new ToyBank(false, false, true);
  }

  private ToyBank(boolean isNext, boolean copies, boolean together) {
    super(isNext ? NEXT : FIRST, PlainCodec.INSTANCE);
    this.copies = copies;
    this.together = together;
    account.add("open", (s, a, w) -> in(s, 0, () -> to(num(a, 0))));
    account.add("deposit", (s, a, w) -> in(s, OPEN, () -> to(value(s) + num(a, 0))));
    account.add(
        "withdraw",
        (s, a, w) ->
            in(s, OPEN, () -> value(s) < num(a, 0) ? no("short") : to(value(s) - num(a, 0))));
    // What the partner gets depends on the state.
    account.add(
        "drain",
        (s, a, w) -> in(s, OPEN, () -> to(0, account.call(key(a, 0), "deposit", value(s)))));
    transfer.add("book", (s, a, w) -> in(s, 0, () -> book(a, w)));
    note.add("open", (s, a, w) -> in(s, 0, () -> to(num(a, 0))));
    note.add("add", (s, a, w) -> in(s, OPEN, () -> to(value(s) + num(a, 0))));
    note.add("double", (s, a, w) -> in(s, OPEN, () -> to(value(s) * 2 % 1_000_003)));
    note.add("copy", (s, a, w) -> in(s, OPEN, () -> copy(a, w)));
    note.add("unless", (s, a, w) -> in(s, OPEN, () -> unless(s, a)));
    // Partners of partners: a transaction comes back to a node that has voted for it.
    note.add("tour", (s, a, w) -> in(s, OPEN, () -> tour(s, a)));
    note.add("hop", (s, a, w) -> in(s, OPEN, () -> hop(s, a)));
    note.add("below", (s, a, w) -> in(s, OPEN, () -> value(s) < num(a, 0) ? to(0) : no("above")));
    jar = isNext ? declare("Jar") : null;
    if (jar != null) {
      // What is taken off one account and put on another is counted on the way.
      jar.add("pass", (s, a, w) -> pass(s, a));
      account.add("halve", (s, a, w) -> in(s, OPEN, () -> halve(s, a)));
    }
  }

  private Evaluation pass(ActorState s, List<Object> a) {
    return key(a, 1).equals(key(a, 2))
        ? no("same")
        : to(
            value(s) + num(a, 0),
            account.call(key(a, 1), "withdraw", num(a, 0)),
            account.call(key(a, 2), "deposit", num(a, 0)));
  }

  private Evaluation halve(ActorState s, List<Object> a) {
    long half = value(s) / 2;
    return to(value(s) - half, account.call(key(a, 0), "deposit", half));
  }

  @Override
  public @Nullable SimulatedApplication next() {
    return jar == null ? new ToyBank(true, false, together) : null;
  }

  @Override
  public Application reload(byte[] source) {
    return switch (new String(source, StandardCharsets.UTF_8)) {
      case FIRST -> jar == null ? this : new ToyBank(false, copies, together);
      case NEXT -> jar == null ? new ToyBank(true, false, together) : this;
      default -> super.reload(source);
    };
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return older.type("Jar") != null && jar == null
        ? new Evolution(List.of("Jar is gone"), (actor, old) -> old)
        : new Evolution(
            List.of(),
            (actor, old) ->
                actor.type().equals("Account")
                    ? new ActorState(old.stage(), new Object[] {value(old) * TENTHS})
                    : old);
  }

  private PlainType declare(String type) {
    return declare(type, List.of("none", "open"), new Field("value", "Long"));
  }

  private Evaluation book(List<Object> a, Surroundings w) {
    for (int i = 1; i <= 2; i++) {
      if (!Boolean.TRUE.equals(w.observe(new ActorId("Account", key(a, i)), IS_OPEN))) {
        return no("not-open");
      }
    }
    return to(
        num(a, 0),
        account.call(key(a, 1), "withdraw", num(a, 0)),
        account.call(key(a, 2), "deposit", num(a, 0)));
  }

  private static Evaluation copy(List<Object> a, Surroundings w) {
    Object other = w.observe(new ActorId("Note", key(a, 0)), new Observation.OfField(0));
    return other instanceof Long number ? to(number + 1) : no("unset");
  }

  private Evaluation unless(ActorState s, List<Object> a) {
    Call below = note.call(key(a, 0), "below", num(a, 1));
    return to(value(s) + 1, new Call(below.target(), below.action(), below.arguments(), true));
  }

  private Evaluation tour(ActorState s, List<Object> a) {
    return to(value(s) + 1, note.call(key(a, 0), "hop", key(a, 1), key(a, 2)));
  }

  private Evaluation hop(ActorState s, List<Object> a) {
    return key(a, 0).isEmpty()
        ? to(value(s) + 1)
        : to(value(s) + 1, note.call(key(a, 0), "hop", key(a, 1), ""));
  }

  private static Evaluation in(ActorState state, int stage, Supplier<Evaluation> then) {
    return state.stage() == stage ? then.get() : no("state");
  }

  private static Evaluation to(long value, Call... partners) {
    return new Evaluation.Accepted(
        new ActorState(OPEN, new Object[] {value}), List.of(partners), value);
  }

  private static long value(ActorState state) {
    return state.field(0) instanceof Long number ? number : 0;
  }

  @Override
  public Application application() {
    return this;
  }

  @Override
  public String name() {
    return "toy bank";
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Clients(2 + random.nextInt(3));
  }

  private final class Clients implements Scenario {
    private int size;

    Clients(int size) {
      this.size = size;
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        opening.add(
            List.of(account.call("a" + i, "open", OPENING), note.call("n" + i, "open", 0L)));
      }
      return together ? List.of(opening.stream().flatMap(List::stream).toList()) : opening;
    }

    private String account(RandomGenerator random) {
      return "a" + random.nextInt(size);
    }

    private String note(RandomGenerator random) {
      return "n" + random.nextInt(size);
    }

    @Override
    public List<List<Call>> hot() {
      return List.of(List.of(note.call("n0", "add", 1L)));
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      PlainType known = jar;
      if (known != null && random.nextInt(4) == 0) {
        String from = account(random);
        String to = account(random);
        return random.nextBoolean() && !from.equals(to)
            ? List.of(account.call(from, "halve", to))
            : List.of(known.call("j" + random.nextInt(2), "pass", 1L, from, to));
      }
      long amount = 1 + random.nextInt(60);
      return switch (random.nextInt(16)) {
        case 0 -> List.of(note.call(note(random), "add", amount));
        case 1 -> List.of(note.call(note(random), "double"));
        case 2, 6 -> List.of(note.call(note(random), "copy", note(random)));
        case 3, 7 -> List.of(note.call(note(random), "unless", note(random), amount * 3));
        case 8, 9 ->
            List.of(note.call(note(random), "tour", note(random), note(random), note(random)));
        case 4 -> List.of(account.call(account(random), "drain", account(random)));
        case 5 -> {
          String from = account(random);
          String to = account(random);
          yield from.equals(to)
              ? List.of(note.call(note(random), "add", 1L))
              : List.of(
                  account.call(from, "withdraw", amount), account.call(to, "deposit", amount));
        }
        default ->
            List.of(
                transfer.call(
                    "t" + turn.name(0), "book", amount, account(random), account(random)));
      };
    }

    @Override
    public List<List<Call>> opening(int actors) {
      size = actors;
      return opening();
    }

    @Override
    public List<Call> conflicting(int number, int actors) {
      if (copies) {
        String from = "n" + (number + 1) % actors;
        return List.of(note.call("n" + number % actors, "copy", from));
      }
      return List.of(
          account.call("a" + number % actors, "withdraw", 10L),
          account.call("a" + (number + 1) % actors, "deposit", 10L));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return switch (random.nextInt(3)) {
        case 0 -> new ActorId("Note", note(random));
        case 1 -> new ActorId("Transfer", "t" + turn.earlier(random).name(0));
        default -> new ActorId("Account", account(random));
      };
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      List<String> violations = new ArrayList<>();
      long sum = 0;
      for (var each : states.entrySet()) {
        if (each.getKey().type().equals("Account")) {
          sum += value(each.getValue());
          if (value(each.getValue()) < 0) {
            violations.add(each.getKey() + " has " + value(each.getValue()));
          }
        }
      }
      long expected = size * OPENING * (jar == null ? 1 : TENTHS);
      if (sum != expected) {
        violations.add("there is " + sum + " in all accounts, of " + expected);
      }
      return violations;
    }
  }
}
