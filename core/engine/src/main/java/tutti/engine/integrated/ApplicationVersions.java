package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.protocol.integrated.VersionTag;

/**
 * The versions of an application that have written the items of a cluster, numbered from 1 in the
 * order in which they followed each other. All hosts agree on them ({@link VersionsItem}); until
 * this host knows them, it writes nothing. Thread-safe.
 *
 * <p>For example, an item that version 1 has written is read under version 3 as version 2 would
 * have gone on with it, and then version 3.
 */
public final class ApplicationVersions {
  private final Application today;
  private final List<Runnable> waiting = new ArrayList<>();

  /** The versions that are known, from the first on; replaced, never changed. */
  private volatile List<Version> known = List.of();

  /** The number of today's version; 0 until it is known. */
  private volatile long number;

  /**
   * @param today the version that runs here
   */
  public ApplicationVersions(Application today) {
    this.today = today;
  }

  /** Returns the versions of an application that has never changed. */
  public static ApplicationVersions alone(Application application) {
    ApplicationVersions versions = new ApplicationVersions(application);
    versions.settle(List.of(application.source()));
    return versions;
  }

  /** One version. */
  static final class Version {
    final long number;
    final Application application;
    final RecordParts parts;

    /** Turns its states into those of the next version; null of the newest that is known. */
    private Application.@Nullable Conversion next;

    Version(long number, Application application) {
      this.number = number;
      this.application = application;
      this.parts = new RecordParts(application);
    }

    ActorType type(ActorId actor) {
      ActorType type = application.type(actor.type());
      if (type == null) {
        throw new IllegalArgumentException(
            "version " + number + " of the application has no type of " + actor);
      }
      return type;
    }
  }

  /** Returns the version that runs here. */
  public Application today() {
    return today;
  }

  /** Returns the number of today's version; 0 until all hosts agree on it. */
  public long number() {
    return number;
  }

  /** Returns whether the number of today's version is known. */
  public boolean isSettled() {
    return number != 0;
  }

  /** Returns why nothing can be read or written as today's version does, or null. */
  public @Nullable String unsettled() {
    return isSettled()
        ? null
        : "it has not learnt which versions of the application the data was written under";
  }

  /**
   * Returns whether a version that is known can be run here as it was: the classes of actors in
   * Java are gone with their version.
   */
  public boolean runs(long version) {
    return !(today instanceof RelationalApplication) || writer(version).application == today;
  }

  /** Returns a version that is known. */
  public Application application(long version) {
    return writer(version).application;
  }

  /** Returns a version; null if this host does not know it so far. */
  @Nullable Version version(long of) {
    List<Version> all = known;
    return of >= VersionTag.FIRST && of <= all.size() ? all.get((int) of - 1) : null;
  }

  /** Returns a version that has written what is read here. */
  Version writer(long of) {
    Version version = version(of);
    if (version == null) {
      throw new IllegalStateException(
          "version " + of + " of the application has written an item, and is not known here");
    }
    return version;
  }

  /**
   * Returns the state that a later version has of what an earlier one has written.
   *
   * @param to 0 while the number of today's version is not known: nothing follows to it
   */
  ActorState convert(ActorId actor, ActorState state, long from, long to) {
    if (from > to) {
      // As it is, the state would be taken for one of a version that did not write it.
      throw new IllegalStateException(
          "version "
              + from
              + " of the application has written "
              + actor
              + ", and "
              + to
              + " is what is known to run here");
    }
    ActorState converted = state;
    for (long at = from; at < to; at++) {
      Application.Conversion next = writer(at).next;
      if (next == null) {
        throw new IllegalStateException("no version is known to follow version " + at);
      }
      converted = next.convert(actor, converted);
    }
    return converted;
  }

  /** Runs a step once a version is known: at once, if it is. */
  public void whenKnown(long version, Runnable step) {
    boolean is;
    synchronized (waiting) {
      is = version <= known.size();
      if (!is) {
        waiting.add(() -> whenKnown(version, step));
      }
    }
    if (is) {
      step.run();
    }
  }

  /** Runs a step once the number of today's version is known: at once, if it is. */
  public void whenSettled(Runnable step) {
    boolean is;
    synchronized (waiting) {
      is = isSettled();
      if (!is) {
        waiting.add(() -> whenSettled(step));
      }
    }
    if (is) {
      step.run();
    }
  }

  /**
   * Takes the first versions, which are known to this host.
   *
   * @param sources of the versions, as {@link Application#source()} has them
   */
  public void know(List<byte[]> sources) {
    take(sources, false);
  }

  /**
   * Takes all versions, of which the last runs here.
   *
   * @param sources of the versions, as {@link Application#source()} has them
   */
  public void settle(List<byte[]> sources) {
    if (!Arrays.equals(sources.getLast(), today.source())) {
      throw new IllegalArgumentException("the last version is not the one that runs here");
    }
    take(sources, true);
  }

  private void take(List<byte[]> sources, boolean all) {
    List<Runnable> steps;
    synchronized (waiting) {
      List<Version> versions = new ArrayList<>(known);
      for (int i = versions.size(); i < sources.size(); i++) {
        boolean is = Arrays.equals(sources.get(i), today.source());
        Version version = new Version(i + 1, is ? today : today.reload(sources.get(i)));
        if (i > 0) {
          Version before = versions.get(i - 1);
          before.next = version.application.evolveFrom(before.application).conversion();
        }
        versions.add(version);
      }
      known = List.copyOf(versions);
      if (all) {
        number = known.size();
      }
      steps = List.copyOf(waiting);
      waiting.clear();
    }
    steps.forEach(Runnable::run);
  }
}
