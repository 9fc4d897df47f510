package tutti.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A checked and compiled application: all that the engine needs to run it. Thread-safe. */
public interface Application {

  /** All actor types, in an order that is the same in every run. */
  List<ActorType> types();

  /** The type of that name, or null. */
  @Nullable ActorType type(String name);

  ValueCodec codec();

  /**
   * What a deployment of it usually says, below whatever its file and command line say: the
   * deployment file's keys and their values (docs/rulings.md#contracts).
   */
  default Map<String, String> usually() {
    return Map.of();
  }

  /**
   * All that is needed to make this application again, byte for byte the same for the same
   * application. The data folder keeps it, so that recovery runs under the application that wrote
   * the log (docs/rulings.md#runtime).
   */
  byte[] source();

  /** Makes the application that had this {@link #source()}. */
  Application reload(byte[] source);

  /** Whether data written under {@code older} can go on under this application, and how. */
  Evolution evolveFrom(Application older);

  /**
   * A step from an older application to this one.
   *
   * @param obstacles why it is not possible, each with the field or state and what to do; empty if
   *     it is
   * @param conversion turns states of the older application into states of this one
   * @param check looks at each state that there is, for what only the data can tell
   */
  record Evolution(List<String> obstacles, Conversion conversion, Check check) {

    /** A step that no data stands in the way of. */
    public Evolution(List<String> obstacles, Conversion conversion) {
      this(obstacles, conversion, (actor, old) -> List.of());
    }
  }

  /** Tells what about one instance is against the step; only called where nothing else is. */
  @FunctionalInterface
  interface Check {
    /**
     * @return each with the actor, the place and what to do; empty if it can go on
     */
    List<String> obstacles(ActorId actor, ActorState old);
  }

  /** Turns the state of one instance; only called where there are no obstacles. */
  @FunctionalInterface
  interface Conversion {
    ActorState convert(ActorId actor, ActorState old);
  }
}
