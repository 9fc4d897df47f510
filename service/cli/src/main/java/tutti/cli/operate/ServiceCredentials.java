package tutti.cli.operate;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.client.TrustedCertificates;
import tutti.command.Errors;

/**
 * The token by which a command shows a service who asks, and the certificates by which it knows the
 * service. A token is never the value of a flag, which others on the machine could read.
 */
final class ServiceCredentials {
  /** The variable of the environment that has it where no file is named. */
  private static final String VARIABLE = "TUTTI_TOKEN";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "The file of the API key by which the service knows you. Default: the variable "
              + VARIABLE
              + ", or none.")
  private @Nullable Path file;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "The certificates, in PEM, by one of which the service's own is signed. Default: those that"
              + " Java trusts.")
  private @Nullable Path authorities;

  /**
   * Begins a client that trusts whom it should.
   *
   * @throws Failure if the file of certificates cannot be read
   */
  HttpClient.Builder client() {
    Path trusted = authorities;
    return trusted == null
        ? HttpClient.newBuilder()
        : HttpClient.newBuilder()
            .sslContext(Failure.reading("--ca", () -> TrustedCertificates.of(trusted)));
  }

  /**
   * Adds the token to a request, if there is one.
   *
   * @throws Failure if its file cannot be read
   */
  HttpRequest.Builder on(HttpRequest.Builder request) {
    String token = token(System.getenv(VARIABLE));
    return token == null ? request : request.setHeader("Authorization", "Bearer " + token);
  }

  /**
   * @param variable the value of the variable; null if it is not set
   */
  @Nullable String token(@Nullable String variable) {
    Path named = file;
    if (named == null) {
      return variable == null || variable.isBlank() ? null : checked(variable, VARIABLE);
    }
    try {
      return checked(Files.readString(named), "--token-file " + named);
    } catch (IOException unreadable) {
      throw new Failure(
          ExitStatus.USAGE, "--token-file " + named + " cannot be read: " + Errors.why(unreadable));
    }
  }

  private static String checked(String text, String from) {
    String token = text.strip();
    if (token.isEmpty() || !token.chars().allMatch(each -> each > ' ' && each <= '~')) {
      throw new Failure(
          ExitStatus.USAGE,
          from + " has no token: expected one line, such as tutti key make prints");
    }
    return token;
  }
}
