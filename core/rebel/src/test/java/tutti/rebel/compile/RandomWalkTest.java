package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.Caller;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.check.RebelReference;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Type;

/**
 * Every example of the reference and of this repository runs: whatever is asked of it happens or is
 * refused with a text, and every specification can come to life.
 */
class RandomWalkTest {
  private static final int STEPS = 3000;
  private static final List<Caller> CALLERS =
      List.of(Caller.NOBODY, Caller.of("ada"), Caller.of("bob", "porter"));

  private final SplittableRandom random = new SplittableRandom(1);

  static Stream<String> sections() {
    return RebelReference.applications().keySet().stream();
  }

  static Stream<Path> examples() {
    return Stream.of("bank", "shop", "hotel").map(name -> Path.of("..", "..", "examples", name));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void theReferenceRuns(String section) {
    CheckResult loaded = Checker.check(RebelReference.applications().get(section));
    walk(new World(RebelApplication.of(loaded).orElseThrow()));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExamplesRun(Path folder) {
    walk(World.of(folder));
  }

  private void walk(World world) {
    List<RebelAction> actions = new ArrayList<>();
    world.application().specifications().forEach(type -> actions.addAll(type.events()));
    Set<String> alive = new HashSet<>();
    for (int step = 0; step < STEPS; step++) {
      world.caller = CALLERS.get(step % CALLERS.size());
      RebelAction action = actions.get(random.nextInt(actions.size()));
      String key = key(action.type().reference());
      Object[] trees =
          action.parameters().stream().map(parameter -> tree(parameter.type())).toArray();
      World.Refused refused = world.run(action.type().name(), key, action.name(), trees);
      if (refused == null) {
        alive.add(action.type().name());
      } else {
        assertThat(refused.refusal().code()).matches("[a-z-]+");
        assertThat(refused.refusal().message()).isNotBlank();
        assertThat(refused.refusal().values()).isNotNull();
      }
    }
    assertThat(alive)
        .containsAll(world.application().specifications().stream().map(RebelType::name).toList());
  }

  /** Often a key that was never used, for events that create several instances. */
  private String key(Type.Reference reference) {
    if (reference.key().equals(Optional.of(Type.Simple.INTEGER)) && random.nextInt(3) == 0) {
      return Integer.toString(random.nextInt(1000, 1_000_000));
    }
    return reference.key().isEmpty()
        ? reference.specification()
        : tree(reference.key().get()).toString();
  }

  private Object tree(Type type) {
    return switch (type) {
      case Type.Simple simple -> simple(simple);
      case Type.Reference reference -> key(reference);
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> List.of(tree(set.element()), tree(set.element()));
      case Type.MapOf map -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put(tree(map.key()).toString(), tree(map.value()));
        yield entries;
      }
    };
  }

  private Object simple(Type.Simple type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> (long) random.nextInt(-1, 9);
      case STRING -> List.of("a", "b", "c", "d", "e", "f").get(random.nextInt(6));
      case MONEY -> random.nextInt(10) == 0 ? "USD 3.00" : money();
      case CURRENCY -> "EUR";
      case PERCENTAGE -> random.nextInt(5) + "%";
      case DATE -> "2026-04-0" + random.nextInt(1, 5);
      case TIME -> "10:00:00";
      case DATE_TIME -> "2026-04-01T10:00:00Z";
      case PERIOD -> "Month";
      case TERM -> random.nextInt(5) + " Day";
      case FREQUENCY -> "Monthly";
      case IBAN -> Iban.of("NL", "TUTT000000000" + random.nextInt(3)).text();
      case INTEREST_NORM -> "EURIBOR";
      case INTEREST_TARIFF -> "fixed 1%";
    };
  }

  private String money() {
    return (random.nextInt(4) > 0 ? "EUR " : "CUR_CHF ")
        + random.nextInt(random.nextBoolean() ? 4 : 200)
        + ".00";
  }
}
