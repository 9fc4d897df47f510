/**
 * Integrated protocols: those that replace concurrency control, commitment and replication together
 * (docs/rulings.md#seams, docs/decisions/0022-integrated-protocols.md).
 *
 * <p>Begin with {@link tutti.engine.integrated.OptimisticProtocol}, which runs submissions and
 * reads for every protocol that executes first and validates what was read at the end, as TAPIR
 * does. {@link tutti.engine.integrated.ItemStore} is what such a protocol has to be. {@code
 * Workspace} executes an attempt on copies of actors, under the control {@code PrivateCopies};
 * {@code ItemFormat} is an actor as an item's value, {@code KeyItems} are idempotency keys as
 * items.
 *
 * <p>{@link tutti.engine.integrated.OrderingProtocol} is the frame of protocols that put
 * transactions in an order before they execute them, as Janus does. {@link
 * tutti.engine.integrated.ItemOrder} is what such a protocol has to be, and {@link
 * tutti.engine.integrated.OrderedExecution} what its replicas do with an {@code OrderedAction}.
 * {@code IntegratedProtocol} is what both frames have. Keys are forgotten by {@link
 * tutti.engine.integrated.expiry}. {@link tutti.engine.integrated.ReplicaImages} lets the log go
 * that an image makes superfluous. {@link tutti.engine.integrated.StepGuard} stops a replica of
 * which the same step fails at two starts. {@link tutti.engine.integrated.QuestionPauses} are the
 * pauses after which hosts repeat their questions.
 */
@NullMarked
package tutti.engine.integrated;

import org.jspecify.annotations.NullMarked;
