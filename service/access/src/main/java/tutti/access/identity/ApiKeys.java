package tutti.access.identity;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.ConfigFile;
import tutti.engine.deployment.ConfigFile.Section;

/**
 * The API keys of a service, as its file of keys has them. A token is {@code tk_NAME_SECRET}.
 * Immutable.
 */
public final class ApiKeys {
  private static final List<String> MEMBERS =
      List.of("sha256", "roles", "tenant", "claims", "notAfter", "made");

  /** The hash that a token of an unknown name is compared with, so that it takes as long. */
  private static final String OF_NOBODY = ApiKey.hashOf("");

  private final Map<String, ApiKey> byName;
  private final Map<String, Principal> callers = new LinkedHashMap<>();

  ApiKeys(Collection<ApiKey> keys) {
    Map<String, ApiKey> names = new LinkedHashMap<>();
    for (ApiKey key : keys) {
      names.put(key.name(), key);
      callers.put(key.name(), key.caller());
    }
    byName = names;
  }

  /**
   * Reads a file of keys: {@code {"keys": {"branch-7": {"sha256": …, "roles": […], …}}}}.
   *
   * @throws IllegalArgumentException if it cannot be read, or anything in it is wrong; the message
   *     has a line for each problem, with its place
   */
  public static ApiKeys read(Path file) {
    ConfigFile config = ConfigFile.read(file, "");
    config.root().only(List.of("keys"));
    Section all = config.root().section("keys");
    List<ApiKey> keys = new ArrayList<>();
    for (String name : all.keys()) {
      keys.add(key(all, name));
    }
    config.check();
    return new ApiKeys(keys);
  }

  private static ApiKey key(Section all, String name) {
    if (!name.matches(ApiKey.NAME)) {
      all.problem(name, "a name is 1 to 64 letters, digits, '.', '_' or '-'");
    }
    Section key = all.section(name);
    key.only(MEMBERS);
    String hash = key.text("sha256");
    if (!hash.matches("[0-9a-f]{64}")) {
      key.problem("sha256", "must be 64 hexadecimal digits");
    }
    Map<String, List<String>> claims = new LinkedHashMap<>();
    if (key.has("claims")) {
      Section said = key.section("claims");
      for (String claim : said.keys()) {
        claims.put(claim, said.isList(claim) ? said.texts(claim) : List.of(said.text(claim)));
      }
    }
    ApiKey read =
        new ApiKey(
            name,
            hash,
            Set.copyOf(key.texts("roles")),
            key.has("tenant") ? tenant(key) : name,
            claims,
            key.has("notAfter") ? time(key, key.text("notAfter")) : null);
    try {
      read.caller();
    } catch (IllegalArgumentException noCaller) {
      key.problem("roles", String.valueOf(noCaller.getMessage()));
    }
    return read;
  }

  /** Reads a tenant, which is kept in front of keys of requests, and so has no odd characters. */
  private static String tenant(Section key) {
    String tenant = key.text("tenant");
    if (!ApiKey.isTenant(tenant)) {
      key.problem("tenant", "expected " + ApiKey.TENANT);
    }
    return tenant;
  }

  private static @Nullable Instant time(Section key, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException wrong) {
      key.problem("notAfter", "'" + text + "' is no time such as 2027-01-31T00:00:00Z");
      return null;
    }
  }

  /** All keys, in the order of the file. */
  public Collection<ApiKey> all() {
    return byName.values();
  }

  /**
   * Returns the caller that a token is of; null if it is none of these, or counts no more.
   *
   * @param token what the client has sent, whatever it is
   * @param now the time at which it came
   */
  public @Nullable Principal caller(String token, Instant now) {
    int end = token.length() - ApiKey.SECRET_LENGTH;
    int begin = ApiKey.PREFIX.length();
    if (!token.startsWith(ApiKey.PREFIX) || end - 1 <= begin || token.charAt(end - 1) != '_') {
      return null;
    }
    String name = token.substring(begin, end - 1);
    ApiKey key = byName.get(name);
    String hash = key == null ? OF_NOBODY : key.hash();
    boolean same =
        MessageDigest.isEqual(
            hash.getBytes(StandardCharsets.US_ASCII),
            ApiKey.hashOf(token.substring(end)).getBytes(StandardCharsets.US_ASCII));
    return key != null && same && key.counts(now) ? callers.get(name) : null;
  }
}
