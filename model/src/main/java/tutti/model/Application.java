package tutti.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checked and compiled application: all that the engine needs to run it. Thread-safe. */
public interface Application {

  /** All actor types, in an order that is the same in every run. */
  List<ActorType> types();

  /** The type of that name, or null. */
  @Nullable ActorType type(String name);

  ValueCodec codec();

  /**
   * All that is needed to make this application again, byte for byte the same for the same
   * application. The data folder keeps it, so that recovery runs under the application that wrote
   * the log (DESIGN §2).
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
   */
  record Evolution(List<String> obstacles, Conversion conversion) {}

  /** Turns the state of one instance; only called where there are no obstacles. */
  @FunctionalInterface
  interface Conversion {
    ActorState convert(ActorId actor, ActorState old);
  }
}
