package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.ProcedureFinder;
import tutti.rebel.code.Code;
import tutti.rebel.code.CompiledFunctions;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.code.Instances;
import tutti.rebel.code.RefusalRule;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedInvariant;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;

/** Compiles a checked application into actor types. */
final class ApplicationCompiler {
  private final Instances instances;
  private final CompiledFunctions functions;
  private final ProcedureFinder procedures;
  private final List<RebelType> types = new ArrayList<>();

  private ApplicationCompiler(CheckedApplication application, ProcedureFinder procedures) {
    this.procedures = procedures;
    this.instances = new Instances(application.specifications());
    this.functions = new CompiledFunctions(application.functions(), instances);
  }

  static List<RebelType> compile(CheckedApplication application, ProcedureFinder procedures) {
    ApplicationCompiler compiler = new ApplicationCompiler(application, procedures);
    application.specifications().forEach(spec -> compiler.types.add(new RebelType(spec)));
    compiler.types.forEach(compiler::link);
    return List.copyOf(compiler.types);
  }

  private void link(RebelType type) {
    CheckedSpecification specification = type.checked();
    List<RebelAction> actions =
        specification.events().stream().map(event -> action(type, specification, event)).toList();
    RebelType.Invariant[] invariants =
        specification.invariants().stream()
            .map(invariant -> invariant(specification, invariant))
            .toArray(RebelType.Invariant[]::new);
    type.link(actions, invariants);
  }

  private RebelType.Invariant invariant(
      CheckedSpecification specification, CheckedInvariant invariant) {
    ExpressionCompiler compiler =
        ExpressionCompiler.ofEvent(instances, functions, specification, new Code[0]);
    RefusalRule[] rules =
        rules(
            RefusalRule.Kind.INVARIANT,
            invariant.name(),
            invariant.documentation(),
            invariant.conditions(),
            compiler);
    return new RebelType.Invariant(rules, invariant.locals());
  }

  private RebelAction action(
      RebelType type, CheckedSpecification specification, CheckedEvent event) {
    ExpressionCompiler constants =
        ExpressionCompiler.ofEvent(instances, functions, specification, new Code[0]);
    Code[] configuration =
        event.configuration().stream()
            .map(config -> constants.compile(config.value()))
            .toArray(Code[]::new);
    ExpressionCompiler compiler =
        ExpressionCompiler.ofEvent(instances, functions, specification, configuration);
    List<ProcedurePartner> calls =
        event.calls().stream().map(call -> partner(call, compiler)).toList();
    Partner[] partners =
        Stream.concat(event.sync().stream().map(sync -> partner(sync, compiler)), calls.stream())
            .toArray(Partner[]::new);
    LifeCycle lifeCycle = new LifeCycle(specification, event);
    EventBody body =
        new EventBody(
            rules(RefusalRule.Kind.PRECONDITION, "", "", event.preconditions(), compiler),
            effects(event, compiler),
            rules(RefusalRule.Kind.POSTCONDITION, "", "", event.checks(), compiler),
            partners,
            event.locals());
    @Nullable Code[] defaults =
        event.parameters().stream()
            .map(parameter -> parameter.defaultValue().map(compiler::compile).orElse(null))
            .toArray(Code[]::new);
    return new RebelAction(
        type,
        event,
        defaults,
        lifeCycle,
        body,
        LinearCompiler.compile(specification, event, lifeCycle, partners, compiler),
        new TouchedActors.Compiler(specification, types, compiler).compile(event, calls));
  }

  /**
   * @param documentation of the conditions that have none of their own
   */
  private static RefusalRule[] rules(
      RefusalRule.Kind kind,
      String name,
      String documentation,
      List<CheckedCondition> conditions,
      ExpressionCompiler compiler) {
    return conditions.stream()
        .map(
            condition ->
                RefusalRule.of(
                    kind,
                    name,
                    condition.documentation().isEmpty() ? documentation : condition.documentation(),
                    condition.span(),
                    List.of(condition.expression()),
                    compiler.compile(condition.expression()),
                    compiler))
        .toArray(RefusalRule[]::new);
  }

  private static EventBody.Effect[] effects(CheckedEvent event, ExpressionCompiler compiler) {
    return event.effects().stream()
        .map(
            effect -> {
              Code value = compiler.compile(effect.value());
              RefusalRule rule =
                  RefusalRule.of(
                      RefusalRule.Kind.EFFECT,
                      "",
                      "",
                      effect.span(),
                      List.of(effect.value()),
                      value,
                      compiler);
              return new EventBody.Effect(effect.field(), value, rule);
            })
        .toArray(EventBody.Effect[]::new);
  }

  private ProcedurePartner partner(CheckedCall call, ExpressionCompiler compiler) {
    Code key = compiler.compile(call.key());
    List<Typed> watched = Stream.concat(Stream.of(call.key()), call.arguments().stream()).toList();
    RefusalRule rule =
        RefusalRule.of(
            RefusalRule.Kind.SYNC, "", call.documentation(), call.span(), watched, key, compiler);
    return new ProcedurePartner(call, key, compiler.compileAll(call.arguments()), rule, procedures);
  }

  private Partner partner(CheckedSync sync, ExpressionCompiler compiler) {
    Code key = compiler.compile(sync.key());
    List<Typed> watched = Stream.concat(Stream.of(sync.key()), sync.arguments().stream()).toList();
    RefusalRule rule =
        RefusalRule.of(
            RefusalRule.Kind.SYNC, "", sync.documentation(), sync.span(), watched, key, compiler);
    return new EventPartner(
        sync.negated(),
        types.get(sync.specification()),
        sync.event(),
        key,
        compiler.compileAll(sync.arguments()),
        rule);
  }
}
