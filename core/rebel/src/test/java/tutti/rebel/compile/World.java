package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.Surroundings;
import tutti.model.footprint.Access;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Shape;
import tutti.model.form.BadValue;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.form.JsonForm;

/**
 * The least that runs an application: one state per instance, one transaction at a time. The world
 * does what the engine must do, so far as one transaction goes.
 */
public final class World {
  private final RebelApplication application;
  private final Map<ActorId, ActorState> states = new HashMap<>();
  Caller caller = Caller.NOBODY;
  Instant now = Instant.parse("2026-03-31T12:00:00Z");

  /** The reason of a refused transaction, and the actor that refused it. */
  public record Refused(ActorId actor, Refusal refusal) {}

  public World(RebelApplication application) {
    this.application = application;
  }

  /** A world of texts that must check. */
  public static World of(String... modules) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String module : modules) {
      String name = module.strip().substring("module ".length()).split("\\s", 2)[0];
      texts.put(name.replace('.', '/') + ".ebl", module);
    }
    return new World(checked(Checker.check(texts)));
  }

  public static World of(Path folder) {
    return new World(checked(Checker.check(folder)));
  }

  private static RebelApplication checked(CheckResult loaded) {
    return RebelApplication.of(loaded)
        .orElseThrow(() -> new AssertionError(loaded.diagnostics().toString()));
  }

  RebelApplication application() {
    return application;
  }

  ActorState state(String type, String key) {
    return state(new ActorId(type, key));
  }

  private ActorState state(ActorId actor) {
    ActorState state = states.get(actor);
    return state != null ? state : type(actor.type()).blank(actor.key());
  }

  RebelType type(String name) {
    RebelType type = application.type(name);
    assertThat(type).as(name).isNotNull();
    return type;
  }

  RebelAction action(String type, String event) {
    RebelAction action = type(type).action(event);
    assertThat(action).as(event).isNotNull();
    return action;
  }

  /** The name of the life-cycle state. */
  public String stage(String type, String key) {
    return type(type).stages().get(state(type, key).stage());
  }

  /** A field as JSON has it, or null. */
  public @Nullable Object field(String type, String key, String field) {
    RebelType of = type(type);
    for (int i = 0; i < of.checkedFields().size(); i++) {
      if (of.checkedFields().get(i).name().equals(field)) {
        return JsonForm.write(of.checkedFields().get(i).type(), state(type, key).field(i));
      }
    }
    throw new AssertionError("no field " + field);
  }

  /**
   * Runs an event with arguments as JSON has them, in the order of the parameters; those that are
   * missing get their defaults.
   *
   * @return null if it happened
   */
  public @Nullable Refused run(String type, String key, String event, Object... trees) {
    RebelAction action = action(type, event);
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < trees.length; i++) {
      tree.put(action.parameters().get(i).name(), trees[i]);
    }
    try {
      return run(new Call(new ActorId(type, key), action, action.arguments(tree, now)));
    } catch (BadValue e) {
      throw new AssertionError(e);
    }
  }

  /** Runs an event that must happen. */
  public void must(String type, String key, String event, Object... trees) {
    Refused refused = run(type, key, event, trees);
    assertThat(refused == null ? null : refused.actor() + ": " + refused.refusal().message())
        .isNull();
  }

  /** Runs a transaction, and holds that it keeps to its footprint. */
  private @Nullable Refused run(Call root) {
    RebelAction action = (RebelAction) root.action();
    Footprint footprint = action.footprint(root.target(), root.arguments(), now);
    Accesses accesses = new Accesses();
    Refused refused = run(root, accesses);
    Footprint left = footprint;
    for (Accesses.Use access : accesses.all) {
      assertThat(left.allows(access.actor(), access.mode()))
          .as("%s: %s, by %s", root, access, footprint)
          .isTrue();
      left = left.after(access.actor(), access.mode());
    }
    if (refused == null) {
      for (Access access : left.accesses()) {
        assertThat(access.bound().least()).as("%s: %s of %s", root, access, footprint).isZero();
      }
    } else {
      assertThat(footprint.shape()).as("%s", root).isNotEqualTo(Shape.ONE_SHOT);
    }
    return refused;
  }

  /** The accesses of one transaction: it keeps what it has seen, and moves an instance once. */
  private final class Accesses implements Surroundings {
    private record Use(ActorId actor, Mode mode) {}

    private final List<Use> all = new ArrayList<>();
    private final Set<List<Object>> seen = new HashSet<>();

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Caller caller() {
      return caller;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      if (seen.add(List.of(other, what))) {
        all.add(new Use(other, Mode.READ));
      }
      return what.in(state(other));
    }
  }

  private @Nullable Refused run(Call root, Accesses accesses) {
    Map<ActorId, ActorState> next = new LinkedHashMap<>();
    List<Call> waiting = new ArrayList<>(List.of(root));
    while (!waiting.isEmpty()) {
      Call call = waiting.removeFirst();
      if (next.containsKey(call.target()) && !call.negated()) {
        return new Refused(call.target(), Refusal.of("touched-twice", call.toString()));
      }
      accesses.all.add(new Accesses.Use(call.target(), call.negated() ? Mode.READ : Mode.WRITE));
      Evaluation evaluation =
          call.action().evaluate(state(call.target()), call.arguments(), accesses);
      if (call.negated()) {
        if (evaluation instanceof Evaluation.Accepted) {
          return new Refused(call.target(), Refusal.of("negated-sync", call + " is possible"));
        }
        continue;
      }
      switch (evaluation) {
        case Evaluation.Refused(Refusal refusal) -> {
          return new Refused(call.target(), refusal);
        }
        case Evaluation.Accepted(ActorState after, List<Call> partners, Object _) -> {
          next.put(call.target(), after);
          assertThat(call.action().apply(state(call.target()), call.arguments(), new Around()))
              .isEqualTo(after);
          waiting.addAll(partners);
        }
      }
    }
    states.putAll(next);
    return null;
  }

  Surroundings around() {
    return new Around();
  }

  private final class Around implements Surroundings {
    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Caller caller() {
      return caller;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      return what.in(state(other));
    }
  }
}
