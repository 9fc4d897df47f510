package tutti.engine.distribution.operator;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tutti.engine.distribution.peer.Peers;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Outlook;

/** The event that will end a machine, in words, and whether it comes by itself. */
record MachineEnd(Peers peers, Outlook outlook) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Returns whether the event comes without the return of a node that is away. */
  boolean comesAlone() {
    return switch (outlook.by()) {
      case EXECUTION, FLUSH, OPERATION, VOTES, SILENCE, ACKNOWLEDGEMENTS -> true;
      case CHECK -> false;
      case DECISION, KNOWLEDGE, QUORUM -> away().size() <= outlook.of().size() - outlook.atLeast();
    };
  }

  private Set<Integer> away() {
    Set<Integer> away = new TreeSet<>(outlook.of());
    away.removeIf(node -> node == peers.self() || peers.connected(node));
    return away;
  }

  /**
   * @param silenceNanos until the machine takes silence for a crash; negative if it does not
   * @param deadlineNanos until the transaction's deadline; negative if it is over or unknown
   */
  String inWords(CommitProtocol protocol, long silenceNanos, long deadlineNanos) {
    String of = names(outlook.of());
    String silence = silenceNanos < 0 ? "" : "within about " + millis(silenceNanos) + ": ";
    return switch (outlook.by()) {
      case EXECUTION ->
          "its execution ends, or its deadline undoes it"
              + (deadlineNanos < 0 ? "" : " in " + millis(deadlineNanos))
              + ": nothing is promised yet";
      case FLUSH -> "the next flush of this node's log";
      case OPERATION -> "its irrevocable operation, which runs, having ended";
      case CHECK ->
          "the check of its irrevocable operation, asked again and again, telling whether that has"
              + " happened";
      case VOTES ->
          silence
              + "the votes of "
              + of
              + "; without them it aborts"
              + (deadlineNanos < 0 ? "" : " in " + millis(deadlineNanos));
      case DECISION ->
          away().isEmpty()
              ? of + " knows the decision, can be reached, and is asked again and again"
              : of
                  + " coming back: it alone knows the decision ("
                  + protocol.name()
                  + " commit blocks here)";
      case KNOWLEDGE ->
          "an answer of whoever of " + of + " knows how it ended" + unreachable(away());
      case SILENCE -> silence + "an answer of " + of + ", or going on without it";
      case QUORUM ->
          silence
              + "answers of "
              + outlook.atLeast()
              + " of the witnesses on "
              + of
              + unreachable(away());
      case ACKNOWLEDGEMENTS ->
          of.isEmpty()
              ? "at once"
              : of + " having the outcome in its log; it has ended here, and holds nothing";
    };
  }

  private String unreachable(Set<Integer> away) {
    return away.isEmpty() ? "; all can be reached" : "; " + names(away) + " cannot be reached";
  }

  private String names(Set<Integer> nodes) {
    return nodes.stream().map(peers::name).collect(Collectors.joining(" and "));
  }

  private static String millis(long nanos) {
    return Math.max(1, nanos / NANOS_PER_MILLI) + " ms";
  }
}
