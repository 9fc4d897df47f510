package tutti.cli.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds the rule of docs/rulings.md#seams about the calls that logic may make. */
class DeterminismTest {
  private static final JavaClasses ALL = ProductionClasses.ALL;

  /**
   * The drivers of the Scheduler port that have real threads: the only logic that may ask for the
   * real time or sleep. The simulator's only asks whether a task is stuck for good. The fence of a
   * real folder names its opener as no other opener is named.
   */
  private static final Set<String> REAL_DRIVERS =
      Set.of(
          "tutti.engine.journal.disk.Fence",
          "tutti.engine.runtime.RealScheduler",
          "tutti.engine.runtime.Timers",
          "tutti.engine.runtime.QueuedExecutor",
          "tutti.engine.runtime.Uninterruptibly",
          "tutti.engine.runtime.Watchdog",
          "tutti.engine.runtime.Idler",
          "tutti.engine.runtime.CarrierExecutor",
          "tutti.engine.runtime.PermitExecutor",
          "tutti.simulator.world.PermitTask");

  /** Where the simulator's seed becomes streams of numbers. */
  private static final String SEEDS = "tutti.simulator.world.Seeds";

  /** Methods whose answers differ from run to run, by the class that has them. */
  private static final Map<String, Set<String>> NONDETERMINISTIC =
      Map.ofEntries(
          Map.entry(
              "java.lang.System", Set.of("nanoTime", "currentTimeMillis", "identityHashCode")),
          Map.entry("java.lang.Thread", Set.of("sleep", "startVirtualThread")),
          Map.entry("java.lang.Object", Set.of("wait")),
          Map.entry("java.lang.Math", Set.of("random")),
          Map.entry("java.time.Instant", Set.of("now")),
          Map.entry("java.time.LocalDate", Set.of("now")),
          Map.entry("java.time.LocalDateTime", Set.of("now")),
          Map.entry("java.time.LocalTime", Set.of("now")),
          Map.entry("java.time.ZonedDateTime", Set.of("now")),
          Map.entry("java.time.OffsetDateTime", Set.of("now")),
          Map.entry("java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system")),
          Map.entry("java.time.ZoneId", Set.of("systemDefault")),
          Map.entry("java.util.UUID", Set.of("randomUUID")),
          Map.entry("java.util.concurrent.ThreadLocalRandom", Set.of("current")),
          Map.entry("java.util.Collection", Set.of("parallelStream")),
          Map.entry("java.util.stream.BaseStream", Set.of("parallel")));

  /** Classes of which logic makes no instances: their numbers cannot be repeated. */
  private static final Set<String> NEVER_MADE =
      Set.of("java.util.Random", "java.security.SecureRandom", "java.util.SplittableRandom");

  @Test
  void callsNothingThatDiffersFromRunToRun() {
    rule(
        noClasses()
            .that(areLogic())
            .should()
            .accessTargetWhere(
                DescribedPredicate.describe(
                    "one of " + NONDETERMINISTIC, DeterminismTest::differsFromRunToRun))
            .because("what a node does must be the same for the same seed; use the ports"));
  }

  private static boolean differsFromRunToRun(JavaAccess<?> access) {
    return NONDETERMINISTIC.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().contains(access.getTarget().getName())
                    && isOrExtends(access.getTargetOwner(), each.getKey()));
  }

  @Test
  void makesNoRandomNumbersOfItsOwn() {
    rule(
        noClasses()
            .that(areLogic())
            .and()
            .doNotHaveFullyQualifiedName(SEEDS)
            .should()
            .accessTargetWhere(
                DescribedPredicate.describe(
                    "constructors of " + NEVER_MADE,
                    (JavaAccess<?> access) ->
                        NEVER_MADE.contains(access.getTargetOwner().getName())
                            && access.getTarget().getName().equals("<init>")))
            .because("randomness is handed in"));
  }

  @Test
  void namesOnlyRealDriversThatExist() {
    assertThat(REAL_DRIVERS).allSatisfy(name -> assertThat(ALL.contain(name)).as(name).isTrue());
    assertThat(ALL.contain(SEEDS)).isTrue();
  }

  private static boolean isOrExtends(JavaClass type, String name) {
    return type.getName().equals(name)
        || (!name.equals("java.lang.Object") && type.isAssignableTo(name));
  }

  private static DescribedPredicate<JavaClass> areLogic() {
    return DescribedPredicate.describe(
        "are logic of model, rebel, protocol, engine or simulator",
        type ->
            JavaClass.Predicates.resideInAnyPackage(
                        "tutti.model..",
                        "tutti.rebel..",
                        "tutti.sql..",
                        "tutti.protocol..",
                        "tutti.engine..",
                        "tutti.simulator..")
                    .test(type)
                && REAL_DRIVERS.stream()
                    .noneMatch(
                        driver ->
                            type.getName().equals(driver)
                                || type.getName().startsWith(driver + "$")));
  }

  private static void rule(ArchRule rule) {
    rule.check(ALL);
  }
}
