package tutti.cli.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.machine.MachineRunner;
import tutti.engine.transport.Transport;
import tutti.protocol.machine.Effect;

/**
 * Holds the rules of docs/rulings.md#seams and docs/rulings.md#modules about the packages that may
 * know each other.
 */
class ArchitectureTest {

  private static final JavaClasses ALL = ProductionClasses.ALL;

  /**
   * The packages outside its own that a module may use, beside the JDK and JSpecify
   * (docs/rulings.md#modules).
   */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("model", List.of()),
          Map.entry("rebel", List.of("tutti.model..")),
          Map.entry("sql", List.of("tutti.model..")),
          Map.entry("protocol", List.of("tutti.model..")),
          Map.entry("embedded", List.of("tutti.model..", "tutti.engine..", "tutti.rebel..")),
          Map.entry(
              "client",
              List.of(
                  "tutti.model..",
                  "tutti.engine..",
                  "tutti.rebel..",
                  "tutti.embedded..",
                  "tools.jackson.core..")),
          Map.entry(
              "testkit",
              List.of(
                  "tutti.model..",
                  "tutti.engine..",
                  "tutti.embedded..",
                  "tutti.simulator..",
                  "org.junit.jupiter.api..")),
          Map.entry(
              "engine",
              List.of(
                  "tutti.model..",
                  "tutti.protocol..",
                  "com.typesafe.config..",
                  "org.jctools..",
                  "io.netty..",
                  "org.slf4j..")),
          Map.entry(
              "simulator",
              List.of(
                  "tutti.model..", "tutti.protocol..", "tutti.engine..", "tools.jackson.core..")),
          Map.entry(
              "access", List.of("tutti.model..", "tutti.engine..", "tutti.rebel..", "org.slf4j..")),
          Map.entry(
              "server",
              List.of(
                  "tutti.model..",
                  "tutti.engine..",
                  "tutti.rebel..",
                  "tutti.sql..",
                  "tutti.access..",
                  "tools.jackson..",
                  "io.netty..",
                  "io.micrometer..",
                  "io.prometheus..",
                  "org.slf4j..")),
          Map.entry("command", List.of("tutti.engine..", "picocli..")),
          Map.entry(
              "lsp",
              List.of("tutti.model..", "tutti.rebel..", "org.eclipse.lsp4j..", "org.slf4j..")),
          Map.entry(
              "lab",
              List.of(
                  "tutti.model..",
                  "tutti.engine..",
                  "tutti.command..",
                  "tutti.rebel..",
                  "tutti.sql..",
                  "tutti.simulator..",
                  "tools.jackson..",
                  "org.HdrHistogram..",
                  "picocli..",
                  "org.slf4j..")),
          Map.entry(
              "benchmark",
              List.of(
                  "tutti.model..",
                  "tutti.protocol..",
                  "tutti.rebel..",
                  "tutti.engine..",
                  "tutti.simulator..",
                  "tutti.command..",
                  "tutti.lab..",
                  "tutti.server.http..",
                  "tools.jackson..",
                  "org.HdrHistogram..",
                  "org.openjdk.jmh..",
                  "picocli..")));

  static Stream<String> modules() {
    return MAY_USE.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void usesOnlyTheModulesThatTheDesignAllows(String module) {
    String[] allowed =
        Stream.of(
                List.of(
                    "java..",
                    "javax..",
                    "jdk..",
                    "com.sun.management..",
                    "org.jspecify..",
                    "tutti." + module + ".."),
                MAY_USE.get(module))
            .flatMap(List::stream)
            .toArray(String[]::new);
    rule(
        classes()
            .that()
            .resideInAPackage("tutti." + module + "..")
            .should()
            .onlyDependOnClassesThat(resideInAny(allowed))
            .allowEmptyShould(false));
  }

  private static DescribedPredicate<JavaClass> resideInAny(String... packages) {
    DescribedPredicate<JavaClass> any =
        JavaClass.Predicates.resideInAnyPackage(packages)
            .or(
                DescribedPredicate.describe(
                    "a primitive or an array of what is allowed",
                    type -> type.getBaseComponentType().isPrimitive()))
            .or(
                DescribedPredicate.describe(
                    "an array of what is allowed",
                    type ->
                        type.isArray()
                            && JavaClass.Predicates.resideInAnyPackage(packages)
                                .test(type.getBaseComponentType())));
    // Every dependency asks, and most are of the same few types.
    Map<JavaClass, Boolean> known = new HashMap<>();
    return DescribedPredicate.describe(
        any.getDescription(), type -> known.computeIfAbsent(type, any::test));
  }

  /** An installed Tutti has neither the lab nor the simulator. */
  @Test
  void needsTheLabAndTheSimulatorOnlyForTheCommandsOfAClone() {
    rule(
        noClasses()
            .that()
            .resideInAPackage("tutti.cli..")
            .and()
            .resideOutsideOfPackage("tutti.cli.simulate..")
            .and()
            .doNotHaveFullyQualifiedName("tutti.cli.CloneCommands")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "tutti.lab..", "tutti.simulator..", "tutti.benchmark..", "tutti.testkit.."));
  }

  @Test
  void keepsTheDeploymentLibraryInTheDeploymentPackage() {
    rule(
        noClasses()
            .that()
            .resideOutsideOfPackage("tutti.engine.deployment..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.typesafe.config.."));
  }

  /** Other logs wait for their reader. The library of the language server has its own. */
  @Test
  void logsBySlf4jAlone() {
    rule(
        noClasses()
            .that()
            .resideInAPackage("tutti..")
            .and()
            .resideOutsideOfPackage("tutti.lsp..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(System.Logger.class, java.util.logging.Logger.class));
  }

  /** One class of the engine carries out what machines ask for. */
  @Test
  void carriesEffectsOutInTheRunnerOfMachinesAlone() {
    rule(
        noClasses()
            .that()
            .resideInAPackage("tutti.engine..")
            .and()
            .doNotBelongToAnyOf(MachineRunner.class)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(
                Effect.Send.class,
                Effect.Persist.class,
                Effect.SetTimer.class,
                Effect.CancelTimer.class,
                Effect.Output.class));
  }

  /** Each mechanism has small settings of its own; a node makes them of the deployment. */
  @Test
  void keepsTheDeploymentFromTheMechanismsOfTheEngine() {
    rule(
        noClasses()
            .that()
            .resideInAPackage("tutti.engine..")
            .and()
            .resideOutsideOfPackages("tutti.engine.deployment..", "tutti.engine.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tutti.engine.deployment.."));
  }

  @Test
  void keepsTheNetworkLibraryOfTheEngineInItsDriver() {
    rule(
        noClasses()
            .that()
            .resideInAPackage("tutti.engine..")
            .and()
            .resideOutsideOfPackage("tutti.engine.transport.tcp..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty.."));
  }

  /** A node of each kind is the same class: kinds differ in their shards alone. */
  @Test
  void oneClassImplementsANode() {
    assertThat(ALL.stream())
        .filteredOn(type -> type.getPackageName().startsWith("tutti.engine"))
        .filteredOn(type -> !type.isInterface() && type.isAssignableTo("tutti.engine.node.Node"))
        .extracting(JavaClass::getName)
        .containsExactly("tutti.engine.node.HostNode");
  }

  /**
   * The public types that only tests, benchmarks and authors of plug-ins name outside their
   * packages.
   */
  private static final Set<String> FOR_OTHERS =
      Set.of(
          "tutti.engine.integrated.ItemStore",
          "tutti.engine.integrated.OptimisticProtocol",
          "tutti.engine.integrated.OrderedExecution",
          "tutti.engine.integrated.OrderingProtocol",
          "tutti.engine.integrated.janus.HostMemory",
          "tutti.engine.integrated.janus.JanusHost",
          "tutti.engine.integrated.janus.JanusOrder",
          "tutti.engine.integrated.tapir.HostMemory",
          "tutti.engine.integrated.tapir.TapirHost",
          "tutti.engine.integrated.tapir.TapirStore",
          "tutti.engine.node.OwnControl",
          "tutti.engine.node.replicated.ReplicatedShards",
          "tutti.engine.relational.FormerResult",
          "tutti.lab.bank.Deposits",
          "tutti.lab.command.BenchOptions",
          "tutti.lab.command.Calibrator",
          "tutti.lab.command.DeploymentOptions",
          "tutti.lab.cost.ProbeActor",
          "tutti.lab.load.SingleClient",
          "tutti.lab.process.JavaCommand",
          "tutti.lab.simulation.rows.Note",
          "tutti.lab.simulation.rows.RowActor",
          "tutti.lab.ycsb.CorePartition",
          "tutti.lab.ycsb.Partition",
          "tutti.lab.ycsb.Table",
          "tutti.lab.ycsb.WideRow",
          "tutti.lab.objects.Agent",
          "tutti.lab.objects.RegisterClient",
          "tutti.lab.objects.Customer",
          "tutti.lab.objects.Pool",
          "tutti.lab.objects.Register",
          "tutti.lab.smallbank.BankCustomer",
          "tutti.lab.tpcc.Article",
          "tutti.lab.tpcc.Backlog",
          "tutti.lab.tpcc.Clerk",
          "tutti.lab.tpcc.CustomerAccount",
          "tutti.lab.tpcc.Depot",
          "tutti.lab.tpcc.District",
          "tutti.lab.tpcc.Namesakes",
          "tutti.lab.tpcc.Results",
          "tutti.lab.tpcc.Tables",
          "tutti.lab.tpcc.Warehouse",
          "tutti.lab.tpcc.WarehousePages",
          "tutti.protocol.commit.paxoscommit.Accepted",
          "tutti.protocol.commit.paxoscommit.Group",
          "tutti.protocol.commit.twophase.Message",
          "tutti.protocol.termination.Remembered",
          "tutti.simulator.commit.step.StateReduction",
          "tutti.simulator.history.file.HistoryWriter",
          "tutti.simulator.mutant.ProjectSources",
          "tutti.simulator.network.SimulatedTransport",
          "tutti.simulator.run.DrawnCommit",
          "tutti.simulator.trace.Breakpoint");

  @Test
  void publishesNoTypeThatOnlyItsPackageUses() {
    DescribedPredicate<JavaClass> others =
        JavaClass.Predicates.resideInAnyPackage(
            "tutti.engine..", "tutti.protocol..", "tutti.simulator..", "tutti.lab..");
    Map<JavaClass, List<JavaClass>> inside =
        ALL.stream().collect(Collectors.groupingBy(ArchitectureTest::outermost));
    assertThat(ALL.stream())
        .filteredOn(type -> others.test(type) && type.isTopLevelClass())
        .filteredOn(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .filteredOn(
            type ->
                inside.get(type).stream()
                    .flatMap(each -> each.getDirectDependenciesToSelf().stream())
                    .allMatch(
                        use -> use.getOriginClass().getPackageName().equals(type.getPackageName())))
        .extracting(JavaClass::getName)
        .isSubsetOf(FOR_OTHERS);
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }

  /** Checkers that shared code with what they check could share its bugs. */
  @Test
  void keepsTheCheckersOfHistoriesApartFromEverything() {
    rule(
        classes()
            .that()
            .resideInAPackage("tutti.simulator.history..")
            .should()
            .onlyDependOnClassesThat(
                resideInAny(
                    "java..",
                    "org.jspecify..",
                    "tools.jackson.core..",
                    "tutti.simulator.history.."))
            .allowEmptyShould(false));
  }

  /** The tests of a protocol, too, can explore its machines in that world. */
  @Test
  void keepsTheWorldOfExplorersApartFromEveryProtocol() {
    rule(
        classes()
            .that()
            .resideInAPackage("tutti.simulator.explorer..")
            .should()
            .onlyDependOnClassesThat(
                resideInAny(
                    "java..",
                    "org.jspecify..",
                    "tutti.protocol.machine..",
                    "tutti.simulator.explorer.."))
            .allowEmptyShould(false));
  }

  @Test
  void hasNoCyclesBetweenPackages() {
    rule(slices().matching("tutti.(**)").should().beFreeOfCycles());
  }

  /** Each is a folder of mechanisms that can be exchanged for one another. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tutti.engine.concurrency.(*)..",
        "tutti.engine.concurrency.locking.(*)",
        "tutti.engine.concurrency.optimistic.(*)",
        "tutti.protocol.commit.(*)..",
        "tutti.engine.transport.(*).."
      })
  void keepsSiblingMechanismsApart(String siblings) {
    rule(slices().matching(siblings).should().notDependOnEachOther().allowEmptyShould(true));
  }

  /**
   * A wrapper of a port or a control forwards every method: a default method is easily forgotten,
   * and then the wrapped one does half of its work.
   */
  @ParameterizedTest
  @ValueSource(
      classes = {
        ConcurrencyControl.class,
        Disk.class,
        Disk.DiskFile.class,
        History.class,
        Journal.class,
        Transport.class
      })
  void wrappersOverrideEveryMethod(Class<?> port) {
    List<JavaClass> wrappers = ALL.stream().filter(type -> wraps(type, port)).toList();
    assertThat(wrappers).as("wrappers of " + port).isNotEmpty();
    List<String> forgotten = new ArrayList<>();
    for (JavaClass wrapper : wrappers) {
      for (JavaMethod method : ALL.get(port).getAllMethods()) {
        if (isAsked(method) && !overrides(wrapper, method, port)) {
          forgotten.add(wrapper.getName() + " does not override " + method.getFullName());
        }
      }
    }
    assertThat(forgotten).isEmpty();
  }

  /** Whether a type is a port, and has another one: in a field, or by a method that returns it. */
  private static boolean wraps(JavaClass type, Class<?> port) {
    return !type.isEquivalentTo(port)
        && type.isAssignableTo(port)
        && (type.getAllFields().stream()
                .anyMatch(
                    field ->
                        !field.getModifiers().contains(JavaModifier.STATIC)
                            && field.getRawType().isAssignableTo(port))
            || type.getMethods().stream()
                .anyMatch(
                    method ->
                        method.getModifiers().contains(JavaModifier.ABSTRACT)
                            && method.getRawParameterTypes().isEmpty()
                            && method.getRawReturnType().isEquivalentTo(port)));
  }

  private static boolean isAsked(JavaMethod method) {
    return !method.getModifiers().contains(JavaModifier.STATIC)
        && !method.getModifiers().contains(JavaModifier.PRIVATE)
        && !method.getOwner().isEquivalentTo(Object.class);
  }

  private static boolean overrides(JavaClass wrapper, JavaMethod method, Class<?> port) {
    return wrapper.getAllMethods().stream()
        .anyMatch(
            own ->
                own.getName().equals(method.getName())
                    && own.getRawParameterTypes().equals(method.getRawParameterTypes())
                    && !own.getModifiers().contains(JavaModifier.ABSTRACT)
                    && !own.getOwner().isEquivalentTo(port));
  }

  private static void rule(ArchRule rule) {
    rule.check(ALL);
  }
}
