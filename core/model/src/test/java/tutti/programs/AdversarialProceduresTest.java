package tutti.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Item;
import tutti.model.memory.MemoryWorld;

/** The analysis of code gives no bound that a run exceeds: where it cannot say, it says so. */
class AdversarialProceduresTest {
  private final JavaApplication application = Adversary.application();
  private final RelationalType type = application.type("Adversary");

  private Bound told(String procedure, String key) {
    return application.footprint(type, procedure(procedure)).accesses().stream()
        .filter(access -> access.item().equals(new Item.Told("Account", key)))
        .filter(access -> access.mode() == Mode.WRITE)
        .map(access -> access.bound())
        .findFirst()
        .orElse(Bound.NEVER);
  }

  private ProcedureType procedure(String name) {
    return type.procedure(name);
  }

  @ParameterizedTest
  @CsvSource({
    "TwoMethods, comes round to",
    "There, comes round to",
    "Back, comes round to",
    "Dispatched, whose code is only known when it runs",
  })
  void saysWhyThereIsNoBound(String name, String reason) {
    assertThat(application.findings(procedure(name)).unboundedness()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "Switched, key, 3",
    "Switched, '\"other\"', 1",
    "ByPattern, key, 2",
    "ReturnsInFinally, key, 2"
  })
  void countsTheLongestWay(String name, String key, long most) {
    assertThat(told(name, key).most()).isEqualTo(most);
  }

  @ParameterizedTest
  @CsvSource({"InFinally, key", "ConstantLoop, key", "Labelled, key", "Twice, key"})
  void countsNoTurnsOfALoopNorOfALambda(String name, String key) {
    assertThat(told(name, key).isFinite()).isFalse();
  }

  /** The world holds each run to its footprint. */
  @Test
  void noRunExceedsItsFootprint() {
    MemoryWorld world = new MemoryWorld(application);
    for (int n = -1; n < 5; n++) {
      for (Procedure<Adversary, ?> call :
          List.<Procedure<Adversary, ?>>of(
              new Adversary.TwoMethods("k", n),
              new Adversary.There(n),
              new Adversary.Back(n),
              new Adversary.Switched("k", n),
              new Adversary.ByPattern("k", n),
              new Adversary.InFinally("k", n),
              new Adversary.ReturnsInFinally("k"),
              new Adversary.ConstantLoop("k"),
              new Adversary.Labelled("k", n),
              new Adversary.Twice("k"),
              new Adversary.OwnMethod(List.of("k", "l", "k")),
              new Adversary.Dispatched("k", n > 1),
              new Adversary.Anonymous("k"))) {
        world.run(Adversary.class, "a", call);
      }
    }
  }
}
