/**
 * The REST API of docs/rulings.md#contracts over one node. Begin with {@link
 * tutti.server.api.Service}, which routes requests.
 *
 * <p>A request is a {@code Target} (its path and query) and {@code Headers}; an {@code Exchange} is
 * a request on its way to its answer. {@code TransactionRoutes}, {@code InstanceRoutes}, {@code
 * CommitmentRoutes} and {@code BackupRoutes} serve one group of paths each, {@code Queries} those
 * that run SQL. {@code TransactionReader}, {@code ArgumentReader}, {@code Bodies} and {@code
 * Lookup} read bodies and names; {@code Answers} and {@link tutti.server.api.Problem} are the
 * documents that go back. {@code ServerMetrics}, {@code Recent}, {@link tutti.server.api.Redaction}
 * and {@link tutti.server.api.Access} serve operators.
 */
@NullMarked
package tutti.server.api;

import org.jspecify.annotations.NullMarked;
