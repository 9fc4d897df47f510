package tutti.model;

/**
 * The name of an actor: its type and its key in canonical text form. Actors are virtual: every name
 * is an actor.
 *
 * @param type the name of the {@link ActorType}
 * @param key the key's canonical text, as it stands in a URL before percent-encoding
 */
public record ActorId(String type, String key) implements Comparable<ActorId> {

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
