package tutti.sql;

import net.sf.jsqlparser.parser.ASTNodeAccess;
import net.sf.jsqlparser.parser.SimpleNode;
import net.sf.jsqlparser.parser.Token;
import org.jspecify.annotations.Nullable;

/** The places of the parts of one query. */
record Places(String sql) {
  /** Makes the error about a part of the query. */
  BadSql bad(@Nullable Object part, String detail) {
    if (part instanceof ASTNodeAccess node) {
      SimpleNode parsed = node.getASTNode();
      Token token = parsed == null ? null : parsed.jjtGetFirstToken();
      if (token != null) {
        return new BadSql(token.beginLine, token.beginColumn, detail);
      }
    }
    return part == null ? new BadSql(0, 0, detail) : at(String.valueOf(part), detail);
  }

  /** Makes the error at the first place of a text, in the form that the parser writes. */
  BadSql at(String text, String detail) {
    String start = text.strip().split("[^A-Za-z0-9_.'\"*-]", 2)[0];
    int from = start.isEmpty() ? -1 : indexOf(start);
    if (from < 0) {
      return new BadSql(0, 0, detail);
    }
    int line = 1 + (int) sql.substring(0, from).chars().filter(c -> c == '\n').count();
    return new BadSql(line, from - sql.lastIndexOf('\n', from), detail);
  }

  private int indexOf(String text) {
    for (int i = 0; i + text.length() <= sql.length(); i++) {
      boolean word = i == 0 || !Character.isJavaIdentifierPart(sql.charAt(i - 1));
      if (word && sql.regionMatches(true, i, text, 0, text.length())) {
        return i;
      }
    }
    return -1;
  }
}
