package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.rebel.check.Checker;
import tutti.rebel.check.RebelReference;

/** The examples in docs/rebel.md do what the text around them says. */
class ReferenceRunTest {

  private static World world(String section) {
    Map<String, String> files = RebelReference.applications().get(section);
    assertThat(files).as(section).isNotNull();
    return World.of(files.values().toArray(String[]::new));
  }

  private static String code(World.@Nullable Refused refused) {
    return refused == null ? "" : refused.refusal().code();
  }

  static List<String> sections() {
    return List.copyOf(RebelReference.applications().keySet());
  }

  @ParameterizedTest
  @MethodSource("sections")
  void everyExampleCompiles(String section) {
    assertThat(RebelApplication.of(Checker.check(RebelReference.applications().get(section))))
        .isPresent();
  }

  @Test
  void optionalFieldsAreReadOnlyOnceTheyAreSet() {
    World world = world("Fields");
    world.must("Book", "a", "acquire", "A", 1);
    assertThat(world.field("Book", "a", "next")).isNull();
    assertThat(code(world.run("Book", "a", "continue", "b"))).isEqualTo("precondition");
    world.must("Book", "b", "acquire", "B", 1);
    world.must("Book", "a", "continue", "b");
    world.must("Book", "a", "count", 5);
    assertThat(world.field("Book", "a", "next")).isEqualTo("b");
    assertThat(world.field("Book", "a", "lastSeen")).isEqualTo("2026-03-31T12:00:00Z");
  }

  @Test
  void eventsDetermineValuesByEquationsCasesAndImplications() {
    World world = world("Events");
    world.must("Member", "1", "join", "Ada");
    assertThat(world.field("Member", "1", "credit")).isEqualTo("EUR 10.00");
    world.must("Member", "1", "buy", "EUR 2.00", 2);
    assertThat(code(world.run("Member", "1", "buy", "EUR 5.50"))).isEqualTo("postcondition");
    world.must("Member", "1", "buy", "EUR 5.00");
    world.must("Member", "1", "promote");
    assertThat(world.field("Member", "1", "grade")).isEqualTo("silver");
    assertThat(world.field("Member", "1", "credit")).isEqualTo("EUR 1.00");
    world.must("Member", "1", "promote");
    assertThat(world.field("Member", "1", "grade")).isEqualTo("gold");
    assertThat(world.field("Member", "1", "credit")).isEqualTo("EUR 101.00");
  }

  @Test
  void partnersSyncFurtherAndANegatedOneMustBeRefused() {
    World world = world("Sync");
    world.must("Total", "Total", "begin");
    world.must("Stock", "pen", "supply", 10, "EUR 2.00");
    world.must("Block", "pen", "place");
    assertThat(code(world.run("Sale", "1", "sell", "pen", 3))).isEqualTo("negated-sync");
    world.must("Block", "pen", "lift");
    world.must("Sale", "1", "sell", "pen", 3);
    assertThat(world.field("Total", "Total", "sum")).isEqualTo("EUR 6.00");
    assertThat(code(world.run("Sale", "2", "sell", "pen", 8))).isEqualTo("invariant");
    assertThat(world.stage("Sale", "2")).isEqualTo("none");
    assertThat(world.field("Stock", "pen", "pieces")).hasToString("7");
  }

  @Test
  void invariantsHoldAfterEveryEvent() {
    World world = world("Invariants");
    world.must("Box", "1", "make");
    world.must("Box", "1", "put", "EUR", 4);
    world.must("Box", "1", "put", "EUR", 5);
    assertThat(code(world.run("Box", "1", "put", "USD", 1))).isEqualTo("invariant");
    assertThat(code(world.run("Box", "1", "put", "USD", -1))).isEqualTo("invariant");
  }

  @Test
  void functionsAndCasesCompute() {
    World world = world("Functions");
    world.must("Flat", "1", "let", "EUR 1000.00");
    world.must("Flat", "1", "raise", 2);
    assertThat(world.field("Flat", "1", "rent")).isEqualTo("EUR 1020.00");
    world.must("Flat", "1", "pay", 2);
    assertThat(world.field("Flat", "1", "paidUntil")).isEqualTo("2026-05-31");
  }

  @Test
  void expressionsMeanWhatTheTableSays() {
    World world = world("Expressions");
    world.must("Sheet", "1", "create", 15);
    assertThat(world.field("Sheet", "1", "n")).hasToString("5");
    assertThat(world.field("Sheet", "1", "due")).isEqualTo("2026-04-30");
    world.must("Sheet", "1", "check", 2, "2026-04-25");
    assertThat(code(world.run("Sheet", "1", "check", 4, "2026-04-25"))).isEqualTo("precondition");
    assertThat(code(world.run("Sheet", "1", "check", 2, "2026-04-22"))).isEqualTo("precondition");
  }

  @Test
  void referencesLeadToOtherInstances() {
    World world = world("Sets, maps and references");
    world.must("Guest", "ada", "invite", List.of("cake"));
    world.must("Guest", "bob", "invite", List.of());
    world.must("Guest", "ada", "bring", "tea", 2);
    assertThat(code(world.run("Guest", "ada", "bring", "tea", 2))).isEqualTo("precondition");
    world.must("Guest", "bob", "follow", "ada");
    assertThat(world.field("Guest", "bob", "host")).isEqualTo("ada");
    assertThat(code(world.run("Guest", "ada", "follow", "bob"))).isEqualTo("precondition");
  }

  @Test
  void everyTypeHasValues() {
    World world = world("Types");
    world.must("Loan", "GB82WEST12345698765432", "grant", "CUR_CHF 500.00");
    assertThat(world.field("Loan", "GB82WEST12345698765432", "rate")).isEqualTo("3%");
    assertThat(world.field("Loan", "GB82WEST12345698765432", "country")).isEqualTo("GB");
  }

  @Test
  void heirsExternalsAndSingletonsWork() {
    World world = world("Inheritance and modifiers");
    world.must("Plant", "1", "add", "EUR 3.00");
    world.must("Plant", "1", "water");
    world.must("Weather", "today", "report", 9);
    assertThat(code(world.run("Plant", "1", "water"))).isEqualTo("precondition");
    world.must("Weather", "today", "report", 1);
    world.must("Plant", "1", "water");
    world.must("Plant", "1", "sell", "EUR 4.00");
    assertThat(world.stage("Plant", "1")).isEqualTo("sold");
  }

  @Test
  void anInvariantDoesNotApplyToAFieldWithoutAValue() {
    World world =
        World.of(
            """
            module Thing
            specification Thing {
              fields { id: Integer @key limit: Integer }
              events { make[] set[] }
              invariants { small }
              lifeCycle { initial none -> there: make there -> there: set }
            }
            event make() {}
            event set(limit: Integer) { postconditions { new this.limit == limit; } }
            invariant small { this.limit < 10; }
            """);
    world.must("Thing", "1", "make");
    assertThat(code(world.run("Thing", "1", "set", 10))).isEqualTo("invariant");
    world.must("Thing", "1", "set", 9);
  }
}
