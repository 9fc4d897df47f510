package tutti.engine.deployment;

/**
 * Where and how the HTTP service listens: {@code server.*} in the deployment file.
 *
 * @param host the address to listen on; loopback unless told otherwise
 * @param port 0 takes any free port
 * @param maxBodyBytes the largest request body that is read, in bytes
 */
public record ServerSettings(String host, int port, long maxBodyBytes) {
  public static final ServerSettings DEFAULT = new ServerSettings("localhost", 8080, 1L << 20);
}
