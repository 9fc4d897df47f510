package tutti.lab.objects;

import java.util.List;
import java.util.stream.Stream;
import tutti.model.actor.Actor;

/**
 * The calls of a loan: the caller calls two registers, one after the other, each of which calls two
 * more, down to the fifth level, of which the caller is the first. The registers below an actor are
 * a list of two halves; each half begins with the register that the actor calls, before those below
 * that one.
 */
final class LoanTree {
  /** The number of operations: 2 + 4 + 8 + 16. */
  static final int OPERATIONS = 30;

  private LoanTree() {}

  /** Reads the registers below an actor; returns their sum. */
  static long look(Actor above, ServiceTime service, List<String> below) {
    return halves(below)
        .mapToLong(
            half ->
                above
                    .actor(Register.class, half.getFirst())
                    .call(new Register.Look(service, rest(half)))
                    .get())
        .sum();
  }

  /** Writes the registers below an actor. */
  static void add(Actor above, ServiceTime service, long by, List<String> below) {
    halves(below)
        .forEach(
            half ->
                above
                    .actor(Register.class, half.getFirst())
                    .call(new Register.Add(service, by, rest(half)))
                    .get());
  }

  private static Stream<List<String>> halves(List<String> below) {
    int half = below.size() / 2;
    return Stream.of(below.subList(0, half), below.subList(half, below.size()))
        .filter(each -> !each.isEmpty());
  }

  private static List<String> rest(List<String> half) {
    return List.copyOf(half.subList(1, half.size()));
  }
}
