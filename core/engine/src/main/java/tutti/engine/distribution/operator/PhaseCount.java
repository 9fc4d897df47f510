package tutti.engine.distribution.operator;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tutti.protocol.commit.Role;

/** A count of machines by their phases. Not thread-safe. */
public final class PhaseCount {
  private final Map<Of, Integer> all = new TreeMap<>();

  /**
   * The role and the phase of a machine.
   *
   * @param protocol the commit protocol's name
   * @param phase the phase's name in that protocol
   */
  public record Of(String protocol, Role role, String phase) implements Comparable<Of> {
    private static final Comparator<Of> ORDER =
        Comparator.comparing(Of::protocol).thenComparing(Of::role).thenComparing(Of::phase);

    /** Returns the role, in lower case. */
    public String roleInWords() {
      return role.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int compareTo(Of other) {
      return ORDER.compare(this, other);
    }
  }

  void add(String protocol, Role role, String phase) {
    all.merge(new Of(protocol, role, phase), 1, Integer::sum);
  }

  Map<Of, Integer> all() {
    return all;
  }
}
