package tutti.rebel.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Evaluation;
import tutti.rebel.check.Typed;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.ValueRefused;

/**
 * One line of a specification that can refuse an action, with all that its refusal tells.
 *
 * @param kind also the refusal's code if the rule does not hold
 * @param name of the invariant, or empty
 * @param code the condition; of an effect or a partner, something that always holds
 * @param watched the sub-expressions whose values are shown
 * @param around whether it looks at other instances or the time
 */
record Rule(
    Kind kind,
    String name,
    String documentation,
    String text,
    Code code,
    List<Watched> watched,
    boolean around) {

  /** What a rule is, which is what its failing is called. */
  enum Kind {
    PRECONDITION("precondition"),
    EFFECT("postcondition"),
    POSTCONDITION("postcondition"),
    INVARIANT("invariant"),
    SYNC("sync");

    final String code;

    Kind(String code) {
      this.code = code;
    }
  }

  /** An expression to show, as its author wrote it. */
  record Watched(String text, Code code) {}

  static Rule of(
      Kind kind,
      String name,
      String documentation,
      Span span,
      List<Typed> expressions,
      Code code,
      ExpressionCompiler compiler) {
    Watcher watcher = new Watcher(compiler);
    expressions.forEach(watcher::watch);
    return new Rule(
        kind,
        name,
        documentation,
        Watcher.oneLine(span),
        code,
        watcher.watched(),
        watcher.around());
  }

  /** Whether the rule holds; remembers it in the frame, for a refusal on the way. */
  boolean holds(Frame frame) {
    frame.rule = this;
    return code.test(frame);
  }

  Evaluation.Refused refuse(Frame frame, @Nullable ValueRefused cause) {
    return new Evaluation.Refused(new RuleRefusal(this, frame, cause));
  }
}
