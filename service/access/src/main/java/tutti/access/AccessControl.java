package tutti.access;

import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.access.audit.AuditLog;
import tutti.access.identity.ApiKey;
import tutti.access.identity.ApiKeys;
import tutti.access.policy.Policy;
import tutti.access.reach.Reach;
import tutti.model.Application;

/**
 * The roles and API keys of a service, as its files have them now: changed files count within
 * seconds, also for connections that are open. Files that are wrong change nothing; the log says
 * what is wrong. Thread-safe.
 */
public final class AccessControl implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);

  private final AccessFiles files;
  private final Application application;
  private final Reach reach;
  private final Followed<Rules> rules;
  private final @Nullable AuditLog audit;

  /**
   * The roles and the keys that count together: a request is judged by one of these, whatever
   * changes meanwhile.
   */
  public record Rules(Policy policy, ApiKeys keys) {}

  private AccessControl(AccessFiles files, Application application, @Nullable AuditLog audit) {
    this.files = files;
    this.audit = audit;
    this.application = application;
    this.reach = Reach.of(application);
    this.rules =
        Followed.of(
            "tutti-access",
            List.of(files.roles(), files.keys()),
            this::read,
            _ -> readAnew(),
            wrong -> LOG.error("the former rules of access go on to count: {}", wrong));
  }

  /**
   * Reads the files, and goes on to follow them.
   *
   * @throws IllegalArgumentException if one cannot be read, anything in it is wrong, or a claim of
   *     the roles file does not hold for the application; the message has a line for each problem
   */
  public static AccessControl of(AccessFiles files, Application application) {
    return new AccessControl(files, application, null);
  }

  /**
   * Reads the files, as above, and writes down each time they are read.
   *
   * @param audit whoever opened it closes it, after this
   */
  public static AccessControl of(AccessFiles files, Application application, AuditLog audit) {
    AccessControl control = new AccessControl(files, application, audit);
    audit.rules(List.of(files.roles(), files.keys()));
    return control;
  }

  private void readAnew() {
    LOG.info("the rules of access were read anew from {} and {}", files.roles(), files.keys());
    if (audit != null) {
      audit.rules(List.of(files.roles(), files.keys()));
    }
  }

  /** The rules that count now. */
  public Rules rules() {
    return rules.now();
  }

  private Rules read() {
    Policy policy = Policy.read(files.roles(), application, reach);
    List<String> broken = policy.broken();
    if (!broken.isEmpty()) {
      throw new IllegalArgumentException(
          String.join("\n", broken.stream().map(each -> files.roles() + ": " + each).toList()));
    }
    if (!Files.exists(files.keys())) {
      throw new IllegalArgumentException(
          files.keys()
              + ": there is no such file: make a key by 'tutti key make NAME --roles ROLE --keys "
              + files.keys()
              + "'");
    }
    Rules read = new Rules(policy, ApiKeys.read(files.keys()));
    for (ApiKey key : read.keys.all()) {
      TreeSet<String> unknown = new TreeSet<>(key.roles());
      unknown.removeAll(policy.roles());
      if (!unknown.isEmpty()) {
        LOG.warn(
            "the API key '{}' has roles that {} does not describe, and that give no right: {}",
            key.name(),
            files.roles(),
            String.join(", ", unknown));
      }
    }
    return read;
  }

  @Override
  public void close() {
    rules.close();
  }
}
