package tutti.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses one query by recursive descent. The parser never goes back, so its time is linear in the
 * length of the text; its stack is bounded by {@link #DEEPEST}.
 *
 * <pre>
 * query      = [ EXPLAIN ] SELECT [ DISTINCT | ALL ] column { "," column }
 *              FROM table { join } [ WHERE condition ]
 *              [ GROUP BY ( value { "," value } | "(" [ value { "," value } ] ")" ) ]
 *              [ ORDER BY sort { "," sort } ]
 *              { LIMIT whole [ "," whole ] | OFFSET whole [ ROW | ROWS ] } { ";" }
 * column     = "*" | name "." "*" | value [ [ AS ] ( name | text ) ]
 * table      = name [ [ AS ] name ]
 * join       = [ INNER | LEFT [ OUTER ] ] JOIN table ON condition
 * sort       = value [ ASC | DESC ]
 *
 * condition  = all { OR all }
 * all        = negated { ( AND | "&amp;&amp;" ) negated }
 * negated    = { NOT | "!" } test
 * test       = value [ comparison value
 *                    | [ NOT ] BETWEEN value AND value
 *                    | [ NOT ] IN "(" value { "," value } ")"
 *                    | [ NOT ] LIKE value
 *                    | IS [ NOT ] NULL | ISNULL | NOTNULL | NOT NULL ]
 * comparison = "=" | "==" | "&lt;&gt;" | "!=" | "^=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;="
 * value      = { "+" | "-" } ( number | text | TRUE | FALSE | NULL
 *                            | ( DATE | TIME | DATETIME | TIMESTAMP | TIMESTAMPTZ ) text
 *                            | name [ "." name ]
 *                            | name "(" [ DISTINCT | ALL ] [ "*" | value { "," value } ] ")"
 *                            | "(" condition ")" )
 * name       = word | '"' any '"' | "`" any "`"
 * text       = "'" any "'"
 * </pre>
 *
 * <p>AND binds more than OR, and NOT more than AND: {@code not a = 1 and b in (2, 3) or c} is
 * {@code ((not (a = 1)) and (b in (2, 3))) or c}. The grammar takes more than is supported, such as
 * other functions: the readers of the parts refuse that, since they know what would do.
 *
 * <p>Words of SQL are known in any case. A word that could go on with the query, such as WHERE, is
 * a name only in quotes. Not thread-safe.
 */
final class SelectParser {
  /** The greatest number of characters in a query. */
  static final int LONGEST = 10_000;

  /** The greatest number of parentheses in each other. */
  static final int DEEPEST = 100;

  static final Pattern EXPLAIN =
      Pattern.compile("\\s*explain\\s(?=\\s*select)", Pattern.CASE_INSENSITIVE);

  static final String SUPPORTED =
      "a query is SELECT columns or aggregates FROM a relation, with [LEFT] JOIN … ON a = b, WHERE,"
          + " GROUP BY, ORDER BY, LIMIT and OFFSET";

  /** Words that are no names without quotes, because they go on with the query. */
  private static final Set<String> RESERVED =
      Set.of(
          "select",
          "distinct",
          "from",
          "join",
          "on",
          "where",
          "group",
          "having",
          "limit",
          "union",
          "and",
          "or",
          "not",
          "in",
          "is",
          "between",
          "like",
          "as");

  /** Further words that are no alias without AS. */
  private static final Set<String> NO_ALIAS =
      Set.of(
          "inner",
          "left",
          "right",
          "full",
          "cross",
          "natural",
          "outer",
          "using",
          "order",
          "offset",
          "fetch",
          "for",
          "intersect",
          "except",
          "minus",
          "with",
          "into");

  private static final Set<String> OTHER_OPERATORS =
      Set.of("ilike", "rlike", "regexp", "similar", "glob", "xor", "collate", "overlaps");

  private static final Set<String> TIMES =
      Set.of("date", "time", "datetime", "timestamp", "timestamptz");

  private final String sql;
  private final Places places;
  private List<SqlToken> tokens = List.of();
  private int next;
  private int depth;
  private long steps;

  SelectParser(String sql) {
    Matcher explain = EXPLAIN.matcher(sql);
    // Blanks replace EXPLAIN, so that the places of all other parts do not change.
    this.sql = explain.lookingAt() ? " ".repeat(explain.end()) + sql.substring(explain.end()) : sql;
    this.places = new Places(this.sql);
  }

  Places places() {
    return places;
  }

  /** The number of characters and tokens that were looked at, for tests. */
  long steps() {
    return steps;
  }

  /**
   * Parses the text as one query.
   *
   * @throws BadSql with the place and what was expected there
   */
  Syntax.Select parse() throws BadSql {
    if (sql.length() > LONGEST) {
      throw new BadSql(0, 0, "a query has at most %s characters".formatted(LONGEST));
    }
    if (sql.isBlank()) {
      throw new BadSql(0, 0, "the query is empty: " + SUPPORTED);
    }
    SqlLexer lexer = new SqlLexer(sql);
    try {
      tokens = lexer.read();
    } finally {
      steps += lexer.steps();
    }
    if (!take("select")) {
      throw places.bad(
          token().at(), "this is not supported here: " + SUPPORTED + "; it changes nothing");
    }
    return select();
  }

  private Syntax.Select select() throws BadSql {
    boolean distinct = take("distinct");
    if (!distinct) {
      take("all");
    }
    List<Syntax.Selected> columns = new ArrayList<>();
    do {
      columns.add(selected());
    } while (takeSign(","));
    expect("from");
    Syntax.Table from = table();
    List<Syntax.Joined> joins = joins();
    Syntax where = take("where") ? condition() : null;
    List<Syntax> groups = groups();
    if (token().is("having")) {
      throw places.bad(token().at(), "HAVING is not supported: look at the groups that you want");
    }
    List<Syntax.Sorted> order = order();
    Syntax.Window window = window();
    end();
    return new Syntax.Select(columns, distinct, from, joins, where, groups, order, window);
  }

  // --- the parts of a query

  private Syntax.Selected selected() throws BadSql {
    Syntax column = isSign("*") ? star(null) : value();
    if (column instanceof Syntax.Star) {
      return new Syntax.Selected(column, null);
    }
    return new Syntax.Selected(column, alias(true));
  }

  private Syntax.Star star(Syntax.@Nullable Qualifier qualifier) {
    SqlToken star = take();
    int at = qualifier == null ? star.at() : qualifier.at();
    return new Syntax.Star(at, star.end(), qualifier);
  }

  /**
   * Reads what may follow a column or a relation: another name for it.
   *
   * @param text whether the name may stand in single quotes
   */
  private @Nullable String alias(boolean text) throws BadSql {
    boolean as = take("as");
    SqlToken token = token();
    boolean fits =
        token.kind() == SqlToken.Kind.NAME
            || text && token.kind() == SqlToken.Kind.TEXT
            || isName(token) && (as || !isOneOf(token, NO_ALIAS));
    if (fits) {
      return take().text();
    }
    if (as) {
      throw expected("a name after AS");
    }
    return null;
  }

  private Syntax.Table table() throws BadSql {
    SqlToken token = token();
    if (token.isSign("(")) {
      throw places.bad(token.at(), "a query reads relations of this actor, not other queries");
    }
    SqlToken name = name("the name of a relation");
    if (isSign(".")) {
      take();
      throw places.bad(
          name.at(),
          "relations have no schema before their name: write " + name("a name after .").text());
    }
    String alias = alias(false);
    return new Syntax.Table(name.at(), name.end(), name.text(), alias);
  }

  private List<Syntax.Joined> joins() throws BadSql {
    List<Syntax.Joined> joins = new ArrayList<>();
    while (true) {
      SqlToken first = token();
      boolean comma = takeSign(",");
      if (comma || isOneOf(first, Set.of("right", "full", "cross", "natural", "outer"))) {
        throw places.bad(
            token().at(),
            "relations are joined by JOIN … ON a.x = b.y, or LEFT JOIN, on one equality");
      }
      boolean left = take("left");
      boolean kind = left || take("inner");
      if (left) {
        take("outer");
      }
      if (!take("join")) {
        if (kind) {
          throw expected("JOIN");
        }
        return joins;
      }
      Syntax.Table table = table();
      if (!take("on")) {
        throw expected("ON and one equality, as in JOIN b ON a.x = b.y,");
      }
      joins.add(new Syntax.Joined(table, left, condition()));
    }
  }

  private @Nullable List<Syntax> groups() throws BadSql {
    if (!take("group")) {
      return null;
    }
    expect("by");
    List<Syntax> groups = new ArrayList<>();
    // A list may stand in parentheses, and so may each of its columns.
    if (isSign("(") && tokens.get(next + 1).isSign(")")) {
      take();
      take();
      return groups;
    }
    do {
      boolean nested = takeSign("(");
      do {
        groups.add(value());
      } while (nested && takeSign(","));
      if (nested) {
        expectSign(")");
      }
    } while (takeSign(","));
    return groups;
  }

  private List<Syntax.Sorted> order() throws BadSql {
    List<Syntax.Sorted> order = new ArrayList<>();
    if (!take("order")) {
      return order;
    }
    expect("by");
    do {
      Syntax by = value();
      boolean descending = take("desc");
      if (!descending) {
        take("asc");
      }
      if (token().is("nulls")) {
        throw places.bad(
            token().at(),
            "NULLS FIRST and LAST are not supported: nulls come first, with DESC last");
      }
      order.add(new Syntax.Sorted(by, descending));
    } while (takeSign(","));
    return order;
  }

  private Syntax.Window window() throws BadSql {
    long offset = -1;
    long limit = -1;
    while (true) {
      SqlToken token = token();
      if (limit < 0 && take("limit")) {
        limit = whole("LIMIT");
        if (isSign(",") && offset < 0) {
          take();
          offset = limit;
          limit = whole("LIMIT");
        }
      } else if (offset < 0 && take("offset")) {
        offset = whole("OFFSET");
        if (!take("rows")) {
          take("row");
        }
      } else if (token.is("limit") || token.is("offset")) {
        throw places.bad(token.at(), token.text().toUpperCase(Locale.ROOT) + " stands twice");
      } else {
        return new Syntax.Window(Math.max(offset, 0), limit < 0 ? Long.MAX_VALUE : limit);
      }
    }
  }

  private long whole(String what) throws BadSql {
    SqlToken token = token();
    if (token.kind() == SqlToken.Kind.WHOLE && token.text().length() <= 18) {
      return Long.parseLong(take().text());
    }
    throw places.bad(
        token.at(), what + " takes a whole number of at most 18 digits, as in " + what + " 10");
  }

  private void end() throws BadSql {
    boolean closed = false;
    while (takeSign(";")) {
      closed = true;
    }
    SqlToken token = token();
    if (token.kind() == SqlToken.Kind.END) {
      return;
    }
    if (closed) {
      throw places.bad(token.at(), "one query at a time: " + SUPPORTED);
    }
    boolean clause = isOneOf(token, NO_ALIAS) || isOneOf(token, RESERVED);
    throw places.bad(
        token.at(),
        clause
            ? token.text().toUpperCase(Locale.ROOT) + " is not supported here: " + SUPPORTED
            : found(token) + " where the query should end or go on: " + SUPPORTED + "; " + QUOTES);
  }

  // --- conditions

  private Syntax condition() throws BadSql {
    List<Syntax> parts = new ArrayList<>(1);
    do {
      parts.add(all());
    } while (take("or"));
    return combined(false, parts);
  }

  private Syntax all() throws BadSql {
    List<Syntax> parts = new ArrayList<>(1);
    do {
      parts.add(negated());
    } while (take("and") || takeSign("&&"));
    return combined(true, parts);
  }

  private static Syntax combined(boolean and, List<Syntax> parts) {
    return parts.size() == 1
        ? parts.getFirst()
        : new Syntax.Combined(parts.getFirst().at(), parts.getLast().end(), and, parts);
  }

  private Syntax negated() throws BadSql {
    int at = token().at();
    boolean not = false;
    while (take("not") || takeSign("!")) {
      not = !not;
    }
    Syntax test = test();
    return not ? new Syntax.Not(at, test.end(), test) : test;
  }

  private Syntax test() throws BadSql {
    Syntax value = value();
    SqlToken token = token();
    ComparisonOperator operator =
        token.kind() == SqlToken.Kind.SIGN ? ComparisonOperator.ofSign(token.text()) : null;
    if (operator == null && isOperator(token)) {
      throw places.bad(
          token.at(),
          "the operator "
              + token.text()
              + " is not supported: compare a column by =, <>, <, <=, >, >=, between, in, like 'x%'"
              + " or is null, and combine by and, or, not");
    }
    if (operator != null) {
      take();
      Syntax right = value();
      return new Syntax.Comparison(value.at(), right.end(), operator, value, right);
    }
    boolean not = take("not");
    if (take("between")) {
      Syntax low = value();
      expect("and");
      Syntax high = value();
      return new Syntax.Between(value.at(), high.end(), value, not, low, high);
    }
    if (take("in")) {
      return in(value, not);
    }
    if (take("like")) {
      Syntax form = value();
      if (token().is("escape")) {
        throw places.bad(token().at(), "ESCAPE is not supported: LIKE takes a beginning");
      }
      return new Syntax.Like(value.at(), form.end(), value, not, form);
    }
    if (not) {
      return isNull(value, true, "BETWEEN, IN, LIKE or NULL after NOT");
    }
    if (take("is")) {
      return isNull(value, take("not"), "NULL or NOT NULL after IS");
    }
    if (take("isnull") || take("notnull")) {
      SqlToken last = tokens.get(next - 1);
      return new Syntax.IsNull(value.at(), last.end(), value, last.is("notnull"));
    }
    return value;
  }

  /** Whether a token is an operator of other databases. */
  private static boolean isOperator(SqlToken token) {
    return token.kind() == SqlToken.Kind.SIGN
        ? "~!&|^@?:[{".contains(token.text())
        : isOneOf(token, OTHER_OPERATORS);
  }

  private Syntax isNull(Syntax value, boolean not, String what) throws BadSql {
    if (!token().is("null")) {
      throw expected(what);
    }
    return new Syntax.IsNull(value.at(), take().end(), value, not);
  }

  private Syntax in(Syntax value, boolean not) throws BadSql {
    SqlToken open = token();
    if (!takeSign("(") || token().is("select")) {
      throw places.bad(open.at(), "IN takes a list of values in parentheses, as in (1, 2, 3)");
    }
    List<Syntax> values = new ArrayList<>();
    do {
      values.add(value());
    } while (takeSign(","));
    int end = expectSign(")").end();
    return new Syntax.In(value.at(), end, value, not, values);
  }

  // --- values

  /** Reads a value. Operators that compute are read over, so that a reader can tell of them. */
  private Syntax value() throws BadSql {
    int at = token().at();
    Syntax value = signed();
    while (computes(token())) {
      take();
      value = new Syntax.Computed(at, signed().end());
    }
    return value;
  }

  private static boolean computes(SqlToken token) {
    return token.kind() == SqlToken.Kind.SIGN
        && (token.text().length() == 1 ? "+-*/%".contains(token.text()) : token.isSign("||"));
  }

  private Syntax signed() throws BadSql {
    SqlToken first = token();
    if (!first.isSign("-") && !first.isSign("+")) {
      return single();
    }
    boolean minus = false;
    while (isSign("-") || isSign("+")) {
      minus ^= take().isSign("-");
    }
    Syntax value = single();
    if (value instanceof Syntax.Constant(int _, int end, Object tree)) {
      if (tree instanceof BigInteger whole) {
        return new Syntax.Constant(first.at(), end, minus ? whole.negate() : whole);
      }
      if (tree instanceof BigDecimal decimal) {
        return new Syntax.Constant(first.at(), end, minus ? decimal.negate() : decimal);
      }
    }
    return new Syntax.Computed(first.at(), value.end());
  }

  private Syntax single() throws BadSql {
    SqlToken token = token();
    return switch (token.kind()) {
      case WHOLE -> constant(take(), new BigInteger(token.text()));
      case DECIMAL -> constant(take(), decimal(token));
      case TEXT -> constant(take(), token.text());
      case SIGN -> parenthesis();
      case END -> throw expected("a column or a constant");
      case NAME, WORD -> named();
    };
  }

  private static Syntax constant(SqlToken token, @Nullable Object tree) {
    return new Syntax.Constant(token.at(), token.end(), tree);
  }

  private BigDecimal decimal(SqlToken token) throws BadSql {
    try {
      return new BigDecimal(token.text());
    } catch (NumberFormatException e) {
      throw places.bad(token.at(), Places.shorten(token.text()) + " is too large or too small");
    }
  }

  private Syntax parenthesis() throws BadSql {
    SqlToken open = token();
    if (!takeSign("(")) {
      throw expected("a column or a constant");
    }
    if (token().is("select")) {
      throw places.bad(
          open.at(),
          "expected a number, a text in single quotes, true or false: functions, arithmetic and"
              + " other queries are not supported");
    }
    deeper(open);
    Syntax inner = condition();
    depth--;
    expectSign(")");
    return inner;
  }

  private void deeper(SqlToken open) throws BadSql {
    depth++;
    if (depth > DEEPEST) {
      throw places.bad(
          open.at(), "a query has at most %s parentheses in each other".formatted(DEEPEST));
    }
  }

  private Syntax named() throws BadSql {
    SqlToken first = token();
    if (first.kind() == SqlToken.Kind.WORD) {
      SqlToken after = tokens.get(next + 1);
      boolean alone = !after.isSign(".") && !after.isSign("(");
      if (alone && (first.is("true") || first.is("false"))) {
        return constant(take(), first.is("true"));
      }
      if (alone && first.is("null")) {
        return constant(take(), null);
      }
      if (after.kind() == SqlToken.Kind.TEXT && isOneOf(first, TIMES)) {
        take();
        return new Syntax.Constant(first.at(), after.end(), take().text());
      }
    }
    SqlToken name = name("a column or a constant");
    if (isSign("(")) {
      return call(name);
    }
    if (!takeSign(".")) {
      return new Syntax.Name(name.at(), name.end(), null, name.text());
    }
    Syntax.Qualifier qualifier = new Syntax.Qualifier(name.at(), name.end(), name.text());
    if (isSign("*")) {
      return star(qualifier);
    }
    SqlToken column = token();
    if (column.kind() != SqlToken.Kind.WORD && column.kind() != SqlToken.Kind.NAME) {
      throw expected("a column after " + Places.shorten(name.text()) + ".");
    }
    take();
    return new Syntax.Name(name.at(), column.end(), qualifier, column.text());
  }

  private Syntax call(SqlToken name) throws BadSql {
    deeper(take());
    boolean distinct = take("distinct");
    if (!distinct) {
      take("all");
    }
    List<Syntax> arguments = new ArrayList<>();
    if (!isSign(")")) {
      do {
        arguments.add(isSign("*") ? star(null) : value());
      } while (takeSign(","));
    }
    depth--;
    int end = expectSign(")").end();
    return new Syntax.Call(name.at(), end, name.text(), distinct, arguments);
  }

  // --- tokens

  private static final String QUOTES =
      "texts stand in single quotes, and names that are words of SQL in double quotes";

  private SqlToken token() {
    steps++;
    return tokens.get(next);
  }

  /** Takes the next token; the end of the query stays. */
  private SqlToken take() {
    SqlToken token = token();
    next += token.kind() == SqlToken.Kind.END ? 0 : 1;
    return token;
  }

  private boolean take(String word) {
    boolean fits = token().is(word);
    next += fits ? 1 : 0;
    return fits;
  }

  private boolean isSign(String sign) {
    return token().isSign(sign);
  }

  private boolean takeSign(String sign) {
    boolean fits = isSign(sign);
    next += fits ? 1 : 0;
    return fits;
  }

  private void expect(String word) throws BadSql {
    if (!take(word)) {
      throw expected(word.toUpperCase(Locale.ROOT));
    }
  }

  private SqlToken expectSign(String sign) throws BadSql {
    if (!isSign(sign)) {
      throw expected(sign);
    }
    return take();
  }

  private SqlToken name(String what) throws BadSql {
    if (!isName(token())) {
      throw expected(what);
    }
    return take();
  }

  private static boolean isName(SqlToken token) {
    return token.kind() == SqlToken.Kind.NAME
        || token.kind() == SqlToken.Kind.WORD && !isOneOf(token, RESERVED);
  }

  private static boolean isOneOf(SqlToken token, Set<String> words) {
    return token.kind() == SqlToken.Kind.WORD
        && words.contains(token.text().toLowerCase(Locale.ROOT));
  }

  private BadSql expected(String what) {
    SqlToken token = token();
    return places.bad(
        token.at(), found(token) + " where " + what + " should: " + SUPPORTED + "; " + QUOTES);
  }

  private String found(SqlToken token) {
    return token.kind() == SqlToken.Kind.END
        ? "the query ends"
        : "'" + Places.shorten(sql.substring(token.at(), token.end())) + "' stands";
  }
}
