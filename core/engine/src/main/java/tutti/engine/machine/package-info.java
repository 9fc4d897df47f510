/**
 * The run of machines of {@link tutti.protocol.machine} on real queues, clocks and logs: one {@link
 * tutti.engine.machine.MachineRunner} carries the effects out, for members and witnesses of the
 * commit protocols, replicas of MultiPaxos, TAPIR and Janus, and coordinators and readers of the
 * last two. What is left to each of these is a {@link tutti.engine.machine.MachineRunner.Handler}:
 * the form of its records and messages, and what its decisions mean.
 *
 * <p>Begin with {@link tutti.engine.machine.MachineRunner}.
 *
 * <p>What may never happen: anything of a step leaves the host, or is decided, before all records
 * of the step are appended, or where the log has not taken one of them; a timer that was cancelled
 * fires. No other class of the engine carries out {@code Send}, {@code Persist} or {@code
 * SetTimer}: a test holds that.
 *
 * <p>For example, a replica's step gives {@code Persist(promise)}, {@code Send(...)} and {@code
 * SetTimer(ELECTION, ...)}: the runner gives the record to the handler, lets it append, gives it
 * the message, and starts the timer. The member of a commit protocol writes its record as it is
 * given: it has one in a step, rarely two.
 */
@NullMarked
package tutti.engine.machine;

import org.jspecify.annotations.NullMarked;
