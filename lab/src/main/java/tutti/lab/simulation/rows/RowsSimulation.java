package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.Reason;
import tutti.lab.simulation.rows.Shelf.Item;
import tutti.lab.simulation.rows.Shelf.Purse;
import tutti.lab.simulation.rows.Shelf.Seen;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.SimulatedApplication;
import tutti.simulator.Turn;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.Sight;

/**
 * Shelves of items that come and go, in Java. Procedures play scripts, and say of every row what
 * they saw and made; what must be refused can be told from the script.
 */
public final class RowsSimulation implements SimulatedApplication {
  static final int PURSES = 3;
  static final long CENTS = 100;

  private static final int MOST_SHELVES = 4;
  private static final String SHELF = "Shelf";

  private final RelationalApplication application =
      new RelationalApplication(Shelf.application(), null);

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Shelves(2 + random.nextInt(MOST_SHELVES - 1), 3 + random.nextInt(Shelf.KEYS - 2));
  }

  private Call call(int shelf, Procedure<Shelf, Seen> procedure) {
    ProcedureAction action =
        (ProcedureAction)
            Objects.requireNonNull(
                Objects.requireNonNull(application.type(SHELF))
                    .action(procedure.getClass().getSimpleName()));
    return action.call(new ActorId(SHELF, Integer.toString(shelf)), procedure);
  }

  private static Script script(Call call) {
    return switch (call.arguments().getFirst()) {
      case Shelf.Run run -> Script.parse(run.script());
      case Shelf.Look look -> Script.parse(look.script());
      default -> throw new IllegalArgumentException(call.toString());
    };
  }

  /** Used by one thread. */
  private final class Shelves implements Scenario {
    private final int shelves;
    private final int keys;

    Shelves(int shelves, int keys) {
      this.shelves = shelves;
      this.keys = keys;
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int shelf = 0; shelf < shelves; shelf++) {
        opening.add(
            List.of(call(shelf, new Shelf.Run(Play.root(-1 - shelf), "f i0.0.0 i2.1.1 w0"))));
      }
      return opening;
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      ScriptDraw draw = new ScriptDraw(random, shelves, keys);
      int shelf = draw.shelf();
      long path = Play.root(turn.name(0));
      return switch (random.nextInt(16)) {
        case 0, 1, 2 -> List.of(call(shelf, new Shelf.Look(path, draw.reading(shelf).toString())));
        case 3 -> List.of(call(0, new Shelf.Look(path, draw.everything())));
        case 4 -> {
          int other = draw.shelf();
          yield List.of(
              call(shelf, new Shelf.Run(path, draw.changing(shelf).toString())),
              call(other, new Shelf.Run(Play.root(turn.name(1)), draw.changing(other).toString())));
        }
        default -> List.of(call(shelf, new Shelf.Run(path, draw.changing(shelf).toString())));
      };
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(SHELF, Integer.toString(random.nextInt(shelves)));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      List<String> found = new ArrayList<>();
      long cents = 0;
      long purses = 0;
      for (Map.Entry<ActorId, ActorState> each : states.entrySet()) {
        RowsImage rows = RowsImage.in(each.getValue());
        for (Record row : rows.rows(Shelf.PURSES)) {
          cents += ((Purse) row).cents();
          purses++;
        }
        Map<Long, Item> byCode = new HashMap<>();
        for (Record row : rows.rows(Shelf.ITEMS)) {
          Item other = byCode.put(((Item) row).code(), (Item) row);
          if (other != null) {
            found.add("unique index: " + each.getKey() + " has " + other + " and " + row);
          }
        }
      }
      if (cents != purses * CENTS || purses > (long) shelves * PURSES) {
        found.add("money conserved: " + purses + " purses have " + cents + " cents");
      }
      return found;
    }

    @Override
    public List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
      NoteReader reader = new NoteReader(wrong);
      for (Object result : results) {
        if (result instanceof ProcedureResult(var type, var name, Seen seen)) {
          if (ActiveSet.refuses(seen.shelf(), Script.parse(seen.script()))) {
            wrong.accept("active-set: " + seen.shelf() + " should not have done " + seen.script());
          }
          seen.notes().forEach(reader::read);
        } else {
          wrong.accept("it gave " + result);
        }
      }
      return reader.sights();
    }

    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      if (!(reason instanceof Reason.Refused(var actor, var procedure, var refusal))) {
        return null;
      }
      boolean may =
          switch (refusal.code()) {
            case "active-set" ->
                calls.stream()
                    .anyMatch(call -> ActiveSet.refuses(call.target().key(), script(call)));
            case "unwanted" -> anyHas(calls, "x");
            case "internal-error" -> anyHas(calls, "e");
            case "duplicate-key" -> anyHas(calls, "Ip");
            case "overdrawn" -> anyHas(calls, "-m");
            // Where nodes keep nothing, purses are put there again while others go on.
            case "no-such-row" -> anyHas(calls, "+-m");
            default -> false;
          };
      return may ? null : calls + " was refused for " + reason.message();
    }

    private static boolean anyHas(List<Call> calls, String kinds) {
      return calls.stream()
          .anyMatch(call -> script(call).has(step -> kinds.indexOf(step.kind()) >= 0));
    }
  }
}
