package tutti.lab.simulation.values;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Reason;
import tutti.lab.mistake.Mistake;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.Sight;

/**
 * Chests of things whose components are extreme and unusual, in simulation: each is an argument, a
 * row, an entry of several indexes, a part of a query and a result. What is found of it anywhere,
 * in a restored backup too, has to be what was put in.
 */
public final class ValuesSimulation implements SimulatedApplication {
  private static final int CHESTS = 4;
  private static final int NAMES = 6;

  /** The stamps of one request: a name's, and those of further chests. */
  private static final int STAMPS = 8;

  /** The place of a thing. */
  private record Place(String chest, String name) {}

  private final RelationalApplication application =
      new RelationalApplication(Chest.application(), null);

  @Override
  public String name() {
    return "values";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return scenario(random, ActorNames.PLAIN);
  }

  /** The things have unusual names in any case. */
  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return new Chests(names, ActorNames.draw(random));
  }

  /** The clients of one run; used by one thread. */
  private final class Chests implements Scenario {
    private final ActorNames chests;
    private final List<String> names;

    Chests(ActorNames chests, ActorNames things) {
      this.chests = chests;
      this.names = IntStream.range(0, NAMES).mapToObj(things::text).toList();
    }

    private Call call(String chest, Procedure<Chest, ?> procedure) {
      ProcedureAction action =
          (ProcedureAction)
              Objects.requireNonNull(
                  Objects.requireNonNull(application.type(Chest.TYPE))
                      .action(procedure.getClass().getSimpleName()));
      return action.call(new ActorId(Chest.TYPE, chest), procedure);
    }

    @Override
    public List<List<Call>> opening() {
      return List.of(
          List.of(call(chests.text(0), new Chest.Put(List.of(Thing.of("first", 1)), List.of()))));
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      int first = random.nextInt(CHESTS);
      String chest = chests.text(first);
      String name = names.get(random.nextInt(NAMES));
      long stamp = 10 + turn.name(0) * STAMPS;
      return switch (random.nextInt(8)) {
        case 0, 1 -> List.of(call(chest, new Chest.Look(names, random.nextInt(1_000))));
        case 2 -> List.of(call(chest, new Chest.Take(name)));
        case 3 -> {
          String second = names.get(random.nextInt(NAMES));
          yield second.equals(name)
              ? List.of(call(chest, new Chest.Take(name)))
              : List.of(
                  call(
                      chest,
                      new Chest.Put(
                          List.of(Thing.of(name, stamp), Thing.of(second, stamp + CHESTS)),
                          List.of())));
        }
        default -> {
          List<String> others =
              IntStream.range(1, 1 + random.nextInt(CHESTS))
                  .mapToObj(i -> chests.text((first + i) % CHESTS))
                  .toList();
          yield List.of(call(chest, new Chest.Put(List.of(Thing.of(name, stamp)), others)));
        }
      };
    }

    @Override
    public List<Call> odd(RandomGenerator random, String key) {
      String other = chests.text(random.nextInt(CHESTS));
      List<String> ways = random.nextBoolean() ? Mistake.ALONE : Mistake.WITH_CALL;
      return List.of(
          call(
              chests.text(random.nextInt(CHESTS)),
              new Spoil(ways.get(random.nextInt(ways.size())), other)));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(Chest.TYPE, chests.text(random.nextInt(CHESTS)));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      List<String> found = new ArrayList<>();
      states.forEach(
          (id, state) -> {
            for (Record row : RowsImage.in(state).rows(0)) {
              if (!((Thing) row).isSound()) {
                found.add("values stay: " + id + " has " + row);
              }
              if (((Thing) row).name().equals("spoilt")) {
                found.add("mistakes leave nothing: " + id + " has " + row);
              }
            }
          });
      return found;
    }

    @Override
    public List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
      Map<Place, Chest.Note> own = new LinkedHashMap<>();
      List<Sight> sights = new ArrayList<>();
      for (Object result : results) {
        if (result instanceof ProcedureResult(var _, var _, Chest.Told(var notes, var things))) {
          things.stream()
              .filter(thing -> !thing.isSound())
              .forEach(thing -> wrong.accept("values stay: it was told " + thing));
          notes.forEach(note -> read(note, own, sights, wrong));
        } else {
          wrong.accept("it gave " + result);
        }
      }
      own.forEach(
          (place, note) -> {
            // A row that was not there and is not there need not be in any log.
            if (note.made() > 0 || note.saw() != 0) {
              sights.add(sight(place, note.made(), true));
            }
          });
      return sights;
    }

    /** Reads a statement: the transaction sees its own writes, and else what others left. */
    private static void read(
        Chest.Note note, Map<Place, Chest.Note> own, List<Sight> sights, Consumer<String> wrong) {
      Place place = new Place(note.chest(), note.name());
      Chest.Note before = own.get(place);
      if (before == null) {
        sights.add(sight(place, note.saw(), false));
      } else if (before.made() != note.saw()) {
        wrong.accept("it made " + before + ", and then saw " + note);
      }
      if (note.made() >= 0) {
        long saw = before == null ? note.saw() : before.saw();
        own.put(place, new Chest.Note(note.chest(), note.name(), saw, note.made()));
      }
    }

    private static Sight sight(Place place, long stamp, boolean made) {
      return new Sight(
          new ActorId(Chest.TYPE, place.chest),
          new RowsImage.RowKey(0, place.name),
          it -> stamp(it) == stamp,
          made,
          (made ? "made " : "saw ") + stamp);
    }

    private static long stamp(@Nullable Record row) {
      return row instanceof Thing thing ? thing.stamp() : 0;
    }

    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return reason instanceof Reason.Refused
          ? calls + " was refused for " + reason.message()
          : null;
    }
  }
}
