package tutti.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.ActorId;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.CodeFindings;
import tutti.model.footprint.Access;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;
import tutti.model.memory.MemoryWorld;

class ProcedureAnalysisTest {
  private static final ActorId TELLER = new ActorId("Teller", "t");

  private final JavaApplication application = Teller.application();

  private List<String> told(String procedure) {
    RelationalType type = application.type("Teller");
    return said(application.footprint(type, type.procedure(procedure)));
  }

  private List<String> called(Procedure<?, ?> call) {
    return said(application.footprint(TELLER, call));
  }

  /** The accesses that the code tells. */
  private static List<String> said(Footprint footprint) {
    return footprint.accesses().stream()
        .filter(access -> access.source() != Source.REQUEST)
        .map(access -> access.item() + " " + access.mode() + " " + access.bound())
        .toList();
  }

  private CodeFindings findings(String procedure) {
    RelationalType type = application.type("Teller");
    return application.findings(type.procedure(procedure));
  }

  @Test
  void computesKeysFromArguments() {
    assertThat(called(new Teller.Transfer("a", "b", 3)))
        .containsExactly("Account[a] written once", "Account[b] written once");
    assertThat(called(new Teller.Transfer("a", "a", 3)))
        .containsExactly("Account[a] written twice");
    assertThat(called(new Teller.Numbered(7, -1)))
        .containsExactly(
            "Account[7] written once",
            "Account[acct--1/7] written once",
            "Account[of t] written once");
    Footprint transfer = application.footprint(TELLER, new Teller.Transfer("a", "b", 3));
    assertThat(transfer.shape()).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(transfer.accesses())
        .extracting(Access::source)
        .containsExactly(Source.BYTECODE, Source.BYTECODE, Source.REQUEST);
  }

  /** Under Janus the footprint of a request is made before it runs, and failed at such a text. */
  @Test
  void aTextThatIsNoKeyIsSomeActor() {
    for (String none : List.of("", "\ud800", "x\udc00", "k".repeat(4097))) {
      assertThat(called(new Teller.Transfer(none, "b", 3)))
          .containsExactly("Account[b] written once", "some Account written once");
      assertThat(called(new Teller.Each(List.of("a", none))))
          .containsExactly(
              "Account[a] written any number of times", "some Account written any number of times");
    }
  }

  @Test
  void followsKeysThroughRecordsAndCalls() {
    assertThat(told("Delegates"))
        .contains("Account[account] written once", "Teller[agent] written once")
        .contains("Account[\"main\"] written once", "Account[\"of \" + key()] written once");
    // A constructor may make another key of its argument.
    assertThat(told("MakesNormalized"))
        .containsExactly("Teller[\"t\"] written once", "some Account written once");
  }

  @Test
  void countsTheLargerOfTwoBranches() {
    assertThat(told("Choice"))
        .containsExactly(
            "Account[\"both\"] written once",
            "Account[one] written at most once",
            "Account[other] written at most once");
    assertThat(told("Caught"))
        .containsExactly(
            "Account[\"after\"] written at most once",
            "Account[\"always\"] written once",
            "Account[\"failed\"] written at most once",
            "Account[key] written at most once");
  }

  @Test
  void aLoopHasNoBound() {
    assertThat(told("Repeated")).containsExactly("Account[key] written any number of times");
    assertThat(told("Streamed")).containsExactly("some Account read any number of times");
    assertThat(told("ByLambda"))
        .containsExactly(
            "Account[key] written any number of times", "some Account written any number of times");
  }

  @Test
  void aLoopOverAnArgumentCallsItsElementsAlone() {
    assertThat(called(new Teller.Each(List.of("a", "b"))))
        .containsExactly(
            "Account[a] written any number of times", "Account[b] written any number of times");
    // The procedure could change this list.
    assertThat(called(new Teller.Each(new ArrayList<>(List.of("a", "b")))))
        .containsExactly("some Account written any number of times");
  }

  @Test
  void aKeyThatIsComputedIsSomeActor() {
    assertThat(told("Computed")).containsExactly("some Account written once");
    assertThat(told("Random")).containsExactly("some Account written once");
  }

  @Test
  void whatTheLibraryCallsBackHasNoBound() {
    assertThat(told("CalledBack")).containsExactly("some Account written any number of times");
  }

  @Test
  void takesTheWordOfADeclarationForTheProcedureThatIsCalled() {
    List<String> keys = List.of("a", "b");
    assertThat(called(new Teller.CallsDeclared(keys)))
        .containsExactly(
            "Account[a] written at most twice",
            "Account[b] written at most twice",
            "Teller[other] written once",
            "some Account read at most 3 times");
    assertThat(called(new Teller.CallsDeclaredWithOther(keys)))
        .contains("some Account written any number of times");
  }

  @Test
  void anEventMayLeadAnywhere() {
    assertThat(told("Books"))
        .containsExactly("Ledger[key] written once", "any actor written any number of times");
  }

  @ParameterizedTest
  @CsvSource({
    "Recursive, comes round to Recursive.run",
    "RecursiveMethod, comes round to RecursiveMethod.down",
    "Reflective, uses java.lang.Class.getDeclaredMethod",
    "ReadsStatics, 'reads the static field tutti.programs.Teller.REMEMBERED, which may change'",
    "WritesStatics, 'reads the static field tutti.programs.Teller.counter, which may change'",
    "Threaded, uses java.lang.Thread.ofVirtual",
    "ByInterface, 'calls Way.go, whose code is only known when it runs'",
    "Overridden, 'calls Open.go, whose code is only known when it runs'",
    "ChosenProcedure, calls a procedure that is only known when it runs",
    "ByReference, calls a procedure that is only known when it runs"
  })
  void saysWhyThereIsNoBound(String procedure, String reason) {
    assertThat(findings(procedure).unboundedness()).isEqualTo(reason);
    assertThat(told(procedure)).containsExactly("any actor written any number of times");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ByRecord", "NotOverridden", "Normalized", "Computes", "Timed"})
  void followsMethodsThatNothingOverrides(String procedure) {
    assertThat(told(procedure)).containsExactly("Account[key] written once");
  }

  @ParameterizedTest
  @CsvSource({
    "Timed, uses java.lang.System.nanoTime",
    "Random, uses java.util.UUID.randomUUID",
    "Reflective, uses java.lang.Class.getDeclaredMethod",
    "WritesStatics, 'reads the static field tutti.programs.Teller.counter, which may change'"
  })
  void isNotPureBeyondItsArgumentsAndActors(String procedure, String reason) {
    assertThat(findings(procedure).impurity()).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer",
        "Choice",
        "Repeated",
        "Each",
        "Streamed",
        "Recursive",
        "RecursiveMethod",
        "ReadsConstants",
        "ByRecord",
        "Caught",
        "CalledBack",
        "ByLambda",
        "Computes"
      })
  void isPureWithinTheApiAndItsOwnRecords(String procedure) {
    assertThat(findings(procedure).impurity()).isNull();
  }

  @Test
  void everyProcedureOfATellerIsRead() {
    RelationalType type = application.type("Teller");
    for (ProcedureType procedure : type.procedures()) {
      Footprint footprint = application.footprint(type, procedure);
      assertThat(footprint.bound(TELLER).most()).as("%s", procedure).isPositive();
      boolean open =
          footprint.accesses().stream().anyMatch(each -> each.item() instanceof Item.Anything);
      boolean events = procedure.name().equals("Books");
      assertThat(open)
          .as("%s", procedure)
          .isEqualTo(events || findings(procedure.name()).unboundedness() != null);
    }
  }

  /** The world holds each run to its footprint. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noRunExceedsItsFootprint(long seed) {
    Random random = new Random(seed);
    MemoryWorld world = new MemoryWorld(application);
    for (int round = 0; round < 100; round++) {
      Procedure<Teller, ?> call = draw(random);
      try {
        world.run(Teller.class, "t" + random.nextInt(2), call);
      } catch (IllegalStateException | ArithmeticException refused) {
        assertThat(call).isInstanceOfAny(Teller.Computes.class, Teller.Caught.class);
      }
    }
    assertThat(
            application
                .footprint(TELLER, new Teller.Computed(3))
                .bound(new ActorId("Account", "acct-4")))
        .isEqualTo(Bound.atMost(1));
  }

  private static Procedure<Teller, ?> draw(Random random) {
    String one = "a" + random.nextInt(3);
    String other = "a" + random.nextInt(3);
    int number = random.nextInt(5);
    boolean flag = random.nextBoolean();
    List<String> keys = List.of(one, other).subList(0, random.nextInt(3));
    return switch (random.nextInt(22)) {
      case 0 -> new Teller.Transfer(one, other, number);
      case 1 -> new Teller.Choice(one, other, flag);
      case 2 -> new Teller.Repeated(one, number);
      case 3 -> new Teller.Each(List.copyOf(keys));
      case 4 -> new Teller.Streamed(keys);
      case 5 -> new Teller.Numbered(number, -number);
      case 6 -> new Teller.Computed(number);
      case 7 -> new Teller.Delegates(one, other);
      case 8 -> new Teller.MakesNormalized(" " + one);
      case 9 -> new Teller.Recursive(one, number);
      case 10 -> new Teller.RecursiveMethod(number);
      case 11 -> new Teller.Reflective("secret");
      case 12 -> new Teller.ByInterface(one);
      case 13 -> new Teller.ByRecord(one);
      case 14 -> new Teller.Overridden(one, flag);
      case 15 -> new Teller.NotOverridden(one);
      case 16 -> new Teller.Caught(one, number);
      case 17 -> new Teller.CalledBack(one, number);
      case 18 -> new Teller.ChosenProcedure(one, flag);
      case 19 -> new Teller.ByLambda(one);
      case 20 -> new Teller.CallsDeclared(List.copyOf(keys));
      default -> new Teller.Computes(number, 3.5, number - 1, one);
    };
  }
}
