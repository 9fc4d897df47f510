package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.easycommit.Variant;
import tutti.protocol.commit.paxoscommit.PaxosCommit;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.commit.twophase.TwoPhase;
import tutti.simulator.commit.rule.EasyCommitClaims;
import tutti.simulator.commit.rule.PaxosCommitClaims;
import tutti.simulator.commit.rule.ProtocolClaims;
import tutti.simulator.commit.state.CommitScope;

/**
 * A commit protocol, or a variant of one, that can be explored.
 *
 * @param names its long name, and then its short ones
 */
public record Explored(
    List<String> names, CommitProtocol protocol, ProtocolClaims claims, Bounds bounds) {
  private static final List<Explored> ALL =
      List.of(
          of(new TwoPhase(), ProtocolClaims.TWO_PHASE, "2pc"),
          of(new TwoPhase(Presumption.COMMIT), ProtocolClaims.TWO_PHASE),
          of(new TwoPhase(Presumption.NOTHING), ProtocolClaims.TWO_PHASE),
          of(TwoPhase.acknowledged(), ProtocolClaims.TWO_PHASE),
          of(new ThreePhase(), ProtocolClaims.NON_BLOCKING, "3pc"),
          of(
              new ThreePhase(tutti.protocol.commit.threephase.Variant.PAPER),
              ProtocolClaims.NON_BLOCKING),
          of(
              new ThreePhase(tutti.protocol.commit.threephase.Variant.UNACKNOWLEDGED),
              ProtocolClaims.NON_BLOCKING),
          of(new EasyCommit(), new EasyCommitClaims(), "ec"),
          of(new EasyCommit(Variant.PAPER), new EasyCommitClaims()),
          of(new EasyCommit(Variant.OPTIMISED), new EasyCommitClaims()),
          of(new EasyCommit(Variant.CONFIRMED), new EasyCommitClaims()),
          of(new PaxosCommit(1), new PaxosCommitClaims(), new Bounds(0, 1, 1)));

  /**
   * The usual bounds of an exploration, so that it is done in minutes; as {@link CommitScope} has
   * them.
   */
  public record Bounds(int refusals, int silences, int repeats) {}

  private static Explored of(CommitProtocol protocol, ProtocolClaims claims, String... shortNames) {
    return of(protocol, claims, new Bounds(1, 2, CommitScope.ANY), shortNames);
  }

  private static Explored of(
      CommitProtocol protocol, ProtocolClaims claims, Bounds bounds, String... shortNames) {
    List<String> names = new ArrayList<>(List.of(protocol.name()));
    names.addAll(List.of(shortNames));
    return new Explored(List.copyOf(names), protocol, claims, bounds);
  }

  /**
   * The protocol or variant of that name.
   *
   * @throws IllegalArgumentException if there is none: the message lists the names
   */
  public static Explored named(String name) {
    return ALL.stream()
        .filter(each -> each.names.contains(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no '%s' to explore; there are %s"
                        .formatted(
                            name,
                            ALL.stream().map(Explored::name).collect(Collectors.joining(", ")))));
  }

  /** Returns the protocol's long name. */
  public String name() {
    return names.getFirst();
  }
}
