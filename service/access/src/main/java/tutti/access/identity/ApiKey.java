package tutti.access.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key as the service keeps it: without its secret, of which a hash is enough to know it. The
 * secret has 256 random bits, so nobody finds it by trying, however fast the hash is.
 *
 * @param name names the key to those who manage it; the subject of its callers
 * @param hash SHA-256 of the secret, in hexadecimal digits
 * @param roles the roles of its callers
 * @param tenant the customer of the service that its callers act for
 * @param claims what else is said of its callers, each with its values
 * @param notAfter the time from which on it counts no more; null if there is none
 */
public record ApiKey(
    String name,
    String hash,
    Set<String> roles,
    String tenant,
    Map<String, List<String>> claims,
    @Nullable Instant notAfter) {
  /** The form of a name. */
  static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  /** The beginning of a token. */
  static final String PREFIX = "tk_";

  /** The length of a secret: 32 bytes in Base64 without padding. */
  static final int SECRET_LENGTH = 43;

  public ApiKey {
    roles = Set.copyOf(roles);
    claims = Map.copyOf(claims);
  }

  /** The form of a tenant's name, for people. */
  public static final String TENANT = "1 to 200 characters, none of them a control character";

  /** Returns whether a text can be the name of a tenant. */
  public static boolean isTenant(String text) {
    return !text.isBlank()
        && text.length() <= 200
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** Returns the hash of a secret, as keys have it. */
  static String hashOf(String secret) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every platform of Java has SHA-256", impossible);
    }
  }

  /** Returns whether it counts at that time. */
  boolean counts(Instant now) {
    return notAfter == null || now.isBefore(notAfter);
  }

  /** The caller that shows this key. */
  Principal caller() {
    return new Principal(name, tenant, roles, claims);
  }
}
