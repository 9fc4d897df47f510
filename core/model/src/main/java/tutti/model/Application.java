package tutti.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A checked and compiled application, with all that the engine needs to run it. Thread-safe. */
public interface Application {

  /** The actor types, in an order that is the same in every run. */
  List<ActorType> types();

  /** Returns the type with this name; null if there is none. */
  @Nullable ActorType type(String name);

  ValueCodec codec();

  /**
   * The application's own defaults for its deployment, which its file and command line override:
   * the deployment file's keys and their values (docs/rulings.md#contracts).
   */
  default Map<String, String> usually() {
    return Map.of();
  }

  /**
   * The places of the application's text whose rules read something of the caller, as in {@code
   * Account.ebl:12}: it needs a service that knows its callers.
   */
  default List<String> readsOfCaller() {
    return List.of();
  }

  /**
   * The bytes from which this application can be made again, byte for byte the same for the same
   * application. The data folder keeps them, so that recovery runs under the application that wrote
   * the log (docs/rulings.md#runtime).
   */
  byte[] source();

  /** Makes the application that has this {@link #source()}. */
  Application reload(byte[] source);

  /** Tells whether data written under {@code older} can be used under this application, and how. */
  Evolution evolveFrom(Application older);

  /**
   * A step from an older application to this one.
   *
   * @param obstacles the reasons why the step is not possible, each with the field or state and a
   *     remedy; empty if it is
   * @param conversion turns states of the older application into states of this one
   * @param check checks each existing state for obstacles that only the data can show
   */
  record Evolution(List<String> obstacles, Conversion conversion, Check check) {

    /** Makes a step whose possibility does not depend on the data. */
    public Evolution(List<String> obstacles, Conversion conversion) {
      this(obstacles, conversion, (actor, old) -> List.of());
    }
  }

  /**
   * Finds the obstacles to the step in one instance; called only if there are no other obstacles.
   */
  @FunctionalInterface
  interface Check {
    /**
     * @return the obstacles, each with the actor, the place and a remedy; empty if the instance can
     *     be converted
     */
    List<String> obstacles(ActorId actor, ActorState old);
  }

  /** Converts the state of one instance; called only if there are no obstacles. */
  @FunctionalInterface
  interface Conversion {
    ActorState convert(ActorId actor, ActorState old);
  }
}
