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

/**
 * The sentences that describe an anomaly to a person.
 *
 * @param presence the history, with the operations that happened
 */
record AnomalyText(Presence presence) {
  /**
   * The most reads and writes of one operation that are listed; of more, only the number is shown.
   */
  private static final int LISTED = 8;

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
    String outcome = operation.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "%s (client %s, asked at %s, %s, %s)"
        .formatted(operation.id(), operation.client(), time(operation.invoked()), ended, outcome);
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
            "%s is in doubt; it happened, since a version that only it can have made was there."
                .formatted(id(operation)));
      }
    }
    return List.copyOf(lines);
  }

  private String end(String name, Cycle cycle) {
    if (name.equals("fractured-read")) {
      Cycle.Step seen =
          cycle.steps().stream()
              .filter(step -> step.why() == Cycle.Why.WR)
              .findFirst()
              .orElseThrow();
      return "So %s saw one half of %s and not the other: no order of whole transactions shows that."
          .formatted(id(seen.to()), id(seen.from()));
    }
    return "So %s must come before itself: no order of %s%s explains what they saw."
        .formatted(
            id(cycle.steps().getFirst().from()),
            cycle.steps().size() == 2 ? "the two" : "these " + cycle.steps().size(),
            cycle.has(Cycle.Why.TIME) ? " that keeps to the time" : "");
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
        : "%s (what it saw of it was the same from version %s to %s)"
            .formatted(text, read.follows(), read.until());
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
    return "%s was answered at %s, before %s was asked for at %s"
        .formatted(
            id(step.from()),
            time(presence.operations.get(step.from()).completed()),
            id(step.to()),
            time(presence.operations.get(step.to()).invoked()));
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
        String when =
            next.follows() == next.version() - 1
                ? " later"
                : ", which commutes with those after version %s and with none before"
                    .formatted(next.follows());
        yield "%s made version %s of %s, and %s made version %s%s"
            .formatted(id(step.from()), mine, actor.actor, id(step.to()), next.version(), when);
      }
      case WR -> {
        long mine = actor.effect(step.fromRank()).version();
        Read read = read(step.to(), actor, it -> actor.rank(it.follows()) == step.toRank());
        String what =
            read.follows() == read.version()
                ? "version " + read.version()
                : "what there is from version " + read.follows() + " on";
        String in = read.follows() == mine ? "" : ", in which is version " + mine;
        yield "%s saw %s of %s%s, which %s made"
            .formatted(id(step.to()), what, actor.actor, in, id(step.from()));
      }
      case RW -> {
        Read read = read(step.from(), actor, it -> actor.rank(it.until()) == step.fromRank() - 1);
        String what =
            read.until() == read.version()
                ? "version " + read.version()
                : "what there is up to version " + read.until();
        long missed = actor.effect(step.toRank()).version();
        yield "%s saw %s of %s, without version %s, which %s made"
            .formatted(id(step.from()), what, actor.actor, missed, id(step.to()));
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

  /** The first such read of an operation of an actor. */
  private Read read(int number, ActorLog actor, Predicate<Read> which) {
    return presence.operations.get(number).reads().stream()
        .filter(read -> read.actor().equals(actor.actor) && which.test(read))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(id(number) + " has no such read"));
  }
}
