package tutti.engine.deployment;

import java.util.List;
import java.util.Map;

/**
 * The address and the limits of the HTTP service: {@code server.*} in the deployment file, and
 * {@code http} of its nodes.
 *
 * @param host the address to listen on; the loopback address if none is set
 * @param port the port; 0 takes any free port
 * @param maxBodyBytes the largest request body that is read, in bytes
 * @param nodePorts the ports of nodes that have one of their own, by the node's name
 * @param allowOrigins the origins of web pages that may use the service, in addition to its own,
 *     such as {@code https://shop.example.com}
 * @param redactKeys whether keys of actors stay out of metrics, the log and lists of transactions
 * @param tls the files of its certificate: {@code server.tls.*}
 * @param access who may do what, and who may reach it
 */
public record ServerSettings(
    String host,
    int port,
    long maxBodyBytes,
    Map<String, Integer> nodePorts,
    List<String> allowOrigins,
    boolean redactKeys,
    Tls tls,
    Access access) {
  public static final ServerSettings DEFAULT = new ServerSettings("localhost", 8080, 1L << 20);

  public ServerSettings {
    nodePorts = Map.copyOf(nodePorts);
    allowOrigins = List.copyOf(allowOrigins);
  }

  /** Settings that admit only pages of the service's own origin, and show keys. */
  public ServerSettings(String host, int port, long maxBodyBytes, Map<String, Integer> nodePorts) {
    this(host, port, maxBodyBytes, nodePorts, List.of(), false, Tls.NONE, Access.OPEN);
  }

  /**
   * The files of a service's certificate.
   *
   * @param certificate the name of the certificate's file; empty if nothing is encrypted
   * @param key the name of the file of its private key; empty if nothing is encrypted
   */
  public record Tls(String certificate, String key) {
    /** The files of a service that encrypts nothing. */
    public static final Tls NONE = new Tls("", "");

    /** Returns whether nothing is encrypted. */
    public boolean isNone() {
      return certificate.isEmpty();
    }
  }

  /**
   * The audit log: {@code security.audit.*}.
   *
   * @param folder the name of its folder; empty if there is none
   * @param keepBytes the bytes that are kept, of which the oldest go first
   */
  public record Audit(String folder, long keepBytes) {
    /** No audit log. */
    public static final Audit NONE = new Audit("", 1L << 30);
  }

  /**
   * The rules of access: {@code security.*}.
   *
   * @param roles the name of the roles file; empty if everybody may do everything
   * @param keys the name of the file of API keys; empty if there are none
   * @param proxies the addresses of the proxies through which alone others reach the service; empty
   *     if there are none
   * @param audit what is written down of refusals and operators' work
   * @param enforced whether a service that other machines reach must know its callers and encrypt
   */
  public record Access(
      String roles, String keys, List<String> proxies, Audit audit, boolean enforced) {
    /** The access of a service where everybody may do everything. */
    public static final Access OPEN = new Access("", "", List.of(), Audit.NONE, true);

    public Access {
      proxies = List.copyOf(proxies);
    }

    /** Returns whether everybody may do everything. */
    public boolean isOpen() {
      return roles.isEmpty();
    }
  }

  /** Returns these settings with HTTP on this port, and no node with a port of its own. */
  ServerSettings withPort(int other) {
    return new ServerSettings(
        host, other, maxBodyBytes, Map.of(), allowOrigins, redactKeys, tls, access);
  }

  /** Settings in which no node has a port of its own. */
  public ServerSettings(String host, int port, long maxBodyBytes) {
    this(host, port, maxBodyBytes, Map.of());
  }
}
