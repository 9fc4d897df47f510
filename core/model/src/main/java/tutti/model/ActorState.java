package tutti.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The state of a declarative actor: its position in the life cycle, and its one row of fields.
 * Immutable and compared by value, so that possible outcomes can be merged (PSAC §3.2).
 */
public final class ActorState {
  private final int stage;
  private final @Nullable Object[] fields;

  /**
   * Makes a state and takes ownership of {@code fields}: the caller must not change the array
   * afterwards.
   *
   * @param stage index into {@link ActorType#stages()}
   * @param fields values in the order of {@link ActorType#fields()}; null is "not yet given"
   */
  public ActorState(int stage, @Nullable Object[] fields) {
    this.stage = stage;
    this.fields = fields;
  }

  /** The index of the life-cycle state in {@link ActorType#stages()}. */
  public int stage() {
    return stage;
  }

  /** The value of a field, or null while no event has given it one. */
  public @Nullable Object field(int index) {
    return fields[index];
  }

  /** The number of fields. */
  public int size() {
    return fields.length;
  }

  /** A copy of the fields that the caller may change and hand to a new state. */
  public @Nullable Object[] copyFields() {
    return fields.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ActorState that
            && stage == that.stage
            && Arrays.equals(fields, that.fields));
  }

  @Override
  public int hashCode() {
    return 31 * stage + Arrays.hashCode(fields);
  }

  @Override
  public String toString() {
    return "state " + stage + " " + Arrays.toString(fields);
  }
}
