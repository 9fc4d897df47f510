package tutti.engine.distribution.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.member.CommitContext;
import tutti.engine.distribution.member.CommitMember;
import tutti.engine.distribution.member.Commitment;
import tutti.engine.distribution.member.HeuristicMember;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.transaction.record.BegunOperation;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.model.ActorId;
import tutti.protocol.commit.Outlook;

/** A factory that makes an {@link MemberProgress} of a machine, on the machine's own queue. */
record ProgressViews(CommitContext context) {
  /** Returns a view of a member, on its queue. */
  MemberProgress of(CommitMember member) {
    Commitment commitment = member.commitment();
    Outlook outlook = commitment.outlook();
    long now = context.runtime().scheduler().nanos();
    Instant clock = context.runtime().scheduler().now();
    Map<Integer, String> asked = member.asked();
    Map<Integer, String> known = new TreeMap<>(outlook.known());
    known.putAll(asked);
    Set<Integer> missing = commitment.missing();
    missing.forEach(node -> known.putIfAbsent(node, "has not answered"));
    List<MemberProgress.Other> others = new ArrayList<>();
    known.forEach(
        (node, words) ->
            others.add(
                new MemberProgress.Other(
                    context.peers().plainName(node),
                    words,
                    asked.containsKey(node) || missing.contains(node),
                    node == context.self().node() || context.peers().connected(node))));
    MachineEnd ending = new MachineEnd(context.peers(), outlook);
    long silence = commitment.silenceDue();
    long deadline = member.deadlineNanos();
    Instant since = clock.minusNanos(now - commitment.since());
    return new MemberProgress(
        member.key(),
        member.role(),
        member.protocol().name(),
        commitment.phase(),
        member.began(),
        member.isOlderThanStart() && !commitment.hasMoved() ? null : since,
        member.promised(),
        member instanceof HeuristicMember,
        member.holds().stream().map(ActorId::toString).toList(),
        others,
        ending.inWords(
                member.protocol(),
                silence == 0 ? -1 : Math.max(0, silence - now),
                deadline == 0 ? -1 : Math.max(0, deadline - now))
            + operation(member),
        ending.comesAlone());
  }

  /**
   * Returns the name of the operation that a person has to check outside; empty if there is none.
   */
  private static String operation(CommitMember member) {
    BegunOperation operation = operationOf(member.inDoubt());
    return operation == null ? "" : ": " + operation.key() + " of " + operation.check();
  }

  /** Returns the irrevocable operation that a member has begun, or null. */
  static @Nullable BegunOperation operationOf(@Nullable PreparedBranch inDoubt) {
    OwnPart own = inDoubt == null ? null : inDoubt.own();
    return own == null ? null : own.operation();
  }
}
