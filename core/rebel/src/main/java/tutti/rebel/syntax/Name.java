package tutti.rebel.syntax;

import java.util.List;

/**
 * A name as it is written, possibly qualified: {@code simple_transaction.Account}.
 *
 * @param qualifier the parts before the last dot, empty if there are none
 * @param text the last part
 * @param span the whole name
 */
public record Name(List<String> qualifier, String text, Span span) {

  public Name {
    qualifier = List.copyOf(qualifier);
  }

  /** The whole name, with its parts joined by dots. */
  public String full() {
    return qualifier.isEmpty() ? text : String.join(".", qualifier) + "." + text;
  }

  @Override
  public String toString() {
    return full();
  }
}
