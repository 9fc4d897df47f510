package tutti.engine.node.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.cost.CallPlace;

/** A constant of predicted latencies; each is a duration. */
public enum CostConstant {
  BEGIN("begin", "a transaction that does nothing, from its request to its answer"),
  CALL("call", "a call that its caller's own task runs, and that does nothing"),
  ACTOR("actor", "an actor is used for the first time in a transaction"),
  ROW_READ("row.read", "a row is looked up by its key"),
  ROW_SCAN("row.scan", "a scan begins"),
  ROW_NEXT("row.next", "a scan shows a row"),
  ROW_WRITE("row.write", "a row is written, as the transaction's own"),
  COMMIT("commit.begin", "a transaction that has written commits"),
  COMMIT_ACTOR("commit.actor", "one more actor that was written commits"),
  COMMIT_ROW("commit.row", "one more row is installed"),
  FLUSH("flush", "the answer waits for one flush of the log"),

  CONTAINER_SEND(CallPlace.OTHER_CONTAINER, Way.SEND),
  CONTAINER_RECEIVE(CallPlace.OTHER_CONTAINER, Way.RECEIVE),
  CONTAINER_DISPATCH(CallPlace.OTHER_CONTAINER, Way.DISPATCH),
  CONTAINER_JOIN(CallPlace.OTHER_CONTAINER, Way.JOIN),
  CONTAINER_COMMIT(CallPlace.OTHER_CONTAINER, Way.COMMIT),

  NODE_SEND(CallPlace.OTHER_NODE, Way.SEND),
  NODE_RECEIVE(CallPlace.OTHER_NODE, Way.RECEIVE),
  NODE_DISPATCH(CallPlace.OTHER_NODE, Way.DISPATCH),
  NODE_JOIN(CallPlace.OTHER_NODE, Way.JOIN),
  NODE_COMMIT(CallPlace.OTHER_NODE, Way.COMMIT),

  PROCESS_SEND(CallPlace.OTHER_PROCESS, Way.SEND),
  PROCESS_RECEIVE(CallPlace.OTHER_PROCESS, Way.RECEIVE),
  PROCESS_DISPATCH(CallPlace.OTHER_PROCESS, Way.DISPATCH),
  PROCESS_JOIN(CallPlace.OTHER_PROCESS, Way.JOIN),
  PROCESS_COMMIT(CallPlace.OTHER_PROCESS, Way.COMMIT);

  private final String path;
  private final String meaning;
  private final @Nullable CallPlace place;

  /** A part of the way to a place that is not the caller's container. */
  public enum Way {
    SEND("send", "C_s: until the caller of a call can go on"),
    RECEIVE("receive", "C_r: the rest of the way there and back"),
    DISPATCH("dispatch", "the part of C_r that occupies the callee's executor"),
    JOIN("join", "the first call there of a transaction"),
    COMMIT("commit", "the first write there of a transaction, when it commits");

    private final String key;
    private final String meaning;

    Way(String key, String meaning) {
      this.key = key;
      this.meaning = meaning;
    }
  }

  CostConstant(String path, String meaning) {
    this.path = path;
    this.meaning = meaning;
    this.place = null;
  }

  CostConstant(CallPlace place, Way way) {
    this.path = place.key() + "." + way.key;
    this.meaning = way.meaning;
    this.place = place;
  }

  /** Returns the constant's key in a file. */
  public String path() {
    return path;
  }

  /** Returns the constant's meaning, for a person. */
  public String meaning() {
    return meaning;
  }

  /** Returns the place that the constant is of; empty if it is of every place. */
  public Optional<CallPlace> place() {
    return Optional.ofNullable(place);
  }

  /**
   * Returns the constant of the way to a place.
   *
   * @throws IllegalArgumentException if calls of the place are no way at all
   */
  public static CostConstant of(CallPlace place, Way way) {
    for (CostConstant constant : values()) {
      if (constant.path.equals(place.key() + "." + way.key)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("a call of the " + place.label() + " has no way");
  }

  /** Returns the constants of a place. */
  public static List<CostConstant> of(CallPlace place) {
    List<CostConstant> found = new ArrayList<>();
    for (CostConstant constant : values()) {
      if (constant.place == place) {
        found.add(constant);
      }
    }
    return found;
  }
}
