/**
 * Declarative queries as text: SQL's SELECT over the relations of one actor, read by JSqlParser and
 * answered by the selections, plans and indexes that Java code uses ({@code tutti.model.relation}).
 * An application gets this as one more query of every actor type ({@link tutti.sql.SqlQuery#in}),
 * which runs, is sent and is isolated as any other query.
 */
@NullMarked
package tutti.sql;

import org.jspecify.annotations.NullMarked;
