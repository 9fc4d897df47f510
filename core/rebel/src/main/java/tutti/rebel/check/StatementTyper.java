package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Statement;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** Finds the types of statements. */
record StatementTyper(Typer typer, Diagnostics diagnostics) {
  /** Types a statement as a value: the body of a function. */
  Typed value(Statement statement, NameScope scope) {
    return switch (statement) {
      case Statement.Expression line -> typer.type(line.expression(), scope);
      case Statement.Case choice -> choice(choice, scope);
    };
  }

  /** Types a statement as a condition. */
  Typed condition(Statement statement, NameScope scope) {
    Typed typed = value(statement, scope);
    if (!Types.fits(BOOLEAN, typed.type())) {
      return typed instanceof Typed.NewField field
          ? typer.error(typed.span(), "type/condition-field", typed.type(), field.name())
          : typer.error(typed.span(), "type/condition", typed.type());
    }
    return typed;
  }

  /** Types conditions one by one, each with its documentation. */
  List<CheckedCondition> conditions(List<Statement> statements, NameScope scope) {
    List<CheckedCondition> conditions = new ArrayList<>();
    for (Statement statement : statements) {
      Typed typed = condition(statement, scope);
      String documentation =
          statement instanceof Statement.Expression line ? documentation(line.annotations()) : "";
      conditions.add(new CheckedCondition(typed, documentation, typed.span()));
    }
    return conditions;
  }

  /** The {@code @doc} texts, one below the other. */
  static String documentation(List<Annotation> annotations) {
    List<String> texts = new ArrayList<>();
    for (Annotation annotation : annotations) {
      if (annotation instanceof Annotation.Text text && text.name().equals("doc")) {
        texts.add(text.text());
      }
    }
    return String.join("\n", texts);
  }

  private Typed choice(Statement.Case choice, NameScope scope) {
    Typed subject = typer.type(choice.subject(), scope);
    List<Typed.Branch> branches = new ArrayList<>();
    Map<Literal, String> seen = new HashMap<>();
    Type type = ANY;
    for (Statement.Branch branch : choice.branches()) {
      literal(branch, subject.type(), seen);
      Typed value = value(branch.statement(), scope);
      if (!Types.fits(type, value.type())) {
        diagnostics.error(value.span(), "type/branches", value.type(), type);
      } else {
        type = Types.join(type, value.type());
      }
      branches.add(new Typed.Branch(branch.literal(), value));
    }
    return new Typed.Case(subject, branches, type, choice.span());
  }

  private void literal(Statement.Branch branch, Type subject, Map<Literal, String> seen) {
    Literal literal = branch.literal();
    String text = branch.literalSpan().text();
    boolean everythingIsTaken = seen.containsKey(new Literal.Any());
    String before = seen.putIfAbsent(literal, text);
    if (everythingIsTaken || text.equals(before)) {
      diagnostics.error(branch.literalSpan(), "unreachable-branch");
    } else if (before != null) {
      // Only a warning: specifications in the data folders of earlier versions may say so.
      diagnostics.warning(branch.literalSpan(), "unreachable-branch/same", before);
    }
    if (literal instanceof Literal.Now || literal.type() == Type.Simple.INTEREST_TARIFF) {
      diagnostics.error(branch.literalSpan(), "branch-literal");
    } else if (!Types.fits(subject, literal.type())) {
      diagnostics.error(branch.literalSpan(), "type/case", subject, literal.type());
    }
  }
}
