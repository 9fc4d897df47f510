package tutti.model.relation;

/**
 * Two rows that a join has put together.
 *
 * @param right after a left join an Optional of a row
 */
public record Pair<L, R>(L left, R right) {}
