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
import tutti.simulator.commit.rule.Claims;
import tutti.simulator.commit.rule.EasyCommitClaims;
import tutti.simulator.commit.rule.NonBlockingClaims;
import tutti.simulator.commit.rule.PaxosCommitClaims;
import tutti.simulator.commit.rule.TwoPhaseClaims;
import tutti.simulator.commit.state.CommitScope;

/** A commit protocol, or a variant of one, that can be explored. */
public final class Explored {
  private static final List<Explored> ALL =
      List.of(
          of(new TwoPhase(), new TwoPhaseClaims(), "2pc"),
          of(new TwoPhase(Presumption.COMMIT), new TwoPhaseClaims()),
          of(new TwoPhase(Presumption.NOTHING), new TwoPhaseClaims()),
          of(TwoPhase.acknowledged(), new TwoPhaseClaims()),
          of(new ThreePhase(), new NonBlockingClaims(), "3pc"),
          of(
              new ThreePhase(tutti.protocol.commit.threephase.Variant.PAPER),
              new NonBlockingClaims()),
          of(
              new ThreePhase(tutti.protocol.commit.threephase.Variant.UNACKNOWLEDGED),
              new NonBlockingClaims()),
          of(new EasyCommit(), new EasyCommitClaims(), "ec"),
          of(new EasyCommit(Variant.PAPER), new EasyCommitClaims()),
          of(new EasyCommit(Variant.OPTIMISED), new EasyCommitClaims()),
          new Explored(new PaxosCommit(1), new PaxosCommitClaims(), new Bounds(0, 1, 1)));

  /**
   * The usual bounds of an exploration, so that it is done in minutes; as {@link CommitScope} has
   * them.
   */
  public record Bounds(int refusals, int silences, int repeats) {}

  private final List<String> names;
  private final CommitProtocol protocol;
  private final Claims claims;
  private final Bounds bounds;

  private static Explored of(CommitProtocol protocol, Claims claims, String... shortNames) {
    return new Explored(protocol, claims, new Bounds(1, 2, CommitScope.ANY), shortNames);
  }

  private Explored(CommitProtocol protocol, Claims claims, Bounds bounds, String... shortNames) {
    this.names = new ArrayList<>(List.of(protocol.name()));
    this.names.addAll(List.of(shortNames));
    this.protocol = protocol;
    this.claims = claims;
    this.bounds = bounds;
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

  public CommitProtocol protocol() {
    return protocol;
  }

  public Bounds bounds() {
    return bounds;
  }

  Claims claims() {
    return claims;
  }

  /** The protocol's long name. */
  public String name() {
    return names.getFirst();
  }
}
