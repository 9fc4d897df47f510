package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Reason;
import tutti.lab.simulation.rows.RowActor.Purse;
import tutti.lab.simulation.rows.RowActor.Seen;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.application.Turn;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.Sight;
import tutti.simulator.world.Seeds;

/** Clients that have shelves play scripts, and the rules that hold then. Used by one thread. */
class RowScenario implements Scenario {
  static final int PURSES = 3;
  static final long CENTS = 100;
  private static final String SHELF = "Shelf";

  /** The divisor of scripts that clients ask for: one of this many ends with a selection. */
  private static final int SELECTS_ONE_OF = 8;

  private final RelationalApplication application;
  private final ActorNames names;
  private final int shelves;
  private final int keys;
  private final int tills;
  private final boolean later;

  /**
   * @param names the keys of shelves
   * @param shelves the number of shelves
   * @param keys the number of keys of each that are used most
   * @param tills the number of tills beside them
   * @param later whether the version is not the first
   */
  RowScenario(
      RelationalApplication application,
      ActorNames names,
      int shelves,
      int keys,
      int tills,
      boolean later) {
    this.application = application;
    this.names = names;
    this.shelves = shelves;
    this.keys = keys;
    this.tills = tills;
    this.later = later;
  }

  /**
   * Returns the script, at times with a selection at its end. Whether it has one comes from the
   * script and the path, so that all other draws are as without it.
   */
  private static String selecting(long path, Script script) {
    String text = script.toString();
    RandomGenerator random = Seeds.stream(Seeds.derive(path, text), "selections");
    return random.nextInt(SELECTS_ONE_OF) > 0
        ? text
        : text + " j" + random.nextInt(Selections.CHECKS) + "." + random.nextInt((int) CENTS + 20);
  }

  /**
   * A script that a call begins with, or has done.
   *
   * @param shelf its number
   */
  record Root(String shelf, Script script) {}

  private Call call(int shelf, Procedure<RowActor, ?> procedure) {
    return call(names.text(shelf), procedure);
  }

  private Call call(String shelf, Procedure<RowActor, ?> procedure) {
    ProcedureAction action =
        (ProcedureAction)
            Objects.requireNonNull(
                Objects.requireNonNull(application.type(SHELF))
                    .action(procedure.getClass().getSimpleName()));
    return action.call(new ActorId(SHELF, shelf), procedure);
  }

  /** Returns the scripts of a call, in their order. */
  List<Root> roots(Call call) {
    String script =
        switch (call.arguments().getFirst()) {
          case RowActor.Run run -> run.script();
          case RowActor.Look look -> look.script();
          default -> throw new IllegalArgumentException(call.toString());
        };
    return List.of(new Root(ActorNames.plain(call.target().key()), Script.parse(script)));
  }

  /** Returns the tills that a call moves, without those that its scripts move. */
  List<String> moves(Call call) {
    return List.of();
  }

  ScriptDraw draw(RandomGenerator random) {
    return new ScriptDraw(random, shelves, keys, tills, later);
  }

  @Override
  public List<List<Call>> opening() {
    List<List<Call>> opening = new ArrayList<>();
    for (int shelf = 0; shelf < shelves; shelf++) {
      opening.add(
          List.of(
              call(
                  shelf,
                  new RowActor.Run(ScriptInterpreter.root(-1 - shelf), "f i0.0.0 i2.1.1 w0"))));
    }
    return opening;
  }

  @Override
  public List<Call> request(RandomGenerator random, Turn turn) {
    ScriptDraw draw = draw(random);
    int shelf = draw.shelf();
    long path = ScriptInterpreter.root(turn.name(0));
    return switch (random.nextInt(16)) {
      case 0, 1, 2 ->
          List.of(call(shelf, new RowActor.Look(path, selecting(path, draw.reading(shelf)))));
      case 3 -> List.of(call(0, new RowActor.Look(path, draw.everything())));
      case 4 -> {
        int other = draw.shelf();
        yield List.of(
            call(shelf, new RowActor.Run(path, draw.changing(shelf).toString())),
            call(
                other,
                new RowActor.Run(
                    ScriptInterpreter.root(turn.name(1)), draw.changing(other).toString())));
      }
      default ->
          List.of(call(shelf, new RowActor.Run(path, selecting(path, draw.changing(shelf)))));
    };
  }

  @Override
  public List<Call> odd(RandomGenerator random, String key) {
    int shelf = random.nextInt(shelves);
    int way = random.nextInt(Spoil.WAYS.size() + 2);
    if (way == Spoil.WAYS.size() + 1 && ActorId.keyFault(key) == null) {
      return List.of(call(key, new Spoil("null", key)));
    }
    return way < Spoil.WAYS.size()
        ? List.of(call(shelf, new Spoil(Spoil.WAYS.get(way), "other-" + random.nextInt(shelves))))
        : List.of(
            call(shelf, new Spoil(ActorId.keyFault(key) == null ? "nested" : Spoil.KEY, key)));
  }

  @Override
  public ActorId target(RandomGenerator random, Turn turn) {
    return new ActorId(SHELF, names.text(random.nextInt(shelves)));
  }

  @Override
  public List<String> violations(Map<ActorId, ActorState> states) {
    List<String> found = new ArrayList<>();
    long cents = 0;
    long expected = 0;
    for (Map.Entry<ActorId, ActorState> each : states.entrySet()) {
      if (!each.getKey().type().equals(SHELF)) {
        cents += cents(each.getValue());
        expected += CENTS;
        continue;
      }
      RowsImage rows = RowsImage.in(each.getValue());
      List<Record> purses = rows.rows(RowActor.PURSES);
      cents += purses.stream().mapToLong(row -> ((Purse) row).cents()).sum();
      expected += purses.size() * CENTS;
      if (purses.size() > PURSES) {
        found.add("purses stay: " + each.getKey() + " has " + purses);
      }
      Map<Long, ItemRow> byCode = new HashMap<>();
      for (Record row : rows.rows(RowActor.ITEMS)) {
        ItemRow other = byCode.put(((ItemRow) row).code(), (ItemRow) row);
        if (other != null) {
          found.add("unique index: " + each.getKey() + " has " + other + " and " + row);
        }
      }
    }
    if (cents != expected) {
      found.add("money conserved: there are " + cents + " cents, and there were " + expected);
    }
    return found;
  }

  /** Returns the money of an actor that is no shelf; here there is no such actor. */
  long cents(ActorState state) {
    throw new IllegalArgumentException("there are only shelves, and this is none: " + state);
  }

  @Override
  public List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
    NoteReader reader = new NoteReader(names, wrong);
    for (Object result : results) {
      if (result instanceof ProcedureResult(var type, var name, Seen seen)) {
        Script script = Script.parse(seen.script());
        if (ActiveSet.refuses(seen.shelf(), script)) {
          wrong.accept("active-set: " + seen.shelf() + " should not have done " + script);
        }
        if (twice(List.of(), List.of(script))) {
          wrong.accept("instance-twice: " + seen.shelf() + " should not have done " + script);
        }
        seen.notes().forEach(reader::read);
      } else {
        other(result, reader, wrong);
      }
    }
    return reader.sights();
  }

  /** Takes a result that is not of a script. */
  void other(@Nullable Object result, NoteReader reader, Consumer<String> wrong) {
    wrong.accept("it gave " + result);
  }

  /** Returns whether one till is moved twice. */
  private static boolean twice(List<String> moved, List<Script> scripts) {
    Set<String> once = new HashSet<>();
    List<String> all = new ArrayList<>(moved);
    scripts.forEach(script -> script.tills(till -> all.add(String.valueOf(till))));
    return !all.stream().allMatch(once::add);
  }

  @Override
  public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
    if (!(reason instanceof Reason.Refused(var actor, var procedure, var refusal))) {
      return null;
    }
    List<Root> roots = calls.stream().flatMap(call -> roots(call).stream()).toList();
    List<String> moved = calls.stream().flatMap(call -> moves(call).stream()).toList();
    List<Script> scripts = roots.stream().map(Root::script).toList();
    boolean may =
        switch (refusal.code()) {
          case "active-set" ->
              roots.stream().anyMatch(root -> ActiveSet.refuses(root.shelf(), root.script()));
          case "instance-twice" -> twice(moved, scripts);
          case "too-much-work" -> calls.stream().anyMatch(RowScenario::takesManySteps);
          case "precondition" -> !moved.isEmpty() || anyHas(scripts, "Bk");
          case "unwanted" -> anyHas(scripts, "x");
          case "internal-error" -> anyHas(scripts, "e");
          case "duplicate-key" -> anyHas(scripts, "Ip");
          case "overdrawn" -> anyHas(scripts, "-mb");
          // Where nodes keep nothing, purses and tills are put there again while other requests go
          // on.
          case "no-such-row" -> anyHas(scripts, "+-mbBk");
          case "no-such-instance", "unknown-partner" -> !moved.isEmpty() || anyHas(scripts, "bBk");
          default -> false;
        };
    return may ? null : calls + " was refused for " + reason.message();
  }

  /** Returns whether a call is an event of more steps than one may take. */
  private static boolean takesManySteps(Call call) {
    return call.action().name().equals("count")
        && call.arguments().getFirst() instanceof Long n
        && n > TillScenario.FEW;
  }

  private static boolean anyHas(List<Script> scripts, String kinds) {
    return scripts.stream().anyMatch(script -> script.has(step -> kinds.indexOf(step.kind()) >= 0));
  }
}
