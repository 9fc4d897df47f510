package tutti.rebel.check;

import java.time.Instant;
import java.util.List;
import tutti.rebel.code.Code;
import tutti.rebel.code.CompiledFunctions;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.code.Frame;
import tutti.rebel.code.Instances;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedConfig;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.ValueRefused;

/**
 * A check for default values and values of configurations that cannot be computed, such as {@code
 * EUR 1.00 + USD 1.00} and {@code 7 / 0}: each event that needs one is refused.
 */
final class ConstantValues {
  private final Diagnostics diagnostics;
  private final Instances instances;
  private final CompiledFunctions functions;

  ConstantValues(CheckedApplication application, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.instances = new Instances(application.specifications());
    this.functions = new CompiledFunctions(application.functions(), instances);
  }

  void check(List<CheckedSpecification> specifications) {
    specifications.forEach(each -> each.events().forEach(event -> check(each, event)));
  }

  private void check(CheckedSpecification specification, CheckedEvent event) {
    ExpressionCompiler compiler =
        ExpressionCompiler.ofEvent(instances, functions, specification, new Code[0]);
    for (CheckedConfig config : event.configuration()) {
      check(compiler, event, "value", config.name(), config.value());
    }
    for (CheckedParameter parameter : event.parameters()) {
      parameter
          .defaultValue()
          .ifPresent(value -> check(compiler, event, "default value", parameter.name(), value));
    }
  }

  private void check(
      ExpressionCompiler compiler, CheckedEvent event, String what, String name, Typed value) {
    try {
      Object _ = compiler.compile(value).eval(Frame.ofConstant(Instant.EPOCH));
    } catch (ValueRefused refused) {
      diagnostics.warning(
          value.span(), "constant-refused", what, name, refused.message(), event.name());
    }
  }
}
