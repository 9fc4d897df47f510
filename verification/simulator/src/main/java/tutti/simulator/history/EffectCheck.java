package tutti.simulator.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.ActorLog.Made;
import tutti.simulator.history.ActorLog.Seen;
import tutti.simulator.history.Operation.Outcome;

/**
 * The check that the effects are those of whole transactions that happened, each once: every
 * version that existed was made by one operation that happened, every version that such an
 * operation made existed and still does, and no key happened twice.
 */
record EffectCheck(Presence presence, AnomalyText story, AnomalyReport report) {
  void check() {
    presence.actors.forEach(this::check);
    keys();
  }

  private void check(ActorLog actor) {
    long expected = 1;
    int at = 0;
    while (at < actor.made.size()) {
      int end = at + 1;
      long version = actor.made.get(at).version();
      while (end < actor.made.size() && actor.made.get(end).version() == version) {
        end++;
      }
      if (version <= actor.established) {
        unmade(actor, expected, version - 1);
        version(actor, actor.made.subList(at, end));
        expected = version + 1;
      }
      at = end;
    }
    unmade(actor, expected, actor.established);
    gone(actor);
    intermediate(actor);
  }

  /** Reports versions that were there and that no operation says it made. */
  private void unmade(ActorLog actor, long from, long to) {
    if (from <= to && report.wants("unmade-version")) {
      Evidence evidence = evidence(actor, to);
      report.add(
          "unmade-version",
          evidence.operations(),
          "%s of %s %s there: %s"
              .formatted(
                  from == to ? "Version " + from : "Versions " + from + " to " + to,
                  actor.actor,
                  from == to ? "was" : "were",
                  evidence.text()),
          "No operation says that it made "
              + (from == to ? "it" : "them")
              + ". An effect came from nowhere, or happened once more than was asked for.");
    }
  }

  /** Checks one version that was there, and all operations that report to have made it. */
  private void version(ActorLog actor, List<Made> claims) {
    List<Made> live = new ArrayList<>();
    @Nullable Made aborted = null;
    boolean doubtful = false;
    for (Made claim : claims) {
      if (presence.live[claim.operation()]) {
        live.add(claim);
      } else if (outcome(claim) == Outcome.ABORTED) {
        aborted = claim;
      } else {
        doubtful = true;
      }
    }
    if (live.size() > 1) {
      twice(actor, live);
    } else if (live.isEmpty() && !doubtful && aborted != null) {
      aborted(actor, aborted);
    }
  }

  private void twice(ActorLog actor, List<Made> live) {
    Made doubtful =
        live.stream().filter(one -> outcome(one) == Outcome.IN_DOUBT).findFirst().orElse(null);
    Made certain =
        live.stream().filter(one -> outcome(one) == Outcome.COMMITTED).findFirst().orElse(null);
    if (doubtful != null && certain != null) {
      half(actor, doubtful, story.operation(certain.operation()) + " made that version instead.");
    } else if (report.wants("version-twice")) {
      List<String> lines = new ArrayList<>();
      live.forEach(one -> lines.add(story.made(one.operation(), actor.actor)));
      lines.add(
          "Both say that they made version %s of %s. %s"
              .formatted(
                  live.getFirst().version(),
                  actor.actor,
                  "One actor has one effect of each number: the effect of one of them is lost."));
      report.add(
          new Anomaly(
              "version-twice",
              live.stream().map(one -> story.id(one.operation())).toList(),
              List.copyOf(lines)));
    }
  }

  /** Reports a version that was there, and that only an aborted operation can have made. */
  private void aborted(ActorLog actor, Made made) {
    Seen reader = reader(actor, made.version());
    String name = reader == null ? "aborted-seen" : "G1a";
    if (!report.wants(name)) {
      return;
    }
    Evidence evidence = evidence(actor, made.version());
    List<String> operations = new ArrayList<>(List.of(story.id(made.operation())));
    operations.addAll(evidence.operations());
    report.add(
        name,
        operations,
        story.made(made.operation(), actor.actor),
        "It was aborted, so that nothing of it may ever be there.",
        "But version " + made.version() + " of " + actor.actor + " was there: " + evidence.text());
  }

  /** Reports versions that were there and are gone in the end. */
  private void gone(ActorLog actor) {
    if (actor.last == ActorLog.UNKNOWN) {
      return;
    }
    String end =
        "When all was over, " + actor.actor + " had version " + actor.last + ": it is gone.";
    for (int at = actor.firstMade(actor.last + 1); at < actor.made.size(); at++) {
      Made made = actor.made.get(at);
      if (outcome(made) == Outcome.COMMITTED) {
        if (report.wants("lost-write")) {
          report.add(
              "lost-write",
              List.of(story.id(made.operation())),
              story.made(made.operation(), actor.actor),
              "It was committed, so that version " + made.version() + " may never go again.",
              end);
        }
      } else if (presence.live[made.operation()]) {
        half(actor, made, end);
      }
    }
    for (Seen look : actor.looks()) {
      if (look.follows() > actor.last && report.wants("lost-write")) {
        report.add(
            "lost-write",
            List.of(story.id(look.operation())),
            story.saw(look.operation(), actor.actor),
            "What was seen may never go again.",
            end);
      }
    }
  }

  /** Reports an operation in doubt that happened on one actor, and not on this one. */
  private void half(ActorLog actor, Made made, String instead) {
    if (report.wants("half-done")) {
      report.add(
          "half-done",
          List.of(story.id(made.operation())),
          story.made(made.operation(), null),
          "Nobody was told how it ended; but something of it was seen, so that it happened.",
          "Then version " + made.version() + " of " + actor.actor + " is its work, too.",
          instead,
          "One half of it stands, the other does not.");
    }
  }

  /**
   * Reports Adya's G1b: a read of a version that its writer went on to change in the same
   * transaction.
   */
  private void intermediate(ActorLog actor) {
    if (actor.looks().length == 0) {
      return;
    }
    Map<Integer, Long> newest = new HashMap<>();
    for (Made effect : actor.all()) {
      newest.put(effect.operation(), effect.version());
    }
    for (Seen look : actor.looks()) {
      int rank = actor.rank(look.follows());
      if (rank > 0) {
        Made effect = actor.effect(rank);
        if (effect.operation() != look.operation()
            && newest.getOrDefault(effect.operation(), 0L) > look.until()
            && report.wants("G1b")) {
          report.add(
              "G1b",
              List.of(story.id(effect.operation()), story.id(look.operation())),
              story.made(effect.operation(), actor.actor),
              story.saw(look.operation(), actor.actor),
              "%s saw %s in the middle of %s: after one of its effects and before another."
                  .formatted(
                      story.id(look.operation()), actor.actor, story.id(effect.operation())));
        }
      }
    }
  }

  private void keys() {
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < presence.live.length; i++) {
      String key = presence.operations.get(i).key();
      if (key == null || !presence.live[i]) {
        continue;
      }
      Integer other = first.putIfAbsent(key, i);
      if (other != null && report.wants("key-twice")) {
        report.add(
            "key-twice",
            List.of(story.id(other), story.id(i)),
            story.made(other, null),
            story.made(i, null),
            "Both have the key "
                + key
                + ", which says that they are one request. It happened twice.");
      }
    }
  }

  /** The evidence that a version was there. */
  private record Evidence(List<String> operations, String text) {}

  private Evidence evidence(ActorLog actor, long version) {
    Seen reader = reader(actor, version);
    if (reader != null) {
      return new Evidence(
          List.of(story.id(reader.operation())), story.saw(reader.operation(), actor.actor));
    }
    int rank = actor.rank(version) + 1;
    if (rank <= actor.effects()) {
      Made later = actor.effect(rank);
      return new Evidence(
          List.of(story.id(later.operation())), story.made(later.operation(), actor.actor));
    }
    return new Evidence(
        List.of(), "when all was over, " + actor.actor + " had version " + actor.last + ".");
  }

  /** The first read of this version or a later one. */
  private static @Nullable Seen reader(ActorLog actor, long version) {
    Seen[] looks = actor.looks();
    int first = ActorLog.first(looks.length, at -> looks[at].follows() >= version);
    return first < looks.length ? looks[first] : null;
  }

  private Outcome outcome(Made claim) {
    return presence.operations.get(claim.operation()).outcome();
  }
}
