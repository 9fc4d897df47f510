package tutti.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Condition;
import tutti.model.relation.RelationDefinition;

/**
 * Reads one query: FROM and JOIN, WHERE, LIMIT; {@link ItemReader} reads what is made of the rows.
 */
final class SelectReader {
  static final Pattern EXPLAIN =
      Pattern.compile("\\s*explain\\s(?=\\s*select)", Pattern.CASE_INSENSITIVE);

  private static final int LONGEST = 10_000;
  private static final int DEEPEST = 10;
  private static final Pattern PLACE = Pattern.compile("line (\\d+), column (\\d+)");
  private static final String SUPPORTED =
      "a query is SELECT columns or aggregates FROM a relation, with [LEFT] JOIN … ON a = b, WHERE,"
          + " GROUP BY, ORDER BY, LIMIT and OFFSET";

  private final String sql;
  private final Places places;
  private final Scope scope;

  SelectReader(String sql, List<RelationDefinition<?, ?>> relations) {
    Matcher explain = EXPLAIN.matcher(sql);
    // Blanks in its place leave all else where it stands.
    this.sql = explain.lookingAt() ? " ".repeat(explain.end()) + sql.substring(explain.end()) : sql;
    this.places = new Places(this.sql);
    this.scope = new Scope(places, relations);
  }

  SqlSelect.Parts read() throws BadSql {
    PlainSelect select = parse();
    scope.add(select.getFromItem());
    List<Input.Join> joins = new ArrayList<>();
    Set<Integer> perhaps = new HashSet<>();
    if (select.getJoins() != null) {
      for (Join join : select.getJoins()) {
        scope.add(joined(join));
        joins.add(join(join, perhaps));
      }
    }
    List<List<Condition<Record>>> conditions = new ArrayList<>();
    scope.tables().forEach(table -> conditions.add(new ArrayList<>()));
    List<Test> rest = new ArrayList<>();
    if (select.getWhere() != null) {
      split(
          new ConditionReader(places, scope).read(select.getWhere(), false),
          perhaps,
          conditions,
          rest);
    }
    ItemReader items = new ItemReader(places, scope, select);
    items.read();
    return new SqlSelect.Parts(
        new Input(List.copyOf(scope.tables()), joins, conditions),
        rest,
        items.items(),
        items.names(),
        items.keys(),
        select.getDistinct() != null,
        items.sort(),
        offset(select),
        limit(select));
  }

  // --- the text

  private PlainSelect parse() throws BadSql {
    if (sql.isBlank()) {
      throw new BadSql(0, 0, "the query is empty: " + SUPPORTED);
    }
    if (sql.length() > LONGEST || depth() > DEEPEST) {
      throw new BadSql(
          0,
          0,
          "a query has at most "
              + LONGEST
              + " characters and "
              + DEEPEST
              + " parentheses in each other");
    }
    Statement statement;
    try {
      // Its thorough way takes exponential time for parentheses in each other.
      CCJSqlParser parser = CCJSqlParserUtil.newParser(sql).withAllowComplexParsing(false);
      statement = parser.Statement();
      Token next = parser.getNextToken();
      if (next.kind != 0) {
        throw new BadSql(next.beginLine, next.beginColumn, "one query at a time: " + SUPPORTED);
      }
    } catch (ParseException e) {
      throw notSql(e);
    } catch (RuntimeException | StackOverflowError e) {
      throw lexical(String.valueOf(e.getMessage()));
    }
    if (!(statement instanceof PlainSelect select) || select.getFromItem() == null) {
      throw new BadSql(1, 1, "this is not supported here: " + SUPPORTED + "; it changes nothing");
    }
    plain(select);
    return select;
  }

  private int depth() {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < sql.length(); i++) {
      depth += sql.charAt(i) == '(' ? 1 : sql.charAt(i) == ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  private static BadSql notSql(ParseException e) {
    Token found = e.currentToken == null ? null : e.currentToken.next;
    if (found == null) {
      return new BadSql(0, 0, "this is not SQL: " + e.getMessage());
    }
    String what = found.kind == 0 ? "the query ends" : "'" + found.image + "' stands";
    return new BadSql(
        found.beginLine,
        found.beginColumn,
        what
            + " where something else should: "
            + SUPPORTED
            + "; texts stand in single quotes, and names that are words of SQL in double quotes");
  }

  private static BadSql lexical(String message) {
    Matcher place = PLACE.matcher(message);
    return place.find()
        ? new BadSql(
            Integer.parseInt(place.group(1)),
            Integer.parseInt(place.group(2)),
            "this is no word of SQL: texts stand in single quotes, names in double quotes or none")
        : new BadSql(0, 0, "this is not SQL: " + message);
  }

  /** Refuses all parts that SQL has and this does not, whatever they are called. */
  private void plain(PlainSelect select) throws BadSql {
    if (select.getHaving() != null) {
      throw places.at("having", "HAVING is not supported: look at the groups that you want");
    }
    if (select.getWithItemsList() != null) {
      throw places.at("with", "WITH is not supported: " + SUPPORTED);
    }
    PlainSelect known =
        new PlainSelect()
            .withFromItem(select.getFromItem())
            .withSelectItems(select.getSelectItems())
            .withJoins(select.getJoins())
            .withDistinct(select.getDistinct())
            .withWhere(select.getWhere());
    known.setGroupByElement(select.getGroupBy());
    known.setOrderByElements(select.getOrderByElements());
    known.setLimit(select.getLimit());
    known.setOffset(select.getOffset());
    boolean special =
        select.getDistinct() != null
            && (select.getDistinct().isUseUnique()
                || select.getDistinct().getOnSelectItems() != null);
    if (special || !known.toString().equals(select.toString())) {
      throw new BadSql(1, 1, "something in this query is not supported: " + SUPPORTED);
    }
  }

  // --- joins

  private net.sf.jsqlparser.statement.select.FromItem joined(Join join) throws BadSql {
    Join known =
        new Join()
            .withRightItem(join.getRightItem())
            .withInner(join.isInner())
            .withLeft(join.isLeft())
            .withOuter(join.isLeft() && join.isOuter());
    known.setOnExpressions(join.getOnExpressions());
    if (join.isSimple()
        || join.getOnExpressions().size() != 1
        || !known.toString().equals(join.toString())) {
      throw places.bad(
          join.getRightItem(),
          "relations are joined by JOIN … ON a.x = b.y, or LEFT JOIN, on one equality");
    }
    return join.getRightItem();
  }

  /**
   * @param perhaps the relations of which a left join may have found no row
   */
  private Input.Join join(Join join, Set<Integer> perhaps) throws BadSql {
    Expression on = first(join.getOnExpressions());
    while (on instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      on = list.getFirst();
    }
    if (!(on instanceof EqualsTo equal)
        || !(equal.getLeftExpression() instanceof Column one)
        || !(equal.getRightExpression() instanceof Column other)) {
      throw places.bad(
          on instanceof AndExpression and ? ((AndExpression) on).getLeftExpression() : on,
          "a join is ON one equality of two columns"
              + (join.isLeft() ? "" : ": put further conditions into WHERE"));
    }
    int added = scope.tables().size() - 1;
    ColumnRef left = scope.column(one);
    ColumnRef right = scope.column(other);
    if (left.table() == added) {
      ColumnRef swap = left;
      left = right;
      right = swap;
    }
    if (right.table() != added || left.table() == added) {
      throw places.bad(
          one,
          "ON must name a column of "
              + scope.tables().get(added).name()
              + " and one of a relation before it");
    }
    if (perhaps.contains(left.table())) {
      throw places.bad(
          one,
          left + " may be missing after the LEFT JOIN: join on columns of the other relations");
    }
    if (!left.column().codec().type().equals(right.column().codec().type())) {
      throw places.bad(
          one,
          left
              + " has the type "
              + left.column().codec().type()
              + ", and "
              + right
              + " "
              + right.column().codec().type()
              + ": a join is on columns of one type");
    }
    if (join.isLeft()) {
      perhaps.add(added);
    }
    return new Input.Join(left, right, join.isLeft());
  }

  private static Expression first(Collection<Expression> expressions) {
    return expressions.iterator().next();
  }

  // --- conditions

  /** Gives each selection what it can test, perhaps by an index; the rest is tested afterwards. */
  private static void split(
      Test test, Set<Integer> perhaps, List<List<Condition<Record>>> conditions, List<Test> rest) {
    if (test instanceof Test.Both(Test first, Test second)) {
      split(first, perhaps, conditions, rest);
      split(second, perhaps, conditions, rest);
      return;
    }
    Set<Integer> tables = test.tables();
    int table = tables.iterator().next();
    Condition<Record> condition =
        tables.size() > 1 || perhaps.contains(table) ? null : test.condition();
    if (condition == null) {
      rest.add(test);
    } else {
      conditions.get(table).add(condition);
    }
  }

  // --- which of the rows

  private long limit(PlainSelect select) throws BadSql {
    if (select.getLimit() == null) {
      return Long.MAX_VALUE;
    }
    if (select.getLimit().getByExpressions() != null) {
      throw places.at("limit", "LIMIT BY is not supported");
    }
    return number(select.getLimit().getRowCount(), "LIMIT");
  }

  private long offset(PlainSelect select) throws BadSql {
    Expression inLimit = select.getLimit() == null ? null : select.getLimit().getOffset();
    if (inLimit != null) {
      return number(inLimit, "LIMIT");
    }
    return select.getOffset() == null ? 0 : number(select.getOffset().getOffset(), "OFFSET");
  }

  private long number(@Nullable Expression expression, String what) throws BadSql {
    if (expression instanceof LongValue number && number.getStringValue().length() <= 18) {
      return number.getValue();
    }
    throw places.at(
        what.toLowerCase(Locale.ROOT), what + " takes a whole number, as in " + what + " 10");
  }
}
