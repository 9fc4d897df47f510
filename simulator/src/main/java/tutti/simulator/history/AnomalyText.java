package tutti.simulator.history;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/** The sentences that tell an anomaly. */
final class AnomalyText {
  /**
   * The most reads and writes of one operation that are listed; for more only the number is told.
   */
  private static final int LISTED = 8;

  private final Presence presence;

  AnomalyText(Presence presence) {
    this.presence = presence;
  }

  /** A time of the run, for a person: in milliseconds, to the nanosecond. */
  static String time(long nanoseconds) {
    if (nanoseconds == Operation.NEVER) {
      return "never";
    }
    long whole = nanoseconds / 1_000_000;
    long rest = Math.abs(nanoseconds % 1_000_000);
    String sign = nanoseconds < 0 && whole == 0 ? "-" : "";
    String text = String.format(Locale.ROOT, "%s%d.%06d", sign, whole, rest);
    return text.replaceFirst("(\\.\\d\\d\\d)(\\d*?)0+$", "$1$2") + " ms";
  }

  String id(int operation) {
    return presence.operations.get(operation).id();
  }

  /** The client, the time and the outcome of an operation. */
  String operation(int number) {
    Operation operation = presence.operations.get(number);
    String ended =
        operation.completed() == Operation.NEVER
            ? "never answered"
            : "answered at " + time(operation.completed());
    String outcome =
        switch (operation.outcome()) {
          case COMMITTED -> "committed";
          case ABORTED -> "aborted";
          case IN_DOUBT -> "in doubt";
        };
    return operation.id()
        + " (client "
        + operation.client()
        + ", asked at "
        + time(operation.invoked())
        + ", "
        + ended
        + ", "
        + outcome
        + ")";
  }

  /** The writes of an operation, on one actor or on all. */
  String made(int number, @Nullable String actor) {
    List<String> parts = new ArrayList<>();
    for (Write write : presence.operations.get(number).writes()) {
      if (actor == null || actor.equals(write.actor())) {
        parts.add(written(write));
      }
    }
    return operation(number) + " made " + list(parts) + ".";
  }

  /** The reads of an operation on an actor. */
  String saw(int number, String actor) {
    List<String> parts = new ArrayList<>();
    for (Read read : presence.operations.get(number).reads()) {
      if (actor.equals(read.actor())) {
        parts.add(read(read));
      }
    }
    return operation(number) + " saw " + list(parts) + ".";
  }

  /** The reason why operations that form a cycle are impossible. */
  List<String> of(String name, Cycle cycle) {
    List<String> lines = new ArrayList<>();
    Set<String> actors = new LinkedHashSet<>();
    for (Cycle.Step step : cycle.steps()) {
      if (step.actor() != null) {
        actors.add(step.actor().actor);
      }
    }
    if (!name.equals(cycle.adya())) {
      lines.add("Adya's name for it is " + cycle.adya() + ".");
    }
    for (int operation : cycle.operations()) {
      lines.add(all(operation, actors));
    }
    for (Cycle.Step step : cycle.steps()) {
      lines.add(id(step.from()) + " must come before " + id(step.to()) + ": " + why(step) + ".");
    }
    lines.add(end(name, cycle));
    for (int operation : cycle.operations()) {
      if (presence.operations.get(operation).outcome() == Outcome.IN_DOUBT) {
        lines.add(
            id(operation)
                + " is in doubt; it happened, since a version that only it can have made was"
                + " there.");
      }
    }
    return List.copyOf(lines);
  }

  private String end(String name, Cycle cycle) {
    String first = id(cycle.steps().getFirst().from());
    if (name.equals("fractured-read")) {
      Cycle.Step seen =
          cycle.steps().stream()
              .filter(step -> step.why() == Cycle.Why.WR)
              .findFirst()
              .orElseThrow();
      return "So "
          + id(seen.to())
          + " saw one half of "
          + id(seen.from())
          + " and not the other: no order of whole transactions shows that.";
    }
    return "So "
        + first
        + " must come before itself: no order of "
        + (cycle.steps().size() == 2 ? "the two" : "these " + cycle.steps().size())
        + (cycle.has(Cycle.Why.TIME) ? " that keeps to the time" : "")
        + " explains what they saw.";
  }

  private String all(int number, Set<String> actors) {
    Operation operation = presence.operations.get(number);
    List<String> saw = new ArrayList<>();
    List<String> made = new ArrayList<>();
    int others = 0;
    for (Read read : operation.reads()) {
      if (actors.contains(read.actor())) {
        saw.add(read(read));
      } else {
        others++;
      }
    }
    for (Write write : operation.writes()) {
      if (actors.contains(write.actor())) {
        made.add(written(write));
      } else {
        others++;
      }
    }
    List<String> parts = new ArrayList<>();
    if (!saw.isEmpty()) {
      parts.add("saw " + list(saw));
    }
    if (!made.isEmpty()) {
      parts.add("made " + list(made));
    }
    if (others > 0) {
      parts.add("touched " + others + (others == 1 ? " other actor" : " others"));
    }
    return operation(number) + " " + list(parts) + ".";
  }

  private static String read(Read read) {
    String text = "version " + read.version() + " of " + read.actor();
    return read.follows() == read.until()
        ? text
        : text
            + " (what it saw of it was the same from version "
            + read.follows()
            + " to "
            + read.until()
            + ")";
  }

  private static String written(Write write) {
    String text = "version " + write.version() + " of " + write.actor();
    return write.what() == null ? text : text + " by " + write.what();
  }

  private static String list(List<String> parts) {
    if (parts.isEmpty()) {
      return "nothing";
    }
    List<String> some = new ArrayList<>(parts.subList(0, Math.min(LISTED, parts.size())));
    if (parts.size() > LISTED) {
      some.add((parts.size() - LISTED) + " more");
    }
    String newest = some.removeLast();
    return some.isEmpty() ? newest : String.join(", ", some) + " and " + newest;
  }

  private String earlier(Cycle.Step step) {
    return id(step.from())
        + " was answered at "
        + time(presence.operations.get(step.from()).completed())
        + ", before "
        + id(step.to())
        + " was asked for at "
        + time(presence.operations.get(step.to()).invoked());
  }

  private String why(Cycle.Step step) {
    ActorLog actor = step.actor();
    if (actor == null) {
      return earlier(step);
    }
    return switch (step.why()) {
      case WW -> {
        long mine = actor.effect(step.fromRank()).version();
        Write next = follower(step.to(), actor, step.toRank());
        yield id(step.from())
            + " made version "
            + mine
            + " of "
            + actor.actor
            + ", and "
            + id(step.to())
            + " made version "
            + next.version()
            + (next.follows() == next.version() - 1
                ? " later"
                : ", which commutes with those after version "
                    + next.follows()
                    + " and with none before");
      }
      case WR -> {
        long mine = actor.effect(step.fromRank()).version();
        Read read = saw(step.to(), actor, step.toRank());
        yield id(step.to())
            + " saw "
            + (read.follows() == read.version()
                ? "version " + read.version()
                : "what there is from version " + read.follows() + " on")
            + " of "
            + actor.actor
            + (read.follows() == mine
                ? ", which " + id(step.from()) + " made"
                : ", in which is version " + mine + ", which " + id(step.from()) + " made");
      }
      case RW -> {
        Read read = missed(step.from(), actor, step.fromRank() - 1);
        yield id(step.from())
            + " saw "
            + (read.until() == read.version()
                ? "version " + read.version()
                : "what there is up to version " + read.until())
            + " of "
            + actor.actor
            + ", without version "
            + actor.effect(step.toRank()).version()
            + ", which "
            + id(step.to())
            + " made";
      }
      case TIME -> throw new IllegalStateException("real time has no actor");
    };
  }

  /** The write of an operation that follows the effect of this rank. */
  private Write follower(int number, ActorLog actor, int rank) {
    for (Write write : presence.operations.get(number).writes()) {
      if (write.actor().equals(actor.actor) && actor.rank(write.follows()) == rank) {
        return write;
      }
    }
    throw new IllegalStateException(id(number) + " follows no effect " + rank);
  }

  /** The read of an operation that follows the effect of this rank. */
  private Read saw(int number, ActorLog actor, int rank) {
    return read(number, actor, read -> actor.rank(read.follows()) == rank);
  }

  /** The read of an operation that had to come before the effect after this rank. */
  private Read missed(int number, ActorLog actor, int rank) {
    return read(number, actor, read -> actor.rank(read.until()) == rank);
  }

  private Read read(int number, ActorLog actor, Predicate<Read> which) {
    return presence.operations.get(number).reads().stream()
        .filter(read -> read.actor().equals(actor.actor) && which.test(read))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(id(number) + " has no such read"));
  }
}
