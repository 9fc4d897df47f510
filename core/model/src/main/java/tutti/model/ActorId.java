package tutti.model;

import org.jspecify.annotations.Nullable;
import tutti.model.text.NameText;

/**
 * The name of an actor: its type and its key in canonical text form. Actors are virtual: every name
 * is an actor.
 *
 * <p>No name can be made that would be written otherwise than it is: a key with half of a surrogate
 * pair is refused here, wherever it comes from. {@link #keyFault} is the whole rule for the keys
 * that clients and procedures name. Names that are read from a log may be longer, as earlier
 * versions took them, and an empty key stands for the place before all keys of a type.
 *
 * @param type the name of the {@link ActorType}
 * @param key the key's canonical text, as it stands in a URL before percent-encoding
 */
public record ActorId(String type, String key) implements Comparable<ActorId> {
  /**
   * The greatest length of a key in UTF-8, in bytes. Percent-encoded, such a key takes 12 KiB at
   * most, so it fits the request line of HTTP, of 16 KiB: what can be made can be read.
   */
  public static final int MOST_KEY_BYTES = 4096;

  /**
   * @throws IllegalArgumentException if the key has half of a surrogate pair
   */
  public ActorId {
    if (!NameText.isWellFormed(key)) {
      throw new IllegalArgumentException("the key of " + type + " has half of a surrogate pair");
    }
  }

  /**
   * The reason why no actor can be named by this key, in words that follow "a key": a key has 1 to
   * {@link #MOST_KEY_BYTES} bytes, and every surrogate its pair. Null if an actor can.
   */
  public static @Nullable String keyFault(String key) {
    return NameText.fault(key, MOST_KEY_BYTES);
  }

  /** Orders by type, then key, which is the order in which an action asks for its partners. */
  @Override
  public int compareTo(ActorId other) {
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : key.compareTo(other.key);
  }

  /** The name in a form for people: {@code Account[NL01BANK0123]}. */
  @Override
  public String toString() {
    return type + "[" + key + "]";
  }
}
