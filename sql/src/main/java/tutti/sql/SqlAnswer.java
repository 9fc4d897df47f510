package tutti.sql;

import java.util.List;

/**
 * What a query gave.
 *
 * @param columns their names
 * @param types what is in them: {@code long}, {@code decimal}, {@code list<string>}
 * @param rows each with the JSON text of a value for each column; none if it was only explained
 * @param plan how it was answered
 */
public record SqlAnswer(
    List<String> columns, List<String> types, List<List<String>> rows, String plan) {}
