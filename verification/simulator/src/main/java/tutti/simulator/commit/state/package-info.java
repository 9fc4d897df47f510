/**
 * The states of the model: begin with {@link tutti.simulator.commit.state.GlobalState}.
 *
 * <p>A global state has a {@link tutti.simulator.commit.state.NodeState} for each node, the
 * {@linkplain tutti.simulator.commit.state.InFlightMessage messages} under way and the {@link
 * tutti.simulator.commit.state.FaultBudget}. A node's log is its {@link
 * tutti.simulator.commit.state.DurableRecords} and each {@link
 * tutti.simulator.commit.state.PendingRecord} behind them; its timers are {@link
 * tutti.simulator.commit.state.RunningTimer}s, and its end is a {@link
 * tutti.simulator.commit.state.NodeOutcome}; the coordinator's node has the transaction's {@link
 * tutti.simulator.commit.state.OutsideOperation}. {@link tutti.simulator.commit.state.StateNumbers}
 * turns states into numbers and back; {@link tutti.simulator.commit.state.CommitScope} bounds them.
 */
@NullMarked
package tutti.simulator.commit.state;

import org.jspecify.annotations.NullMarked;
