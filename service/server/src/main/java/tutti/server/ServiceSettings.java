package tutti.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/**
 * The address, the limits and the access rules of the service.
 *
 * @param host a name or an address; {@code localhost} by default
 * @param port 0 for any free port
 * @param maxBodyBytes the greatest size of a request's body
 * @param eventLoops the number of threads that read and write; one serves some 100,000 requests a
 *     second
 * @param drain how long {@link HttpService#close} waits for requests that are being answered
 * @param idle how long a connection may stay without a request
 * @param incomplete how long a request may take to arrive
 * @param allowOrigins the origins of other web pages that may use the service, in lower case
 * @param redactKeys whether keys of actors stay out of metrics and lists of transactions
 */
public record ServiceSettings(
    String host,
    int port,
    int maxBodyBytes,
    int eventLoops,
    Duration drain,
    Duration idle,
    Duration incomplete,
    List<String> allowOrigins,
    boolean redactKeys) {

  /**
   * Makes settings by which only pages of the service's own origin may use it, and keys are shown.
   */
  public ServiceSettings(
      String host,
      int port,
      int maxBodyBytes,
      int eventLoops,
      Duration drain,
      Duration idle,
      Duration incomplete) {
    this(host, port, maxBodyBytes, eventLoops, drain, idle, incomplete, List.of(), false);
  }

  /** The default settings: loopback only, port 8080. */
  public static final ServiceSettings DEFAULT =
      new ServiceSettings(
          "localhost",
          8080,
          1 << 20,
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          Duration.ofSeconds(30));

  public ServiceSettings withHost(String newHost) {
    return new ServiceSettings(
        newHost, port, maxBodyBytes, eventLoops, drain, idle, incomplete, allowOrigins, redactKeys);
  }

  public ServiceSettings withPort(int newPort) {
    return new ServiceSettings(
        host, newPort, maxBodyBytes, eventLoops, drain, idle, incomplete, allowOrigins, redactKeys);
  }

  /** Returns these settings for pages of other origins too. */
  public ServiceSettings withAllowOrigins(List<String> origins) {
    return new ServiceSettings(
        host, port, maxBodyBytes, eventLoops, drain, idle, incomplete, origins, redactKeys);
  }

  /** Returns these settings with keys of actors shown or not. */
  public ServiceSettings withRedactKeys(boolean redact) {
    return new ServiceSettings(
        host, port, maxBodyBytes, eventLoops, drain, idle, incomplete, allowOrigins, redact);
  }

  /** Whether only this machine reaches the service. */
  public boolean loopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
