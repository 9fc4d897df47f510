package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.Turn;
import tutti.simulator.world.Seeds;

/** Clients of shelves that also ask for events of tills, which have shelves play scripts. */
final class TillScenario extends RowScenario {
  private static final String TILL = "Till";

  /** A number whose square an event may take in steps; of {@link #MANY} it may not. */
  static final long FEW = 20;

  private static final long MANY = 4_000;

  /** One of so many requests counts, and one of so many of these counts too far. */
  private static final int COUNTS_ONE_OF = 40;

  private static final int MANY_ONE_OF = 20;

  private final ActorType type;
  private final int tills;

  TillScenario(RelationalApplication application, int shelves, int keys, int tills, boolean later) {
    super(application, ActorNames.PLAIN, shelves, keys, tills, later);
    this.type = Objects.requireNonNull(application.type(TILL));
    this.tills = tills;
  }

  private Call till(long number, String event, Object... arguments) {
    return new Call(
        new ActorId(TILL, Long.toString(number)),
        Objects.requireNonNull(type.action(event)),
        List.of(arguments));
  }

  @Override
  public List<List<Call>> opening() {
    List<List<Call>> opening = new ArrayList<>(super.opening());
    for (int i = 0; i < tills; i++) {
      opening.add(List.of(till(i, "open", CENTS)));
    }
    return opening;
  }

  @Override
  public List<Call> request(RandomGenerator random, Turn turn) {
    ScriptDraw draw = draw(random);
    long one = random.nextInt(tills);
    long other = random.nextInt(tills);
    long shelf = draw.shelf();
    long path = ScriptInterpreter.root(turn.name(2));
    String script = draw.changing((int) shelf).toString();
    long cents = random.nextInt(40);
    RandomGenerator counts = Seeds.stream(Seeds.derive(path, script), "counts");
    if (counts.nextInt(COUNTS_ONE_OF) == 0) {
      return List.of(till(one, "count", counts.nextInt(MANY_ONE_OF) == 0 ? MANY : FEW));
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> {
        String first = "+" + random.nextInt(PURSES) + "." + cents + " ";
        yield List.of(till(one, "ring", cents, shelf, path, first + script));
      }
      case 2 -> {
        long second = draw.shelf();
        String first = "-" + random.nextInt(PURSES) + "." + cents + " " + script;
        String last =
            "+" + random.nextInt(PURSES) + "." + cents + " " + draw.changing((int) second);
        long then = ScriptInterpreter.root(turn.name(3));
        yield List.of(till(one, "both", shelf, path, first, second, then, last));
      }
      case 3, 4 -> List.of(till(one, "pass", other, cents, shelf, path, script));
      case 5 -> {
        // The request has a procedure and an event, neither of which knows of the other.
        List<Call> both = new ArrayList<>(super.request(random, turn));
        both.add(till(one, "look", other));
        yield both;
      }
      case 6 -> List.of(till(one, "look", other), till(other, "take", 0L));
      default -> super.request(random, turn);
    };
  }

  /** Asks for an event beside the mistake, at times. */
  @Override
  public List<Call> odd(RandomGenerator random, String key) {
    List<Call> calls = new ArrayList<>(super.odd(random, key));
    if (random.nextInt(3) == 0) {
      int place = random.nextInt(2);
      calls.add(place, till(random.nextInt(tills), "take", 1L));
    }
    return calls;
  }

  @Override
  List<Root> roots(Call call) {
    List<Object> arguments = call.arguments();
    return switch (call.target().type().equals(TILL) ? call.action().name() : "") {
      case "" -> super.roots(call);
      case "ring" -> List.of(root(arguments, 1, 3));
      case "both" -> List.of(root(arguments, 0, 2), root(arguments, 3, 5));
      case "pass" -> List.of(root(arguments, 2, 4));
      default -> List.of();
    };
  }

  private static Root root(List<Object> arguments, int shelf, int script) {
    return new Root(
        arguments.get(shelf).toString(), Script.parse(arguments.get(script).toString()));
  }

  @Override
  List<String> moves(Call call) {
    if (!call.target().type().equals(TILL)) {
      return List.of();
    }
    String own = call.target().key();
    return call.action().name().equals("pass")
        ? List.of(own, call.arguments().getFirst().toString())
        : List.of(own);
  }

  @Override
  public ActorId target(RandomGenerator random, Turn turn) {
    return random.nextInt(3) == 0
        ? new ActorId(TILL, Integer.toString(random.nextInt(tills)))
        : super.target(random, turn);
  }

  @Override
  long cents(ActorState state) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).name().equals("balance") && state.field(i) instanceof Number cents) {
        return cents.longValue();
      }
    }
    throw new IllegalArgumentException("no till has no balance: " + state);
  }

  /**
   * Takes the result of an event, which is empty: a procedure that it asked for leaves no notes.
   */
  @Override
  void other(@Nullable Object result, NoteReader reader, Consumer<String> wrong) {
    if (result == null) {
      reader.hidden();
    } else {
      super.other(result, reader, wrong);
    }
  }
}
