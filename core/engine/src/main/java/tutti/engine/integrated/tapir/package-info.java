/**
 * TAPIR on the ports of a host: the machines of {@link tutti.protocol.integrated.tapir} are driven,
 * with the host's log, its network and its configuration logs
 * (docs/decisions/0022-integrated-protocols.md). A node is made of it in {@code
 * tutti.engine.node.integrated}.
 *
 * <p>Begin with {@link tutti.engine.integrated.tapir.TapirHost}, which has the replicas of one host
 * and the coordinators that run on it. {@code ShardDriver} drives the machine of a replica and
 * listens to the shard's configuration log, {@code CoordinatorDriver} that of a coordinator; {@code
 * HostMemory} is what the host's log has of its replicas, {@code TapirLogReader} reads it for
 * judges, and {@code TapirCounts} what is counted. {@link tutti.engine.integrated.tapir.TapirStore}
 * reads and commits items for {@link tutti.engine.integrated.OptimisticProtocol}; {@link
 * tutti.engine.integrated.KeyQuestions} find the actors of a page.
 *
 * <p><b>Records</b> are in the host's one log, between those of the configuration logs: so one
 * flush serves all. They are read at a start from the last complete image of each replica on
 * ({@code ShardImages}); what stands before that is let go, in the configuration log's log one
 * image later. A replica that lacks what was let go gets the memory of another one ({@code
 * ImageSource}, {@code ImageSink}). A record is as long as it has to be: the log cuts it ({@link
 * tutti.engine.replication.IntegratedRecords}).
 *
 * <p><b>Commands</b> of a shard's configuration log are those of {@link
 * tutti.protocol.integrated.tapir.ViewCommand}; a long one is there in fragments, each behind the
 * byte 255 ({@code ViewChangeCommands}). An order to pass over a transaction stands behind the byte
 * 254 ({@link tutti.engine.integrated.PassOverOrder}).
 *
 * <p><b>Backups</b> copy the items of a shard from a replica that is fenced with a majority of its
 * peers, and has nothing left to execute ({@code ShardFence}).
 *
 * <p><b>Messages</b> of a host's link carry several messages of its machines, each behind its
 * length ({@code TapirMessages}, {@link tutti.engine.integrated.MessageBatcher}). These are a kind
 * (0: to a replica, 1: to coordinators and readers), the shard, and a message of the machines; or
 * of kind 2 and 3, the shard, and a question for keys or its answer; or of kind 4, the shard, and a
 * part of a transfer; or of kind 5, the shard, and the timestamp up to which it remembers nothing.
 */
@NullMarked
package tutti.engine.integrated.tapir;

import org.jspecify.annotations.NullMarked;
