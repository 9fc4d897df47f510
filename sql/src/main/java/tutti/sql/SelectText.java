package tutti.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** The text of a query, which is parsed, bounded, and limited to the supported part of SQL. */
final class SelectText {
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

  SelectText(String sql) {
    Matcher explain = EXPLAIN.matcher(sql);
    // Blanks replace EXPLAIN, so that the places of all other parts do not change.
    this.sql = explain.lookingAt() ? " ".repeat(explain.end()) + sql.substring(explain.end()) : sql;
    this.places = new Places(this.sql);
  }

  Places places() {
    return places;
  }

  /** Parses the text as one query, and refuses unsupported parts. */
  PlainSelect select() throws BadSql {
    if (sql.isBlank()) {
      throw new BadSql(0, 0, "the query is empty: " + SUPPORTED);
    }
    if (sql.length() > LONGEST || depth() > DEEPEST) {
      throw new BadSql(
          0,
          0,
          "a query has at most %s characters and %s parentheses in each other"
              .formatted(LONGEST, DEEPEST));
    }
    Statement statement;
    try {
      // The parser's complex mode takes exponential time for nested parentheses.
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

  /** Refuses all parts of SQL that are not supported. */
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
}
