/**
 * Declarative queries as text: SQL's SELECT over the relations of one actor, answered by the
 * selections, plans and indexes that Java code uses ({@code tutti.model.relation}). An application
 * gets this as one more query of every actor type ({@link tutti.sql.SqlQuery#in}), which runs, is
 * sent and is isolated as any other query.
 *
 * <p>Begin with {@link tutti.sql.SqlQuery}, the query that every actor type gets; {@code
 * SelectParser} has the grammar, {@code SqlSelect} is a query that was read, {@code SelectRun} its
 * run.
 */
@NullMarked
package tutti.sql;

import org.jspecify.annotations.NullMarked;
