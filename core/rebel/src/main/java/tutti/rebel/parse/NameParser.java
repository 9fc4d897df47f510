package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Name;

/** Reads names and annotations. */
record NameParser(TokenStream in) {
  /** The words that the public language reserves and Tutti does not use. */
  static final Set<String> UNUSED = Set.of("all", "no", "some", "lone", "one", "mod");

  static final Set<String> RESERVED =
      Set.of(
          ("this now case it in not all no some lone one initial final mod preconditions"
                  + " postconditions Inf new initialized finalized instate forall exists True False"
                  + " ANY")
              .split(" "));

  /** Reads a name that begins with a small letter. */
  Name variable(String what) {
    Name name = simple(what);
    requireSmall(name, false);
    return name;
  }

  /** Reads the name of a field or parameter, beside which others are declared. */
  Name declared(String what) {
    Name name = simple(what);
    requireSmall(name, true);
    return name;
  }

  private void requireSmall(Name name, boolean besideOthers) {
    char first = name.text().charAt(0);
    if (!Character.isLowerCase(first)) {
      String small = Character.toLowerCase(first) + name.text().substring(1);
      boolean taken = RESERVED.contains(small) || besideOthers && in.declares(small);
      in.report(name.span(), taken ? "name-form/small-taken" : "name-form/small", small);
    }
  }

  /** Reads a name that begins with a capital, possibly with packages before it. */
  Name type(String what) {
    Name name = qualified(what);
    char first = name.text().charAt(0);
    if (!Character.isUpperCase(first)) {
      String capital = Character.toUpperCase(first) + name.text().substring(1);
      boolean taken = RESERVED.contains(capital);
      in.report(name.span(), taken ? "name-form/capital-taken" : "name-form/capital", capital);
    }
    return name;
  }

  /** Reads a name with any qualifier before its last dot. */
  Name qualified(String what) {
    Token first = in.peek();
    Name name = simple(what);
    List<String> qualifier = new ArrayList<>();
    String last = name.text();
    while (in.atSymbol(".") && in.peek(1).kind() == Kind.WORD) {
      in.take();
      qualifier.add(last);
      last = simple("the rest of the name").text();
    }
    return new Name(qualifier, last, in.since(first));
  }

  Name simple(String what) {
    Token token = in.peek();
    if (token.kind() != Kind.WORD) {
      throw in.unexpected(what);
    }
    if (RESERVED.contains(token.text())) {
      throw in.unexpected(what, "`" + token.text() + "` is a word of the language, not a name.");
    }
    in.take();
    return new Name(List.of(), token.text(), in.span(token));
  }

  List<Annotation> annotations() {
    List<Annotation> annotations = new ArrayList<>();
    while (in.atSymbol("@")) {
      Token first = in.take();
      if (in.peek().kind() != Kind.WORD) {
        throw in.unexpected("`key`, `ref` or `doc` after `@`");
      }
      Token word = in.take();
      switch (word.text()) {
        case "key" -> annotations.add(new Annotation.Key(in.since(first)));
        case "ref" -> {
          in.symbol("=", "after `@ref`");
          Name target = type("the name of a specification after `@ref =`");
          annotations.add(new Annotation.Ref(target, in.since(first)));
        }
        default -> annotations.add(text(first, word));
      }
    }
    return annotations;
  }

  private Annotation text(Token first, Token name) {
    if (in.peek().kind() != Kind.TAG) {
      throw in.unexpected("a text in braces, as in `@" + name.text() + " { … }`");
    }
    String text = in.take().text();
    return new Annotation.Text(name.text(), text.strip(), in.since(first));
  }
}
