package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application.Evolution;
import tutti.model.MalformedData;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;

class EvolutionTest {
  private static final String OLD =
      """
      module t.Door

      event build(colour: String) {
        postconditions { new this.colour == colour; new this.opened == 0; }
      }
      event open() { postconditions { new this.opened == this.opened + 1; } }
      event close() {}

      specification Door {
        fields {
          id: Integer @key
          colour: String
          opened: Integer
        }
        events { build[] open[] close[] }
        lifeCycle {
          initial init -> shut: build
          shut -> ajar: open
          ajar -> shut: close
          final shut
        }
      }
      """;

  private static RebelApplication application(String text) {
    CheckResult loaded = Checker.check(Map.of("t/Door.ebl", text));
    return RebelApplication.of(loaded)
        .orElseThrow(() -> new AssertionError(loaded.diagnostics().toString()));
  }

  private static Evolution evolve(String newer) {
    return application(newer).evolveFrom(application(OLD));
  }

  private static String changed(String from, String to) {
    assertThat(OLD).contains(from);
    return OLD.replace(from, to);
  }

  /** No event leads out of a final state. */
  @Test
  void aFinalStateThatIsGoneHasOnlyToBeKept() {
    String newer = OLD.replace("shut", "barred").replace("ajar", "wide");
    assertThat(evolve(newer).obstacles())
        .anySatisfy(told -> assertThat(told).contains("state shut is gone").endsWith("keep it"))
        .anySatisfy(
            told ->
                assertThat(told)
                    .contains("state ajar is gone")
                    .endsWith("keep it, with events that lead out of it"));
  }

  /** Folders and nodes compare sources, and what clients may call changes nothing there. */
  @Test
  void theWordsBeforeEventsAreNoPartOfTheSource() {
    String marked =
        OLD.replace("build[]", "public build[]")
            .replace("open[]", "internal\n        open[]")
            .replace("close[]", "internal   close[]");
    assertThat(application(marked).source()).isEqualTo(application(OLD).source());
    String named = OLD.replace("close", "internal");
    assertThat(application(named.replace("internal[]", "internal internal[]")).source())
        .isEqualTo(application(named).source());
    RebelApplication again = RebelApplication.restore(application(marked).source());
    assertThat(again.type("Door").action("open").internal()).isFalse();
    assertThat(application(marked).type("Door").action("open").internal()).isTrue();
  }

  @Test
  void mapsReorderedFieldsAndStatesByName() {
    String newer =
        changed("colour: String\n    opened: Integer", "opened: Integer\n    colour: String")
            .replace("initial init", "initial nothing")
            .replace(
                "    shut -> ajar: open\n    ajar -> shut: close\n",
                "    ajar -> shut: close\n    shut -> ajar: open\n");
    Evolution evolution = evolve(newer);
    assertThat(evolution.obstacles()).isEmpty();
    World world = new World(application(OLD));
    world.must("Door", "1", "build", "red");
    world.must("Door", "1", "open");
    ActorState state =
        evolution.conversion().convert(new ActorId("Door", "1"), world.state("Door", "1"));
    RebelType type = application(newer).type("Door");
    assertThat(type).isNotNull();
    assertThat(type.stages().get(state.stage())).isEqualTo("ajar");
    assertThat(state.copyFields()).containsExactly(1L, 1L, "red");
  }

  @Test
  void letsRulesEventsStatesOptionalFieldsAndSpecificationsCome() {
    String newer =
        changed("opened: Integer\n", "opened: Integer\n    note: String\n")
            .replace(
                "event close() {}",
                "event close() { preconditions { this.opened < 9; } }\n"
                    + "event remark(text: String) { postconditions { new this.note == text; } }\n"
                    + "event remove() {}\n")
            .replace("events { build[]", "events { remark[] remove[] build[]")
            .replace("shut -> ajar: open", "shut -> ajar: open -> shut: remark -> gone: remove")
            .replace("final shut", "final gone");
    Evolution evolution = evolve(newer);
    assertThat(evolution.obstacles()).isEmpty();
    World world = new World(application(OLD));
    world.must("Door", "1", "build", "red");
    ActorState state =
        evolution.conversion().convert(new ActorId("Door", "1"), world.state("Door", "1"));
    assertThat(state.copyFields()).containsExactly(1L, "red", 0L, null);
  }

  @Test
  void refusesARemovedField() {
    String newer = changed("colour: String\n", "").replace("new this.colour == colour; ", "");
    assertThat(evolve(newer).obstacles())
        .singleElement()
        .asString()
        .contains("Door", "colour", "gone", "keep it");
  }

  @Test
  void refusesARetypedField() {
    String newer =
        changed("opened: Integer", "opened: Money")
            .replace("new this.opened == 0", "new this.opened == EUR 0.00")
            .replace("this.opened + 1", "this.opened + EUR 1.00");
    assertThat(evolve(newer).obstacles())
        .singleElement()
        .asString()
        .contains("opened", "Integer", "Money", "another name");
  }

  @Test
  void refusesARemovedState() {
    String newer =
        changed("shut -> ajar: open\n    ajar -> shut: close\n", "shut -> shut: open, close\n");
    assertThat(evolve(newer).obstacles()).singleElement().asString().contains("ajar", "keep it");
  }

  @Test
  void refusesANewFieldThatMustHaveAValue() {
    String newer =
        changed("opened: Integer\n", "opened: Integer\n    made: Date\n")
            .replace("new this.opened == 0;", "new this.opened == 0; new this.made == now.date;");
    assertThat(evolve(newer).obstacles())
        .singleElement()
        .asString()
        .contains("made", "another event");
  }

  @Test
  void refusesAnotherKeyAndARemovedSpecification() {
    assertThat(evolve(changed("id: Integer @key", "id: String @key")).obstacles())
        .singleElement()
        .asString()
        .contains("key", "id: Integer", "id: String");
    String other = OLD.replace("specification Door", "specification Gate");
    assertThat(evolve(other).obstacles()).singleElement().asString().contains("Door", "gone");
  }

  @Test
  void isTheSameFromItsOwnSource() {
    RebelApplication application = application(OLD);
    RebelApplication again = application.reload(application.source());
    assertThat(again.source()).isEqualTo(application.source());
    assertThat(again.evolveFrom(application).obstacles()).isEmpty();
    World world = new World(again);
    world.must("Door", "1", "build", "red");
    assertThat(world.stage("Door", "1")).isEqualTo("shut");
  }

  @Test
  void refusesSourcesThatAreNone() {
    assertThatThrownBy(() -> RebelApplication.restore(new byte[] {1, 'x'}))
        .isInstanceOf(MalformedData.class);
    assertThatThrownBy(() -> RebelApplication.restore(new byte[0]))
        .isInstanceOf(MalformedData.class);
  }
}
