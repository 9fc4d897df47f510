package tutti.rebel.parse;

import java.util.List;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.TypeExpr;

/** Reads types. */
record TypeParser(TokenStream in, NameParser names) {
  TypeExpr type() {
    in.enter();
    try {
      Token first = in.peek();
      TypeExpr type = single(first);
      return in.trySymbol("->") ? new TypeExpr.Function(type, type(), in.since(first)) : type;
    } finally {
      in.leave();
    }
  }

  private TypeExpr single(Token first) {
    if (first.isSymbol("(")) {
      return tuple(first);
    }
    if (in.peek(1).isSymbol("[") && in.tryWord("set")) {
      in.take();
      TypeExpr element = type();
      in.symbol("]", "after the type of the set's elements");
      return new TypeExpr.SetOf(element, in.since(first));
    }
    if (in.peek(1).isSymbol("[") && in.tryWord("map")) {
      in.take();
      TypeExpr key = type();
      in.symbol(":", "between the types of the map's keys and values");
      TypeExpr value = type();
      in.symbol("]", "after the type of the map's values");
      return new TypeExpr.MapOf(key, value, in.since(first));
    }
    if (first.kind() == Kind.NUMBER && in.peek(1).kind() == Kind.WORD) {
      // The public grammar has a literal Term in the place of a type.
      in.take();
      in.take();
      Span span = in.since(first);
      return new TypeExpr.Named(new Name(List.of(), span.text(), span), span);
    }
    if (first.kind() != Kind.WORD || first.isWord("set") || first.isWord("map")) {
      throw in.unexpected("a type, as `Integer`, `set[String]` or `map[Currency: Money]`");
    }
    Name name = names.qualified("a type");
    return new TypeExpr.Named(name, name.span());
  }

  private TypeExpr tuple(Token first) {
    in.take();
    List<TypeExpr> elements = in.separated(this::type);
    in.symbol(")", "after the types of the tuple");
    return elements.size() == 1
        ? elements.getFirst()
        : new TypeExpr.Tuple(elements, in.since(first));
  }
}
