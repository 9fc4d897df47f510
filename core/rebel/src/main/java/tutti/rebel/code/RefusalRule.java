package tutti.rebel.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Evaluation;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.ValueRefused;

/**
 * One line of a specification that can refuse an action, with the data for its refusal.
 *
 * @param kind the kind of the rule, which is also the refusal's code if the rule does not hold
 * @param name the name of the invariant; empty for other rules
 * @param code the condition; for an effect or a partner, a condition that always holds
 * @param watched the sub-expressions whose values are shown
 * @param around whether the rule reads other instances or the time
 */
public record RefusalRule(
    Kind kind,
    String name,
    String documentation,
    String text,
    Code code,
    List<Watched> watched,
    boolean around) {

  /** The kind of a rule, which also names its failure. */
  public enum Kind {
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

  /** An expression to show in a refusal, as its author wrote it. */
  record Watched(String text, Code code) {}

  public static RefusalRule of(
      Kind kind,
      String name,
      String documentation,
      Span span,
      List<Typed> expressions,
      Code code,
      ExpressionCompiler compiler) {
    Watcher watcher = new Watcher(compiler);
    expressions.forEach(watcher::watch);
    return new RefusalRule(
        kind, name, documentation, span.oneLine(), code, watcher.watched(), watcher.around());
  }

  /** Whether the rule holds; remembers it in the frame, for a refusal on the way. */
  public boolean holds(Frame frame) {
    frame.rule = this;
    return code.test(frame);
  }

  public Evaluation.Refused refuse(Frame frame, @Nullable ValueRefused cause) {
    return new Evaluation.Refused(new RuleRefusal(this, frame, cause));
  }
}
