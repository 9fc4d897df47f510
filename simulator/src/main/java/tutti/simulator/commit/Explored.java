package tutti.simulator.commit;

import java.util.List;
import java.util.stream.Collectors;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.twophase.TwoPhase;

/** A commit protocol, or a variant of one, that can be explored. */
public final class Explored {
  private static final List<Explored> ALL =
      List.of(new Explored(List.of("two-phase", "2pc"), new TwoPhase(), new TwoPhaseClaims()));

  private final List<String> names;
  private final CommitProtocol protocol;
  private final Claims claims;

  private Explored(List<String> names, CommitProtocol protocol, Claims claims) {
    this.names = names;
    this.protocol = protocol;
    this.claims = claims;
  }

  /** All of them. */
  public static List<Explored> all() {
    return ALL;
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException if there is none: the message says which there are
   */
  public static Explored named(String name) {
    return ALL.stream()
        .filter(each -> each.names.contains(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no '"
                        + name
                        + "' to explore; there are "
                        + ALL.stream().map(Explored::name).collect(Collectors.joining(", "))));
  }

  public CommitProtocol protocol() {
    return protocol;
  }

  Claims claims() {
    return claims;
  }

  /** Its long name. */
  public String name() {
    return names.getFirst();
  }
}
