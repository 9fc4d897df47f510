package tutti.cli.operate;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;

/** The address of a service that an operator gives by {@code --url}. */
final class ServiceAddress {
  private static final int LAST_PORT = 65535;

  private ServiceAddress() {}

  /**
   * Begins a request of a path of the service.
   *
   * @throws Failure if the text is no address of a service by HTTP
   */
  static HttpRequest.Builder request(String url, String path) {
    try {
      URI uri = new URI(url.replaceAll("/+$", "") + path);
      if (uri.getPort() <= LAST_PORT) {
        return HttpRequest.newBuilder(uri);
      }
    } catch (URISyntaxException | IllegalArgumentException wrong) {
      // Said below.
    }
    throw new Failure(
        ExitStatus.USAGE, "--url: expected such as http://localhost:8080, found '" + url + "'");
  }
}
