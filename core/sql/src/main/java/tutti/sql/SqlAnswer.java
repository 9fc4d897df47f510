package tutti.sql;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param columns the names of the columns
 * @param types the types of the columns: {@code long}, {@code decimal}, {@code list<string>}
 * @param rows the rows, each with the JSON text of a value for each column; empty if the query was
 *     only explained
 * @param plan the plan by which the query was answered
 */
public record SqlAnswer(
    List<String> columns, List<String> types, List<List<String>> rows, String plan) {}
