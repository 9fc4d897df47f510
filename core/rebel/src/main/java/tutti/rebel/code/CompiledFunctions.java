package tutti.rebel.code;

import java.util.ArrayList;
import java.util.List;
import tutti.rebel.typed.CheckedFunction;

/** The compiled functions of an application, by index. A function calls only earlier ones. */
public final class CompiledFunctions {
  private final List<Function> compiled = new ArrayList<>();

  /**
   * @param slots parameters and locals
   */
  private record Function(Code body, int slots) {}

  public CompiledFunctions(List<CheckedFunction> functions, Instances instances) {
    for (CheckedFunction function : functions) {
      int parameters = function.parameters().size();
      Code body =
          ExpressionCompiler.ofFunction(instances, this, parameters).compile(function.body());
      compiled.add(new Function(body, parameters + function.locals()));
    }
  }

  Code call(int index, Code[] arguments) {
    Function function = compiled.get(index);
    Code body = function.body();
    int slots = function.slots();
    return caller -> {
      caller.steps(1);
      Frame frame = new Frame(caller, caller.state, slots);
      for (int i = 0; i < arguments.length; i++) {
        frame.locals[i] = arguments[i].eval(caller);
      }
      return body.eval(frame);
    };
  }
}
