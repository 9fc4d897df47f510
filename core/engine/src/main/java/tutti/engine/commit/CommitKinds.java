package tutti.engine.commit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.paxoscommit.PaxosCommit;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.commit.threephase.Variant;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.commit.twophase.TwoPhase;

/**
 * The list of all commit protocols, one a line, and of those that a jar on the class path adds by a
 * line in {@code META-INF/services/tutti.protocol.commit.CommitProtocol}. A variant of a protocol
 * is an entry with a name of its own, so that all code that takes a protocol takes the variant,
 * too. Code that deploys, draws, tests or lists protocols, or reads a protocol's name or number,
 * uses this list. The first protocol is the default, and the protocol of the records of old
 * folders. Variants that follow a paper to the letter and are unsafe even under their assumptions
 * are not in the list.
 */
public final class CommitKinds {
  private static final List<CommitKind> OURS =
      List.of(
          CommitKind.of(new TwoPhase(), "2pc"),
          CommitKind.of(new TwoPhase(Presumption.COMMIT)),
          CommitKind.of(new TwoPhase(Presumption.NOTHING)),
          CommitKind.of(TwoPhase.acknowledged()),
          CommitKind.of(new ThreePhase(), "3pc"),
          CommitKind.of(new ThreePhase(Variant.UNACKNOWLEDGED)),
          CommitKind.of(new EasyCommit(), "ec"),
          CommitKind.of(new EasyCommit(tutti.protocol.commit.easycommit.Variant.OPTIMISED)),
          CommitKind.of(new EasyCommit(tutti.protocol.commit.easycommit.Variant.CONFIRMED)),
          CommitKind.of(PaxosCommit::new));

  private static final List<CommitKind> ALL = find();

  private CommitKinds() {}

  private static List<CommitKind> find() {
    List<CommitKind> found = new ArrayList<>(OURS);
    for (CommitProtocol other : ServiceLoader.load(CommitProtocol.class)) {
      for (CommitKind known : found) {
        if (known.names().contains(other.name()) || known.protocol().code() == other.code()) {
          throw new IllegalStateException(
              "two commit protocols have a name or a number in common: "
                  + known
                  + ", "
                  + other.name());
        }
      }
      found.add(CommitKind.of(other));
    }
    return List.copyOf(found);
  }

  public static List<CommitKind> all() {
    return ALL;
  }

  public static CommitKind usual() {
    return ALL.getFirst();
  }

  /** Returns the protocols by each of their names in deployment files. */
  public static Map<String, Object> byName() {
    Map<String, Object> byName = new LinkedHashMap<>();
    for (CommitKind kind : ALL) {
      kind.names().forEach(name -> byName.put(name, kind));
    }
    return byName;
  }

  /**
   * The protocol of that {@link CommitProtocol#code}.
   *
   * @throws UnknownProtocol if there is none
   */
  public static CommitProtocol protocol(int code) {
    for (CommitKind kind : ALL) {
      if (kind.protocol().code() == code) {
        return kind.protocol();
      }
    }
    throw new UnknownProtocol(code);
  }
}
