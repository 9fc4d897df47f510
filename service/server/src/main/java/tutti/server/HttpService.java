package tutti.server;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import tutti.access.AccessControl;
import tutti.engine.node.Node;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Application;
import tutti.rebel.compile.RebelApplication;
import tutti.server.access.Gate;
import tutti.server.access.RequestAudit;
import tutti.server.api.AllowedOrigins;
import tutti.server.api.Service;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.JavaCatalog;
import tutti.server.catalog.RebelCatalog;
import tutti.server.http.HeldBytes;
import tutti.server.http.HttpServer;
import tutti.server.http.Limits;
import tutti.server.http.Load;

/** A running service: a node that answers over HTTP. Thread-safe. */
public final class HttpService implements AutoCloseable {
  private static final int REQUEST_LINE = 16 * 1024;
  private static final int HEADERS = 32 * 1024;

  /** The greatest size of a batch of transactions, in bytes, where the heap has room for it. */
  private static final int MOST_BATCH = 8 << 20;

  /** Bodies may take this part of the heap. */
  private static final int BODIES_OF_HEAP = 32;

  /** Long answers that wait for their clients may take this part of the heap. */
  private static final int ANSWERS_OF_HEAP = 16;

  /** Batches that are read or run may have this part of that, but for one batch. */
  private static final int OF_ANSWERS = 4;

  /**
   * The time that a request may have waited, before it was read, for the client to count as
   * present. If a request may have waited longer, it is begun only if its client has not ended its
   * side of the connection, since most such clients have gone.
   */
  private static final Duration ABANDONED = Duration.ofMillis(250);

  private final AtomicBoolean stopping;
  private final Service service;
  private final HttpServer server;
  private final String host;
  private final String scheme;

  private HttpService(
      AtomicBoolean stopping, Service service, HttpServer server, String host, String scheme) {
    this.scheme = scheme;
    this.stopping = stopping;
    this.service = service;
    this.server = server;
    this.host = host;
  }

  /**
   * Starts the service of a node.
   *
   * @throws tutti.server.http.PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public static HttpService start(Node node, Catalog catalog, ServiceSettings settings)
      throws IOException {
    return start(
        node,
        Gate.open(catalog),
        Protection.NONE,
        catalog,
        settings,
        ABANDONED,
        Connections.most(),
        answers());
  }

  /**
   * Starts the service of a node.
   *
   * @param gate lets in whom it serves
   * @param protection encrypts connections, and takes those that it should
   * @param abandoned a request that may have waited longer before it was read is begun only if its
   *     client has not ended its side of the connection
   * @param connections the most connections that may be open
   * @param answers the bytes of long answers that may be held for clients
   */
  static HttpService start(
      Node node,
      Gate gate,
      Protection protection,
      Catalog catalog,
      ServiceSettings settings,
      Duration abandoned,
      int connections,
      long answers)
      throws IOException {
    Load load =
        new Load(node::delayNanos, new HeldBytes(answers), new HeldBytes(answers / OF_ANSWERS));
    AtomicBoolean stopping = new AtomicBoolean();
    Service service =
        new Service(
            node,
            catalog,
            gate,
            new RequestAudit(protection.audit(), protection.peers(), settings.redactKeys()),
            new AllowedOrigins(settings.loopback(), settings.allowOrigins()),
            settings.redactKeys(),
            stopping::get,
            load,
            (int) Math.min(MOST_BATCH, bodies(settings)));
    try {
      Limits limits =
          new Limits(
              REQUEST_LINE,
              HEADERS,
              settings.maxBodyBytes(),
              bodies(settings),
              Math.max(1, connections / settings.eventLoops()),
              settings.idle(),
              settings.incomplete(),
              abandoned);
      HttpServer server =
          new HttpServer(
              settings.host(),
              settings.port(),
              settings.eventLoops(),
              limits,
              settings.drain(),
              service,
              load,
              protection.tls(),
              protection.peers());
      String scheme = protection.tls() == null ? "http" : "https";
      return new HttpService(stopping, service, server, settings.host(), scheme);
    } catch (IOException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  private static long answers() {
    return Runtime.getRuntime().maxMemory() / ANSWERS_OF_HEAP;
  }

  /**
   * Returns the bytes of bodies that one event loop may have under way: all together a small part
   * of the heap, since what is read of them takes several times as much; two of the largest at
   * least.
   */
  private static long bodies(ServiceSettings settings) {
    long ofHeap = Runtime.getRuntime().maxMemory() / BODIES_OF_HEAP / settings.eventLoops();
    return Math.max(ofHeap, 2L * settings.maxBodyBytes());
  }

  /**
   * Starts the service of an application of specifications, of actors in Java, or of both.
   *
   * @param title names the application for people
   * @throws tutti.server.http.PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public static HttpService start(
      Node node, String title, Application application, ServiceSettings settings)
      throws IOException {
    return start(node, title, application, settings, Protection.NONE);
  }

  /**
   * Starts the service of an application, as above, with protection from those who reach it.
   *
   * @param title names the application for people
   * @throws tutti.server.http.PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public static HttpService start(
      Node node,
      String title,
      Application application,
      ServiceSettings settings,
      Protection protection)
      throws IOException {
    Catalog catalog =
        switch (application) {
          case RebelApplication rebel -> RebelCatalog.of(title, rebel);
          case RelationalApplication java -> JavaCatalog.of(title, java);
          default -> throw new IllegalArgumentException("an application of unknown kind");
        };
    AccessControl access = protection.access();
    Gate gate =
        access == null ? Gate.open(catalog) : Gate.guarded(catalog, access, InstantSource.system());
    return start(
        node, gate, protection, catalog, settings, ABANDONED, Connections.most(), answers());
  }

  /** The port on which the service listens. */
  public int port() {
    return server.port();
  }

  /**
   * The service's address for people on this machine: {@code http://localhost:8080}, also if the
   * service listens on every address.
   */
  public String url() {
    String name = everywhere(host) ? "localhost" : host;
    boolean bare = name.contains(":") && !name.startsWith("[");
    return scheme + "://" + (bare ? "[" + name + "]" : name) + ":" + port();
  }

  /** Whether a host stands for every address of this machine. */
  private static boolean everywhere(String host) {
    return host.equals("0.0.0.0") || host.equals("::") || host.equals("0:0:0:0:0:0:0:0");
  }

  /**
   * Checks that a service can listen on an address, before the program starts its other parts.
   *
   * @param port 0 is always free
   * @throws tutti.server.http.PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public static void requireFree(String host, int port) throws IOException {
    HttpServer.requireFree(host, port);
  }

  /**
   * Ends the service: it is not ready any more, stops listening, answers the requests that have
   * come, and ends all connections. The node goes on; the caller closes it afterwards.
   */
  @Override
  public void close() {
    if (stopping.compareAndSet(false, true)) {
      server.close();
      service.close();
    }
  }
}
