package tutti.rebel.syntax;

import java.util.List;

/**
 * {@code Account[this.from].withdraw(this.amount);} in a {@code sync} block.
 *
 * @param negated whether an odd number of {@code not} stands before it
 */
public record SyncStatement(
    List<Annotation> annotations,
    boolean negated,
    Name specification,
    Expr key,
    Name event,
    List<Expr> arguments,
    Span span) {
  public SyncStatement {
    annotations = List.copyOf(annotations);
    arguments = List.copyOf(arguments);
  }
}
