package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Specification;

/**
 * Reads one file. The parser never throws: for every text it gives a tree of the readable parts and
 * a problem for each unreadable place. The parser uses recursive descent, with precedence climbing
 * for expressions; after a mistake it continues at the next statement, field or declaration.
 */
public final class Parser {

  static final Set<String> ITEMS =
      Set.of("import", "specification", "event", "function", "invariant");

  /** Words that the parser takes beside those of its tables. */
  private static final Set<String> MORE_WORDS =
      Set.of("module extends abstract external singleton internal public sync set map".split(" "));

  private final TokenStream in;
  private final NameParser names;
  private final ExpressionParser expressions;
  private final DeclarationParser declarations;
  private final SourceFile file;

  private Parser(SourceFile file, List<Problem> problems) {
    this.file = file;
    this.in = new TokenStream(file, new Lexer(file, problems).tokens(), problems);
    this.names = new NameParser(in);
    TypeParser types = new TypeParser(in, names);
    LiteralParser literals = new LiteralParser(in);
    this.expressions = new ExpressionParser(in, literals, names);
    StatementParser statements = new StatementParser(in, names, literals, expressions);
    this.declarations = new DeclarationParser(in, names, types, expressions, statements);
  }

  /**
   * A file as a tree.
   *
   * @param module the readable parts; its name is that of the file if it states none
   * @param problems in the order of the text; empty if the file is Rebel
   */
  public record Parsed(Module module, List<Problem> problems) {
    public Parsed {
      problems = List.copyOf(problems);
    }
  }

  /** Reads a whole file. */
  public static Parsed parse(SourceFile file) {
    List<Problem> problems = new ArrayList<>();
    Module module = new Parser(file, problems).module();
    problems.sort(Comparator.comparingInt(problem -> problem.span().start()));
    return new Parsed(module, problems);
  }

  private Module module() {
    Name name = header();
    List<Name> imports = new ArrayList<>();
    List<Specification> specifications = new ArrayList<>();
    List<Declaration> found = new ArrayList<>();
    while (!in.atEnd()) {
      int before = in.position();
      in.begin();
      try {
        item(imports, specifications, found);
      } catch (TokenStream.Panic panic) {
        recover(before);
      }
    }
    for (Specification extra :
        specifications.subList(Math.min(1, specifications.size()), specifications.size())) {
      in.report(extra.name().span(), "second-specification", extra.name().text());
    }
    return new Module(file, name, imports, specifications.stream().findFirst(), found);
  }

  private Name header() {
    Token first = in.peek();
    try {
      if (!in.tryWord("module")) {
        throw in.unexpected(
            "`module` at the beginning of the file",
            "A file begins with its name: `module bank.Account`.");
      }
      return names.type("the name of the module");
    } catch (TokenStream.Panic panic) {
      if (!in.atEnd() && !beginsItem()) {
        recover(in.position());
      }
      String path = file.name().replace('\\', '/');
      String last = path.substring(path.lastIndexOf('/') + 1);
      int dot = last.lastIndexOf('.');
      return new Name(List.of(), dot > 0 ? last.substring(0, dot) : last, in.span(first));
    }
  }

  private void item(
      List<Name> imports, List<Specification> specifications, List<Declaration> found) {
    Token first = in.peek();
    if (in.tryWord("import")) {
      imports.add(names.type("the name of a module after `import`"));
      return;
    }
    List<Annotation> annotations = names.annotations();
    if (SpecificationParser.atSpecification(in)) {
      specifications.add(new SpecificationParser(declarations).specification(first, annotations));
    } else if (declarations.atDeclaration()) {
      found.add(declarations.declaration(first, annotations));
    } else {
      throw in.unexpected(
          "`import`, `specification`, `event`, `function` or `invariant`",
          in.atSymbol("}")
              ? "There is one `}` too many before this place."
              : in.peek().isWord("spec")
                  ? "`spec` is a word of Rebel 2, another language; here it is `specification`."
                  : "");
    }
  }

  /** Skips to the next word that begins a line and an item. */
  private void recover(int before) {
    if (in.position() == before) {
      in.take();
    }
    while (!in.atEnd()) {
      boolean startsLine = in.span(in.peek()).line() > in.behind().line();
      if (startsLine && beginsItem()) {
        return;
      }
      in.take();
    }
  }

  private boolean beginsItem() {
    int ahead = 0;
    while (in.peek(ahead).isSymbol("@") && in.peek(ahead + 2).kind() == Token.Kind.TAG) {
      ahead += 3;
    }
    Token token = in.peek(ahead);
    boolean modified = in.peek(ahead + 1).isWord("specification");
    return modified || token.kind() == Token.Kind.WORD && ITEMS.contains(token.text());
  }

  /** The words of the language that a text of Tutti's may have, in the order of the alphabet. */
  public static SortedSet<String> keywords() {
    TreeSet<String> words = new TreeSet<>(NameParser.RESERVED);
    words.removeAll(NameParser.UNUSED);
    words.addAll(ITEMS);
    words.addAll(SpecificationParser.SECTIONS);
    words.addAll(MORE_WORDS);
    return words;
  }

  /** Reads an expression alone, for tests and tools. */
  public static Optional<Expr> expression(SourceFile file, List<Problem> problems) {
    Parser parser = new Parser(file, problems);
    try {
      Expr expr = parser.expressions.expression();
      if (!parser.in.atEnd()) {
        parser.in.unexpected("the end of the expression");
      }
      return problems.isEmpty() ? Optional.of(expr) : Optional.empty();
    } catch (TokenStream.Panic panic) {
      return Optional.empty();
    }
  }
}
