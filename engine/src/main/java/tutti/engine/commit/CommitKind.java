package tutti.engine.commit;

import java.util.List;
import tutti.protocol.commit.CommitProtocol;

/**
 * A commit protocol as deployments name it.
 *
 * @param protocol as it is where nothing more is said
 * @param names in deployment files: its long name, then the short one if there is one
 */
public record CommitKind(CommitProtocol protocol, List<String> names) {
  public CommitKind {
    names = List.copyOf(names);
  }

  static CommitKind of(CommitProtocol protocol) {
    return new CommitKind(protocol, List.of(protocol.name()));
  }

  static CommitKind of(CommitProtocol protocol, String shortName) {
    return new CommitKind(protocol, List.of(protocol.name(), shortName));
  }

  public String longName() {
    return names.getFirst();
  }

  @Override
  public String toString() {
    return longName();
  }
}
