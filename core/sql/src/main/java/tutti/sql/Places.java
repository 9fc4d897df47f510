package tutti.sql;

/** The places of the parts of one query. */
record Places(String sql) {
  /** The greatest number of characters of the query that an error repeats. */
  private static final int SHOWN = 60;

  /** Makes the error about a part of the query. */
  BadSql bad(Syntax part, String detail) {
    return bad(part.at(), detail);
  }

  /**
   * Makes the error at a place.
   *
   * @param at the position in the query, from 0
   */
  BadSql bad(int at, String detail) {
    int line = 1;
    int begin = 0;
    for (int i = sql.indexOf('\n'); i >= 0 && i < at; i = sql.indexOf('\n', begin)) {
      line++;
      begin = i + 1;
    }
    return new BadSql(line, at - begin + 1, detail);
  }

  /** The text of a part as it stands in the query, shortened if it is long. */
  String text(Syntax part) {
    return shorten(sql.substring(part.at(), part.end()));
  }

  static String shorten(String text) {
    if (text.length() <= SHOWN) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
    return text.substring(0, end) + "…";
  }
}
