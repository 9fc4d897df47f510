package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.access.identity.ApiKey;
import tutti.access.identity.KeyDescription;
import tutti.access.identity.KeyFile;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.TextTable;
import tutti.command.Errors;

/** The command {@code tutti key}. */
@Command(
    name = "key",
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Make, list and revoke the API keys by which a service knows who asks.",
    sortOptions = false,
    footer =
        """

        The keys are in the file that security.keys of the deployment names, without their secrets. A
        service that runs follows the file: a new or revoked key counts within seconds.

        Examples:
          tutti key make branch-7 --roles teller
          tutti key make ada --roles customer --tenant acme --claim accounts=NL01,NL02
          tutti key list
          tutti key revoke branch-7

        Exit status: 0 good, 1 there is a key of that name, or none, 2 wrong usage.\
        """)
public final class KeyCommand implements Runnable {
  private static final String USUAL = "api-keys.json";

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? make, list or revoke");
  }

  @Command(
      name = "make",
      abbreviateSynopsis = true,
      description = "Make a key, and print its token, which nobody can read again.",
      sortOptions = false)
  int make(
      @Parameters(paramLabel = "NAME", description = "Names the key, and those who show it.")
          String name,
      @Option(
              names = "--roles",
              required = true,
              split = ",",
              paramLabel = "ROLE",
              description = "The roles of those who show it, with commas between.")
          List<String> roles,
      @Option(
              names = "--tenant",
              paramLabel = "NAME",
              description =
                  "The customer of the service for whom they act. Default: the key's name.")
          @Nullable String tenant,
      @Option(
              names = "--claim",
              paramLabel = "NAME=VALUE",
              description =
                  "What else is said of them, for the rules of roles: accounts=NL01,NL02. May be"
                      + " given several times.")
          @Nullable List<String> claims,
      @Option(
              names = "--not-after",
              paramLabel = "TIME",
              description = "The time from which on it counts no more: 2027-01-31T00:00:00Z.")
          @Nullable String notAfter,
      @Option(
              names = "--keys",
              paramLabel = "FILE",
              description = "The file of the keys. Default: " + USUAL + ".")
          @Nullable Path file) {
    KeyDescription described =
        new KeyDescription(
            name,
            new LinkedHashSet<>(roles),
            tenant == null ? name : words("--tenant", tenant),
            claims(claims == null ? List.of() : claims),
            notAfter == null ? null : time(notAfter));
    try {
      PrintWriter out = spec.commandLine().getOut();
      out.println(at(file).make(described));
      out.flush();
      return ExitStatus.GOOD;
    } catch (FileAlreadyExistsException exists) {
      throw new Failure(
          ExitStatus.FAILED,
          "there is a key '" + name + "' already: revoke it, or take another name");
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(wrong.getMessage()));
    } catch (IOException failed) {
      throw unwritable(failed);
    }
  }

  @Command(
      name = "list",
      abbreviateSynopsis = true,
      description = "List the keys, with the roles of those who show them.",
      sortOptions = false)
  int list(
      @Option(
              names = "--keys",
              paramLabel = "FILE",
              description = "The file of the keys. Default: " + USUAL + ".")
          @Nullable Path file) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("name", "roles", "tenant", "claims", "not after"));
    Path named = path(file);
    if (!Files.exists(named)) {
      throw new Failure(ExitStatus.FAILED, "there is no file " + named + " yet: no key was made");
    }
    for (ApiKey key : Failure.reading("--keys", new KeyFile(named)::read).all()) {
      lines.add(
          List.of(
              key.name(),
              String.join(",", new TreeSet<>(key.roles())),
              key.tenant(),
              String.join(
                  " ",
                  key.claims().entrySet().stream()
                      .map(each -> each.getKey() + "=" + String.join(",", each.getValue()))
                      .sorted()
                      .toList()),
              key.notAfter() == null ? "" : key.notAfter().toString()));
    }
    PrintWriter out = spec.commandLine().getOut();
    TextTable.print(out, lines);
    out.flush();
    return ExitStatus.GOOD;
  }

  @Command(
      name = "revoke",
      abbreviateSynopsis = true,
      description = "Remove a key: a service that runs knows it no more within seconds.",
      sortOptions = false)
  int revoke(
      @Parameters(paramLabel = "NAME", description = "The name of the key.") String name,
      @Option(
              names = "--keys",
              paramLabel = "FILE",
              description = "The file of the keys. Default: " + USUAL + ".")
          @Nullable Path file) {
    try {
      if (!Files.exists(path(file)) || !at(file).revoke(name)) {
        throw new Failure(ExitStatus.FAILED, "there is no key '" + name + "' in " + path(file));
      }
      return ExitStatus.GOOD;
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(wrong.getMessage()));
    } catch (IOException failed) {
      throw unwritable(failed);
    }
  }

  private static Path path(@Nullable Path file) {
    return file == null ? Path.of(USUAL) : file;
  }

  private static KeyFile at(@Nullable Path file) {
    return new KeyFile(path(file));
  }

  private static Failure unwritable(IOException failed) {
    return new Failure(
        ExitStatus.FAILED, "the file of the keys cannot be written: " + Errors.why(failed));
  }

  private static Map<String, List<String>> claims(List<String> texts) {
    Map<String, List<String>> claims = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals <= 0 || !text.substring(0, equals).matches("[A-Za-z_][A-Za-z0-9_-]*")) {
        throw new Failure(
            ExitStatus.USAGE,
            "--claim: expected NAME=VALUE, such as accounts=NL01,NL02, found '" + text + "'");
      }
      List<String> values = List.of(text.substring(equals + 1).split(",", -1));
      values.forEach(value -> words("--claim", value));
      claims.put(text.substring(0, equals), values);
    }
    return claims;
  }

  /** Refuses what cannot be a tenant, or a value: it would be kept with keys of requests. */
  private static String words(String flag, String text) {
    if (!ApiKey.isTenant(text)) {
      throw new Failure(ExitStatus.USAGE, flag + ": expected " + ApiKey.TENANT);
    }
    return text;
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException wrong) {
      throw new Failure(
          ExitStatus.USAGE,
          "--not-after: expected a time such as 2027-01-31T00:00:00Z, found '" + text + "'");
    }
  }
}
