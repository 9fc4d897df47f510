/**
 * Declarative queries as text: SQL's SELECT over the relations of one actor, read by JSqlParser and
 * answered by the selections, plans and indexes that Java code uses ({@code tutti.model.relation}).
 * An application gets it as one more query of every actor type ({@link tutti.sql.SqlQuery#in}), so
 * that it runs, travels and is isolated as any query does.
 */
@NullMarked
package tutti.sql;

import org.jspecify.annotations.NullMarked;
