/**
 * The {@link tutti.embedded.Client} of a service in another process, over HTTP: the same calls,
 * values and exceptions as those of an embedded node.
 *
 * <pre>
 *   RemoteClient       an application and the addresses of its service
 *     HttpConnection   the calls of a client: what a try has brought, and whether to try again
 *       Tries          when the next try of a call is made, and where
 *       ServiceAddresses        a try: one request at one address, and a TryEnd
 *       RequestWriter, AnswerReader, JsonTree    the documents of docs/api.md
 *     ApplicationCheck     whether a service has the client's application
 * </pre>
 *
 * <p>Each request has an idempotency key. A try whose answer is lost, or that was aborted by the
 * system, is repeated under the same key until the deadline. So an outcome is definite, or in
 * doubt, and never guessed: {@code HttpConnection} has the rule.
 *
 * <p>Begin with {@link tutti.client.RemoteClient}.
 */
@NullMarked
package tutti.client;

import org.jspecify.annotations.NullMarked;
