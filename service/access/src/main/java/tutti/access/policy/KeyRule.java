package tutti.access.policy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.access.identity.Principal;

/** A rule that says which keys of a type's actors a right is for: a function of key and caller. */
sealed interface KeyRule {
  /** The words of a rule, for messages. */
  String EXPECTED = "any, 'key == sub', 'key == claims.NAME' or 'key in claims.NAME'";

  /** The rule of a right that is for all actors of the type. */
  KeyRule ANY = new Any();

  /** Returns whether the right is for the actor with that key. */
  boolean holds(String key, Principal caller);

  /** Returns the rule of a text; null if it is none. */
  static @Nullable KeyRule parse(String text) {
    String words = text.strip().replaceAll("\\s+", " ");
    if (words.equals("any")) {
      return ANY;
    }
    if (words.equals("key == sub")) {
      return new IsSubject();
    }
    Matcher claim = OfClaim.WORDS.matcher(words);
    return claim.matches()
        ? new OfClaim(claim.group("name"), claim.group("how").equals("in"))
        : null;
  }

  /** All keys. */
  record Any() implements KeyRule {
    @Override
    public boolean holds(String key, Principal caller) {
      return true;
    }

    @Override
    public String toString() {
      return "any";
    }
  }

  /** The key that is the caller's name. */
  record IsSubject() implements KeyRule {
    @Override
    public boolean holds(String key, Principal caller) {
      return key.equals(caller.subject());
    }

    @Override
    public String toString() {
      return "key == sub";
    }
  }

  /**
   * The keys that a claim of the caller names.
   *
   * @param several whether the claim may have several values; else it counts only if it has one
   */
  record OfClaim(String claim, boolean several) implements KeyRule {
    private static final Pattern WORDS =
        Pattern.compile("key (?<how>==|in) claims\\.(?<name>[A-Za-z_][A-Za-z0-9_-]*)");

    @Override
    public boolean holds(String key, Principal caller) {
      List<String> values = caller.claims().getOrDefault(claim, List.of());
      return (several || values.size() == 1) && values.contains(key);
    }

    @Override
    public String toString() {
      return "key " + (several ? "in" : "==") + " claims." + claim;
    }
  }
}
