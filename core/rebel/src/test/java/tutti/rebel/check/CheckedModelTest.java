package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedEvent.Transition;
import tutti.rebel.typed.CheckedField;
import tutti.rebel.typed.CheckedFunction;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;

/** The model that the checker hands to the compiler. */
class CheckedModelTest {

  private static CheckedSpecification one(String text) {
    return one(Map.of("Thing.ebl", text));
  }

  private static CheckedSpecification one(Map<String, String> texts) {
    CheckResult result = Checker.check(texts);
    assertThat(result.diagnostics()).isEmpty();
    return result.application().orElseThrow().specifications().getFirst();
  }

  private static String thing(String postconditions) {
    return """
    module Thing
    specification Thing {
      fields { id: Integer @key a: Integer b: Integer c: Integer }
      events { make[] change[] }
      lifeCycle { initial none -> there: make there -> there: change }
    }
    event make() { postconditions { new this.a == 1; new this.b == 2; new this.c == 3; } }
    event change(x: Integer, yes: Boolean) { postconditions { POST } }
    """
        .replace("POST", postconditions);
  }

  private static CheckedEvent change(String postconditions) {
    return one(thing(postconditions)).events().get(1);
  }

  private static String effects(CheckedEvent event) {
    List<String> texts =
        event.effects().stream()
            .map(effect -> effect.field() + "=" + effect.value().getClass().getSimpleName())
            .toList();
    return String.join(" ", texts);
  }

  @Test
  void anEventThatIsListedAgainKeepsTheWordBeforeIt() {
    CheckedSpecification thing =
        one(
            Map.of(
                "Base.ebl",
                """
                module Base
                import Thing
                abstract specification Base {
                  fields { id: Integer @key }
                  events { make[] internal change(x: Integer) internal drop[] internal lose[] }
                  lifeCycle { initial none -> there: make there -> there: change, drop, lose }
                }
                """,
                "Thing.ebl",
                """
                module Thing
                import Base
                specification Thing extends Base { events { change[] public drop[] } }
                event make() {}
                event change(x: Integer) {}
                event drop() {}
                event lose() {}
                """));
    assertThat(thing.events())
        .extracting(event -> event.visibility() + " " + event.name())
        .containsExactly("UNMARKED make", "INTERNAL change", "PUBLIC drop", "INTERNAL lose");
  }

  @Test
  void findsEquationsOnEitherSideAndInConjunctions() {
    CheckedEvent event = change("x == new this.a; new this.b == 1 && (new this.c == this.b);");
    assertThat(effects(event)).isEqualTo("1=Param 2=Constant 3=ThisField");
    assertThat(event.checks()).isEmpty();
  }

  @Test
  void ordersEffectsByTheNewValuesThatTheyRead() {
    CheckedEvent event =
        change("new this.a == new this.b + 1; new this.b == new this.c * 2; new this.c == x;");
    assertThat(effects(event)).isEqualTo("3=Param 2=Binary 1=Binary");
  }

  @Test
  void anEquationOfTwoNewValuesDeterminesTheOneThatIsOpen() {
    CheckedEvent event = change("new this.a == x; new this.a == new this.b;");
    assertThat(effects(event)).isEqualTo("1=Param 2=NewField");
  }

  @Test
  void makesConditionalsOfGuardedEquations() {
    CheckedEvent event =
        change(
            "yes ? (new this.a == 1) : (new this.b == 2);"
                + " not yes -> (new this.c == 7 && x > 3);");
    assertThat(effects(event)).isEqualTo("1=Conditional 2=Conditional 3=Conditional");
    Typed.Conditional a = (Typed.Conditional) event.effects().getFirst().value();
    assertThat(a.whenTrue()).isInstanceOf(Typed.Constant.class);
    assertThat(a.whenFalse()).isInstanceOf(Typed.ThisField.class);
    assertThat(event.checks()).hasSize(1);
  }

  @Test
  void makesACaseOfTheEquationsInItsBranches() {
    CheckedEvent event =
        change("case x { 1 => new this.a == 5; ANY => new this.a == 6 && new this.b == 7; };");
    assertThat(effects(event)).isEqualTo("1=Case 2=Case");
    Typed.Case b = (Typed.Case) event.effects().get(1).value();
    assertThat(b.branches().getFirst().value()).isInstanceOf(Typed.ThisField.class);
  }

  @Test
  void keepsWhatDeterminesNothingAsACheck() {
    CheckedEvent event = change("new this.a == x; new this.a > this.a; new this.id == 7; x > 0;");
    assertThat(effects(event)).isEqualTo("1=Param");
    assertThat(event.checks()).hasSize(3);
  }

  @Test
  void aFieldThatOnlyALaterEventDeterminesIsOptional() {
    CheckedSpecification spec = one(thing("new this.c == x;").replace("new this.c == 3;", ""));
    assertThat(spec.fields())
        .extracting(CheckedField::optional)
        .containsExactly(false, false, false, true);
  }

  @Test
  void aFieldThatALaterEventOnlyAddsToIsUndetermined() {
    String text = thing("new this.c == this.c + x;").replace("new this.c == 3;", "");
    assertThat(Checker.check(Map.of("Thing.ebl", text)).diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly("undetermined");
  }

  @Test
  void numbersStatesFromTheInitialOne() {
    CheckedSpecification spec =
        one(
            """
            module Thing
            specification Thing {
              fields { id: Integer @key }
              events { make[] end[] }
              lifeCycle { final over there -> over: end initial none -> there: make }
            }
            event make() {}
            event end() { preconditions { this instate {there over}; initialized this; finalized this; } }
            """);
    assertThat(spec.stages()).containsExactly("none", "over", "there");
    assertThat(spec.finals()).isEqualTo(0b010);
    assertThat(spec.events().get(1).transitions()).containsExactly(new Transition(2, 1));
    assertThat(
            spec.events().get(1).preconditions().stream()
                .map(condition -> ((Typed.ThisInStages) condition.expression()).stages()))
        .containsExactly(0b110L, 0b110L, 0b010L);
  }

  @Test
  void anHeirHasWhatItsParentHas() {
    Map<String, Map<String, String>> reference = RebelReference.applications();
    CheckedApplication application =
        Checker.check(reference.get("Inheritance and modifiers")).application().orElseThrow();
    assertThat(application.specifications())
        .extracting(CheckedSpecification::name)
        .containsExactly("Plant", "Weather");
    CheckedSpecification plant = application.specifications().getFirst();
    assertThat(plant.fields())
        .extracting(CheckedField::name)
        .containsExactly("id", "price", "watered");
    assertThat(plant.events())
        .extracting(CheckedEvent::name)
        .containsExactly("add", "sell", "water");
    assertThat(plant.stages()).containsExactly("none", "there", "sold");
    CheckedSpecification weather = application.specifications().get(1);
    assertThat(weather.stages()).containsExactly("unknown", "known");
    assertThat(weather.events().getFirst().effects()).hasSize(1);
  }

  @Test
  void aSingletonHasNoKeyFieldAndIsNamedByItself() {
    CheckedApplication application =
        Checker.check(RebelReference.applications().get("Sync")).application().orElseThrow();
    CheckedSpecification total = application.specifications().getLast();
    assertThat(total.name()).isEqualTo("Total");
    assertThat(total.key()).isEqualTo(-1);
    CheckedSpecification stock =
        application.specifications().stream()
            .filter(each -> each.name().equals("Stock"))
            .findFirst()
            .orElseThrow();
    CheckedSync sync = stock.events().get(1).sync().getFirst();
    assertThat(sync.specification()).isEqualTo(total.index());
    assertThat(sync.key().span().text()).isEqualTo("Total");
  }

  @Test
  void functionsComeAfterThoseThatTheyCall() {
    CheckedApplication application =
        Checker.check(RebelReference.applications().get("Functions")).application().orElseThrow();
    assertThat(application.functions())
        .extracting(CheckedFunction::name)
        .containsExactly("share", "raised");
  }
}
