package tutti.rebel.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.rebel.check.RebelReference;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Statement;
import tutti.rebel.syntax.SyntaxTrees;
import tutti.rebel.syntax.TypeExpr;
import tutti.rebel.value.Frequency;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.Period;
import tutti.rebel.value.Type;

/**
 * The grammar of editors colours every token as the lexer and the parser take it: a word is a name
 * if it is in a {@link Name} of the tree, a literal if it is in a literal, and a keyword otherwise.
 */
class GrammarTest {
  private static final Path ROOT = Path.of("..", "..");

  private static TextMate grammar;

  /** The role of a part of a text, and the scopes that editors give to such a part. */
  private enum Role {
    NAME("variable\\.other\\..*|entity\\.name\\..*"),
    TYPE("support\\.type\\..*"),
    LITERAL("constant\\..*"),
    KEYWORD("keyword\\..*|storage\\..*|variable\\.language\\..*"),
    ANNOTATION("storage\\.type\\.annotation\\..*"),
    NUMBER("constant\\.numeric\\..*"),
    STRING("string\\.quoted\\..*"),
    SYMBOL("keyword\\.operator\\.rebel|punctuation\\..*"),
    TEXT("comment\\.block\\.documentation\\..*|constant\\.character\\.escape\\..*"),
    COMMENT("comment\\.(?:line|block)\\.(?!documentation).*");

    private final Pattern scopes;

    Role(String scopes) {
      this.scopes = Pattern.compile(scopes);
    }

    boolean has(String scope) {
      return scopes.matcher(scope).matches();
    }
  }

  /** A token, or what stands between two tokens. */
  private record Part(Role role, String text, int start, int end) {}

  @BeforeAll
  static void readsTheGrammar() throws IOException {
    Path file = ROOT.resolve("editors/vscode/syntaxes/rebel.tmLanguage.json");
    grammar = new TextMate(Files.readString(file));
  }

  /** Texts by their names: all files of the repository, and the examples of the reference. */
  private static Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (String folder : List.of("examples", "measurement/lab/src/main/resources")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
          texts.put(file.toString(), Files.readString(file));
        }
      }
    }
    RebelReference.applications()
        .forEach(
            (section, files) -> files.forEach((file, text) -> texts.put(section + file, text)));
    try (var every = GrammarTest.class.getResourceAsStream("EveryForm.ebl")) {
      byte[] bytes = Objects.requireNonNull(every).readAllBytes();
      texts.put("every form", new String(bytes, StandardCharsets.UTF_8));
    }
    return texts;
  }

  static Set<String> names() throws IOException {
    Set<String> names = texts().keySet();
    assertThat(names).hasSizeGreaterThan(50);
    return names;
  }

  @ParameterizedTest
  @MethodSource("names")
  void coloursEveryTokenAsTheParserTakesIt(String name) throws IOException {
    String text = texts().get(name);
    String[] scopes = grammar.scopes(text);
    SourceFile file = new SourceFile(name, text);
    List<String> wrong = new ArrayList<>();
    for (Part part : parts(file)) {
      Set<String> found = new TreeSet<>();
      for (int i = part.start(); i < part.end(); i++) {
        if (!Character.isWhitespace(text.charAt(i)) && !part.role().has(scopes[i])) {
          found.add(scopes[i]);
        }
      }
      if (!found.isEmpty()) {
        Span place = new Span(file, part.start(), part.end());
        wrong.add(place + " " + part.text() + " is " + part.role() + ", not " + found);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static List<Part> parts(SourceFile file) {
    Parser.Parsed parsed = Parser.parse(file);
    assertThat(parsed.problems()).isEmpty();
    Role[] roles = new Role[file.text().length() + 1];
    Arrays.fill(roles, Role.KEYWORD);
    SyntaxTrees.walk(parsed.module(), part -> mark(part, roles));
    List<Part> parts = new ArrayList<>();
    int end = 0;
    for (Token token : new Lexer(file, new ArrayList<>()).tokens()) {
      if (!file.text().substring(end, token.start()).isBlank()) {
        parts.add(new Part(Role.COMMENT, "a comment", end, token.start()));
      }
      boolean annotated = !parts.isEmpty() && parts.getLast().text().equals("@");
      Role role = role(token, annotated ? Role.ANNOTATION : roles[token.start()]);
      parts.add(new Part(role, token.text(), token.start(), token.end()));
      end = token.end();
    }
    return parts;
  }

  private static Role role(Token token, Role ofWord) {
    return switch (token.kind()) {
      case WORD -> ofWord;
      case NUMBER, DECIMAL -> Role.NUMBER;
      case STRING -> Role.STRING;
      case TAG -> Role.TEXT;
      case SYMBOL, END -> token.isSymbol("@") ? Role.ANNOTATION : Role.SYMBOL;
    };
  }

  /** Marks the names and literals of a tree; tells whether the parts of this one are left. */
  private static boolean mark(Record part, Role[] roles) {
    switch (part) {
      case Name name -> fill(name.span(), Role.NAME, roles);
      case TypeExpr.Named named -> {
        fill(named.span(), isSimple(named.name().full()) ? Role.TYPE : Role.NAME, roles);
        return false;
      }
      // The key of a singleton, which is not written, is a literal in the place of its name.
      case Expr.Constant constant when roles[constant.span().start()] != Role.NAME ->
          fill(constant.span(), Role.LITERAL, roles);
      case Statement.Branch branch -> fill(branch.literalSpan(), Role.LITERAL, roles);
      default -> {}
    }
    return true;
  }

  private static void fill(Span span, Role role, Role[] roles) {
    Arrays.fill(roles, span.start(), span.end(), role);
  }

  private static boolean isSimple(String name) {
    return texts(Type.Simple.values()).contains(name);
  }

  private static Set<String> inTheTexts(Role... roles) throws IOException {
    return texts().entrySet().stream()
        .flatMap(text -> parts(new SourceFile(text.getKey(), text.getValue())).stream())
        .filter(part -> List.of(roles).contains(part.role()))
        .map(Part::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyWordOfTheParserIsInTheTexts() throws IOException {
    TreeSet<String> words = new TreeSet<>(NameParser.RESERVED);
    Pattern asked = Pattern.compile("(?:tryWord|atWord|isWord)\\(\"(\\w+)\"\\)");
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/tutti/rebel/parse"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher matcher = asked.matcher(Files.readString(file));
        while (matcher.find()) {
          words.add(matcher.group(1));
        }
      }
    }
    // A word of another language, of which a message tells.
    words.remove("spec");
    words.addAll(Parser.ITEMS);
    words.addAll(SpecificationParser.SECTIONS);
    assertThat(words).hasSizeGreaterThan(45);
    TreeSet<String> keywords = new TreeSet<>(words);
    words.removeAll(inTheTexts(Role.KEYWORD, Role.LITERAL, Role.ANNOTATION));
    assertThat(words).isEqualTo(new TreeSet<>(NameParser.UNUSED));
    keywords.removeAll(NameParser.UNUSED);
    // Words of tariffs are part of a literal.
    keywords.removeAll(Set.of("fixed", "norm", "bounded", "by"));
    // The names of annotations are words only behind their sign.
    keywords.removeAll(Set.of("key", "ref"));
    assertThat(Parser.keywords()).isEqualTo(keywords);
  }

  @Test
  void everyTypeLiteralAndOperatorIsInTheTexts() throws IOException {
    assertThat(inTheTexts(Role.TYPE)).containsAll(texts(Type.Simple.values()));
    assertThat(inTheTexts(Role.LITERAL))
        .containsAll(texts(Period.values()))
        .containsAll(texts(Frequency.values()))
        .containsAll(texts(InterestNorm.values()))
        .containsAll(LiteralParser.MONTHS);
    assertThat(inTheTexts(Role.SYMBOL, Role.KEYWORD))
        .containsAll(Stream.of(BinaryOperator.values()).map(BinaryOperator::symbol).toList());
  }

  private static List<String> texts(Object[] values) {
    return Stream.of(values).map(Object::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "no", "some", "lone", "one", "mod"})
  void coloursReservedWordsAsWordsOfTheLanguage(String word) {
    assertThat(NameParser.UNUSED).contains(word);
    assertThat(grammar.scopes(word + " x")[0]).isEqualTo("keyword.other.reserved.rebel");
  }

  @Test
  void goesOnAfterALineThatIsNotRebel() {
    String text = "module a.B\n\n$ ! 'x\nspecification B {\n  fields {\n";
    String[] scopes = grammar.scopes(text);
    assertThat(scopes[text.indexOf("specification")]).isEqualTo("storage.type.rebel");
    assertThat(scopes[text.indexOf("fields")]).isEqualTo("keyword.control.section.rebel");
    String open = "@doc { never closed\nevent a() {}\n";
    assertThat(grammar.scopes(open)[open.indexOf("event")])
        .isEqualTo("comment.block.documentation.rebel");
  }
}
