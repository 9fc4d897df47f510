package tutti.engine.commit;

import java.util.List;
import java.util.function.IntFunction;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitProtocol;

/**
 * A commit protocol as deployments name it.
 *
 * @param protocol the protocol without further settings
 * @param names the names in deployment files: the long name, then the short one if there is one
 * @param tolerating makes the protocol for a number of nodes that may be away
 */
public record CommitKind(
    CommitProtocol protocol, List<String> names, IntFunction<CommitProtocol> tolerating) {
  public CommitKind {
    names = List.copyOf(names);
  }

  static CommitKind of(CommitProtocol protocol) {
    return new CommitKind(protocol, List.of(protocol.name()), away -> protocol);
  }

  static CommitKind of(CommitProtocol protocol, String shortName) {
    return new CommitKind(protocol, List.of(protocol.name(), shortName), away -> protocol);
  }

  static CommitKind of(IntFunction<CommitProtocol> tolerating) {
    CommitProtocol protocol = tolerating.apply(1);
    return new CommitKind(protocol, List.of(protocol.name()), tolerating);
  }

  /** Whether the protocol is safe only where a bound of delays is known. */
  public boolean needsBound() {
    return !protocol.traits().safeUnder().contains(Assumption.ASYNCHRONOUS);
  }

  /** Returns the number of nodes that a deployment needs for the protocol; at least 2. */
  public int leastNodes() {
    return protocol.traits().leastNodes();
  }

  /** Whether the coordinator alone decides, so that it may run irrevocable operations. */
  public boolean acts() {
    return protocol.traits().acts();
  }

  public String longName() {
    return names.getFirst();
  }

  @Override
  public String toString() {
    return longName();
  }
}
