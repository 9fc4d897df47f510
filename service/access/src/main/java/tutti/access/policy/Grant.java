package tutti.access.policy;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.access.reach.ActionName;

/**
 * A right to do one kind of thing with the actors of a type.
 *
 * @param names the events, or the fields, that it is for; null for all
 * @param where the keys that it is for
 */
record Grant(Kind kind, String type, @Nullable Set<String> names, KeyRule where) {

  /** The kinds of rights. */
  enum Kind {
    /** To call events or procedures, as a request's own calls. */
    CALL,
    /** To read instances by key: some of their fields. */
    READ,
    /** To list all instances, as far as they may be read. */
    LIST,
    /** To query the relations of actors in Java. */
    QUERY
  }

  Grant with(KeyRule other) {
    return new Grant(kind, type, names, other);
  }

  boolean isToCall(ActionName action) {
    return kind == Kind.CALL && type.equals(action.type()) && isFor(action.action());
  }

  boolean isFor(String name) {
    return names == null || names.contains(name);
  }
}
