/**
 * The REST API of docs/rulings.md#contracts over one node. Begin with {@link
 * tutti.server.api.Service}, which routes requests.
 *
 * <p>A request is a {@code RequestTarget} (its path and query) and {@code Headers}; an {@code
 * Exchange} is a request on its way to its answer. {@code TransactionRoutes}, {@code
 * InstanceRoutes}, {@code CommitmentRoutes} and {@code BackupRoutes} serve one group of paths each,
 * {@code Queries} those that run SQL. {@code TransactionReader}, {@code ArgumentReader}, {@code
 * Bodies} and {@code Lookup} read bodies and names; {@code OutcomeDocuments} and {@link
 * tutti.server.api.ProblemDocument} are the documents that go back. {@code ServerMetrics}, {@code
 * Recent}, {@link tutti.server.api.Redaction} and {@link tutti.server.api.AllowedOrigins} serve
 * operators.
 */
@NullMarked
package tutti.server.api;

import org.jspecify.annotations.NullMarked;
