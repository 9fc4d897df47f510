package tutti.server.access;

import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.access.audit.AuditEvent;
import tutti.access.audit.AuditLog;
import tutti.access.policy.OperatorWork;
import tutti.server.http.WholeRequest;

/**
 * The audit of a service's requests: what it refused, and what operators did. Thread-safe; no
 * method blocks.
 */
public final class RequestAudit {
  private static final AsciiString FORWARDED = AsciiString.cached("x-forwarded-for");

  /** The first parts of paths whose second part is no key of an actor. */
  private static final Set<String> WITHOUT_KEYS = Set.of("transactions", "backups", "shards");

  private static final Set<String> LOOKS = Set.of("GET", "HEAD", "OPTIONS");

  private final @Nullable AuditLog log;
  private final Set<String> proxies;
  private final boolean redactKeys;

  /**
   * @param log null if nothing is written down
   * @param proxies the addresses of those who say for whom they send a request
   * @param redactKeys whether keys of actors stay out of the log
   */
  public RequestAudit(@Nullable AuditLog log, List<String> proxies, boolean redactKeys) {
    this.log = log;
    this.proxies = proxies.stream().map(RequestAudit::plain).collect(Collectors.toSet());
    this.redactKeys = redactKeys;
  }

  private static String plain(String address) {
    try {
      return InetAddress.getByName(address).getHostAddress();
    } catch (UnknownHostException unknown) {
      return address;
    }
  }

  /**
   * A request that is asked for.
   *
   * @param address from which it came
   * @param by who makes it; null as long as nobody knows
   */
  public record Asked(WholeRequest request, String address, @Nullable Entrant by) {}

  /** Takes note of a refusal. */
  public void refused(Asked asked, int status, String code) {
    if (log != null) {
      log.refused(event(asked, status, code));
    }
  }

  /** Takes note of what an operator looks at, who may. */
  public void looked(Asked asked, OperatorWork work) {
    if (log != null) {
      log.looked(event(asked, 0, work.word()));
    }
  }

  /** Returns whether a request may change something, and is to be written down before it does. */
  public boolean comesFirst(WholeRequest request) {
    return log != null && !LOOKS.contains(request.method());
  }

  /**
   * Writes down what an operator is about to change, where that {@linkplain #comesFirst comes
   * first}.
   *
   * @param then is called with null once the line is on the disk, else with the reason why the
   *     request may not be carried out; mostly on another thread
   */
  public void before(Asked asked, OperatorWork work, Consumer<@Nullable String> then) {
    Objects.requireNonNull(log).before(event(asked, 0, work.word()), then);
  }

  private AuditEvent event(Asked asked, int status, String code) {
    Entrant by = asked.by;
    return new AuditEvent(
        by == null ? null : by.subject(),
        by == null ? null : by.tenant(),
        from(asked),
        asked.request.method(),
        path(asked.request.target()),
        status,
        code);
  }

  private String from(Asked asked) {
    if (!proxies.contains(asked.address)) {
      return asked.address;
    }
    // Each proxy adds the address that it sees, so only the last one is not the client's own words.
    List<String> said = asked.request.headers(FORWARDED);
    if (said.isEmpty()) {
      return asked.address;
    }
    String all = said.getLast();
    String last = all.substring(all.lastIndexOf(',') + 1).strip();
    return (last.length() > 64 ? last.substring(0, 64) : last) + " by " + asked.address;
  }

  /** Returns a path without its query, and without the key of an actor where keys are redacted. */
  private String path(String target) {
    String path = target.split("[?#]", 2)[0];
    if (!redactKeys) {
      return path;
    }
    if (!path.startsWith("/") || path.contains("//")) {
      return "…";
    }
    String[] parts = path.split("/", -1);
    if (parts.length > 2 && !WITHOUT_KEYS.contains(parts[1])) {
      parts[2] = "…";
    }
    return String.join("/", parts);
  }
}
