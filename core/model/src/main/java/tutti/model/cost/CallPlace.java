package tutti.model.cost;

import java.util.Locale;

/** The place of a called actor as seen from its caller, from near to far. */
public enum CallPlace {
  /** The caller's own actor: the call runs immediately, in the caller's task. */
  OWN_ACTOR("own actor"),

  /**
   * An actor beside the caller's in its container: the call runs immediately, in the caller's task.
   */
  SAME_CONTAINER("same container"),

  /** An actor of another container of the node: the call is a task of another executor. */
  OTHER_CONTAINER("other container"),

  /** An actor of another node in this process: the call is an encoded message. */
  OTHER_NODE("other node, this process"),

  /** An actor of a node that is a process of its own, on this machine. */
  OTHER_PROCESS("other process");

  private final String label;

  CallPlace(String label) {
    this.label = label;
  }

  /** Returns the place in words, as reports have it. */
  public String label() {
    return label;
  }

  /** Returns the place as a key of a file: {@code other-container}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether a call goes to another executor, so that its caller can go on meanwhile. */
  public boolean isRemote() {
    return compareTo(OTHER_CONTAINER) >= 0;
  }
}
