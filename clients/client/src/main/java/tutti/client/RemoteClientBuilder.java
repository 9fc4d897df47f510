package tutti.client;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.runtime.Durations;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * Collects the application and the addresses of a service, and connects to it. Not thread-safe.
 *
 * <pre>{@code
 * RemoteClient client =
 *     RemoteClient.builder()
 *         .application(MyApplication.application())
 *         .nodes("http://a.example:8080", "http://b.example:8080")
 *         .timeout(Duration.ofSeconds(30))
 *         .connect();
 * }</pre>
 */
public final class RemoteClientBuilder {
  private static final int MOST_PORT = 65_535;

  private final TuttiBuilder application = Tutti.builder();
  private final List<URI> nodes = new ArrayList<>();
  private Duration timeout = Duration.ofSeconds(10);
  private Supplier<String> token = () -> "";
  private @Nullable SSLContext trusted;

  RemoteClientBuilder() {}

  /** Sets the application of actors in Java whose actors the client calls. */
  public RemoteClientBuilder application(JavaApplication java) {
    application.application(java);
    return this;
  }

  /**
   * Calls Rebel specifications, beside actors in Java if there are some.
   *
   * @param folder of {@code .ebl} files, or one of them
   */
  public RemoteClientBuilder specifications(Path folder) {
    application.specifications(folder);
    return this;
  }

  /**
   * Adds addresses of the service: of nodes of one deployment, each of which takes requests for the
   * actors of all nodes.
   *
   * @param urls such as {@code http://localhost:8080}, or {@code https://example.org/bank} if the
   *     service stands behind a proxy
   * @throws IllegalArgumentException if one is malformed
   */
  public RemoteClientBuilder nodes(String... urls) {
    for (String url : urls) {
      nodes.add(address(url));
    }
    return this;
  }

  private static URI address(String url) {
    try {
      URI uri = new URI(url.replaceFirst("/+$", ""));
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getPort() != 0
          && uri.getPort() <= MOST_PORT
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      // The error below shows a right one.
    }
    throw new IllegalArgumentException(
        "'" + url + "' is no address of a service; expected one such as http://localhost:8080");
  }

  /**
   * Sets the time that a request has, repeats included, if {@link tutti.embedded.Client#within}
   * does not set another; 10 s by default, as the deployment's {@code transaction-timeout}. {@link
   * #connect} waits as long for the service.
   *
   * @param timeout at least a millisecond; a longer time than 100 years counts as 100 years
   */
  public RemoteClientBuilder timeout(Duration timeout) {
    if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("a deadline lies ahead, but this is " + timeout);
    }
    this.timeout = timeout;
    return this;
  }

  /**
   * Sets the token by which a service knows the client, such as an API key that {@code tutti key
   * make} printed. The client asks for it before each try, so that it may change meanwhile. What
   * the service does not permit ends as a refusal with the code {@code not-permitted}, and with
   * {@code unauthenticated} where the token does not count.
   *
   * <pre>{@code
   * builder.token(() -> System.getenv("TUTTI_TOKEN"));
   * }</pre>
   *
   * @param token gives one line of visible ASCII characters; an empty text for none
   */
  public RemoteClientBuilder token(Supplier<String> token) {
    this.token = token;
    return this;
  }

  /**
   * Sets the certificates by which the client knows the service, in place of those that Java
   * trusts.
   *
   * @param certificates a file in the form of PEM: authorities, or the service's own certificate
   * @throws IllegalArgumentException if the file cannot be read or has none; the message names it
   */
  public RemoteClientBuilder trust(Path certificates) {
    trusted = TrustedCertificates.of(certificates);
    return this;
  }

  /**
   * Connects to the service, and checks that the service has the client's application.
   *
   * @throws IOException if no address answers in time, or an answer is not of Tutti's service
   * @throws IllegalArgumentException if the specifications do not check, or if the service's
   *     application lacks types, events or procedures of the client's; the message names them
   */
  public RemoteClient connect() throws IOException {
    if (nodes.isEmpty()) {
      throw new IllegalStateException("there is no address: name one with nodes(…)");
    }
    Application known = application.application();
    ServiceAddresses service = new ServiceAddresses(nodes, token, trusted);
    try {
      ApplicationCheck.check(known, service, Durations.nanos(timeout));
    } catch (IOException | RuntimeException failed) {
      service.close();
      throw failed;
    }
    return new RemoteClient(known, new HttpConnection(known, service, Durations.nanos(timeout)));
  }
}
