package tutti.model;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.text.NameText;

/**
 * The caller of a transaction, as the service knows it: a value that is fixed when the request
 * comes, as the transaction's time is, and the same at every call, replica and replay. Immutable.
 *
 * <pre>{@code
 * Caller teller = Caller.of("branch-7", "teller");
 * if (!actor.caller().is("teller")) { … }
 * }</pre>
 *
 * @param subject the name by which the service knows the caller; empty for {@link #NOBODY} alone
 * @param tenant the customer of the service for whom the caller acts; empty for {@link #NOBODY}
 *     alone
 * @param roles the names of the caller's roles, in their order
 */
public record Caller(String subject, String tenant, SortedSet<String> roles) {
  /** The greatest length of all texts of a caller together in UTF-8, in bytes. */
  public static final int MOST_BYTES = 1024;

  /** The greatest number of a caller's roles, since each has at least one byte. */
  private static final int MOST_ROLES = MOST_BYTES;

  /** The caller of a request that came without an identity, and of what the service does itself. */
  public static final Caller NOBODY = new Caller("", "", Collections.emptySortedSet());

  /**
   * @throws IllegalArgumentException if the texts are together longer than {@value #MOST_BYTES}
   *     bytes, one is empty or has half of a surrogate pair
   */
  public Caller {
    roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
    if (!subject.isEmpty() || !tenant.isEmpty() || !roles.isEmpty()) {
      require("subject", subject);
      require("tenant", tenant);
      roles.forEach(role -> require("role", role));
      int bytes = bytes(subject) + bytes(tenant);
      for (String role : roles) {
        bytes += bytes(role);
      }
      if (bytes > MOST_BYTES) {
        throw new IllegalArgumentException(
            "the subject, the tenant and the roles of a caller have together at most %s bytes in"
                    .formatted(MOST_BYTES)
                + " UTF-8, and these have "
                + bytes);
      }
    }
  }

  private static void require(String what, String text) {
    String fault = NameText.fault(text, MOST_BYTES);
    if (fault != null) {
      throw new IllegalArgumentException("the %s of a caller %s".formatted(what, fault));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Makes a caller who is a tenant of its own. */
  public static Caller of(String subject, String... roles) {
    return new Caller(subject, subject, new TreeSet<>(List.of(roles)));
  }

  /** Makes a caller from roles in any order. */
  public static Caller of(String subject, String tenant, Collection<String> roles) {
    return new Caller(subject, tenant, new TreeSet<>(Set.copyOf(roles)));
  }

  /** Returns whether the request came without an identity. */
  public boolean isNobody() {
    return subject.isEmpty();
  }

  /** Returns whether the caller has a role. */
  public boolean is(String role) {
    return roles.contains(role);
  }

  /** Appends the caller to bytes of a log or of a message. */
  public void encode(Encoder out) {
    out.putString(subject).putString(tenant).putVarLong(roles.size());
    roles.forEach(out::putString);
  }

  /**
   * Reads a caller.
   *
   * @throws MalformedData if the bytes are none
   */
  public static Caller decode(Decoder in) {
    String subject = in.getString();
    String tenant = in.getString();
    SortedSet<String> roles = new TreeSet<>();
    for (int left = in.getCount(MOST_ROLES); left > 0; left--) {
      roles.add(in.getString());
    }
    try {
      Caller caller = new Caller(subject, tenant, roles);
      return caller.isNobody() ? NOBODY : caller;
    } catch (IllegalArgumentException e) {
      throw new MalformedData("no caller: " + e.getMessage());
    }
  }
}
