package tutti.engine.distribution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.model.ActorId;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Role;

/** A factory that makes an {@link Underway} of a machine, on the machine's own queue. */
final class Views {
  private final Ground ground;

  Views(Ground ground) {
    this.ground = ground;
  }

  /** The properties of a machine that its commitment does not know. */
  record Subject(
      BranchKey key,
      Role role,
      CommitProtocol protocol,
      @Nullable Instant began,
      boolean found,
      boolean inDoubt,
      boolean byHand,
      List<ActorId> actors,
      Map<Integer, String> asked,
      long deadlineNanos) {}

  /** Returns the actors of these claims. */
  static List<ActorId> actors(Collection<Claim> claims) {
    return claims.stream().map(claim -> claim.cell().id()).distinct().toList();
  }

  /**
   * @param of the properties that the machine itself does not know
   */
  Underway of(Subject of, Commitment commitment) {
    Outlook outlook = commitment.outlook();
    long now = ground.scheduler().nanos();
    Instant clock = ground.scheduler().now();
    Map<Integer, String> known = new TreeMap<>(outlook.known());
    known.putAll(of.asked);
    Set<Integer> missing = commitment.missing();
    missing.forEach(node -> known.putIfAbsent(node, "has not answered"));
    List<Underway.Other> others = new ArrayList<>();
    known.forEach(
        (node, words) ->
            others.add(
                new Underway.Other(
                    ground.peers().plainName(node),
                    words,
                    of.asked.containsKey(node) || missing.contains(node),
                    node == ground.self().node() || ground.peers().connected(node))));
    Ending ending = new Ending(ground.peers(), outlook);
    long silence = commitment.silenceDue();
    Instant since = clock.minusNanos(now - commitment.since());
    return new Underway(
        of.key,
        of.role,
        of.protocol.name(),
        commitment.phase(),
        of.began,
        of.found && !commitment.hasMoved() ? null : since,
        of.inDoubt,
        of.byHand,
        of.actors.stream().map(ActorId::toString).toList(),
        others,
        ending.inWords(
            of.protocol,
            silence == 0 ? -1 : Math.max(0, silence - now),
            of.deadlineNanos == 0 ? -1 : Math.max(0, of.deadlineNanos - now)),
        ending.comesAlone());
  }
}
