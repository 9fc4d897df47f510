package tutti.model.relation;

/**
 * Two rows that a join has put together.
 *
 * @param right the right row; after a left join an Optional of it
 */
public record Pair<L, R>(L left, R right) {}
