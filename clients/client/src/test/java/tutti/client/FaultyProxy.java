package tutti.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A proxy before a service that has a fault for each {@code POST}; other requests it passes on. */
final class FaultyProxy implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)\r\n");

  /** The end of one request. */
  sealed interface Fault {
    /** The request is answered. */
    record None() implements Fault {}

    /** The connection ends before the request has reached the service. */
    record CutBefore() implements Fault {}

    /** The service does what is asked, and the connection ends before its answer. */
    record CutAfter() implements Fault {}

    /** The service does what is asked, and the connection ends within its answer. */
    record CutWithin() implements Fault {}

    /** The service does what is asked, and no answer ever comes. */
    record Silence() implements Fault {}

    /** The proxy answers, and the request does not reach the service. */
    record Instead(int status, String type, String body) implements Fault {}
  }

  static final Fault NONE = new Fault.None();
  static final Fault CUT_BEFORE = new Fault.CutBefore();
  static final Fault CUT_AFTER = new Fault.CutAfter();
  static final Fault CUT_WITHIN = new Fault.CutWithin();
  static final Fault SILENCE = new Fault.Silence();

  /** The answer of a gateway that knows nothing of Tutti. */
  static final Fault GATEWAY = new Fault.Instead(503, "text/html", "<h1>unavailable</h1>");

  private static final String ABORTED = ", \"transaction\": \"0-1-1\", \"outcome\": \"aborted\"";
  private static final String THIS_TRY = ", \"definiteFor\": \"this-try\"";
  private static final String REFUSED =
      ", \"specification\": \"Wallet\", \"key\": \"w\", \"event\": \"Deposit\"";

  private final ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger posts = new AtomicInteger();
  private final int target;
  private final IntFunction<Fault> faults;

  /**
   * Starts a proxy.
   *
   * @param target the port of the service
   * @param faults of the first {@code POST}, which is number 0, the second, …
   */
  FaultyProxy(int target, IntFunction<Fault> faults) throws IOException {
    this.target = target;
    this.faults = faults;
    Thread.ofVirtual().start(this::listen);
  }

  /** An answer of a node that does not run the transaction. */
  static Fault aborted(int status, String code) {
    return problem(status, code, "so it is", ABORTED);
  }

  /** An abort that speaks of its own try alone, as under TAPIR and Janus. */
  static Fault abortedThisTry(int status, String code) {
    return problem(status, code, "so it is", ABORTED + THIS_TRY);
  }

  /** A service that has not begun the request: it names no transaction. */
  static Fault turnedAway(String code) {
    return problem(503, code, "not begun", "");
  }

  /** A refusal by the application. */
  static Fault refused(String code, String detail) {
    return problem(409, code, detail, REFUSED + ABORTED);
  }

  /** A refusal that speaks of its own try alone. */
  static Fault refusedThisTry(String code, String detail) {
    return problem(409, code, detail, REFUSED + ABORTED + THIS_TRY);
  }

  /** A service whose application has no such event. */
  static Fault unknownEvent(String detail) {
    return problem(400, "unknown-event", detail, "");
  }

  /**
   * @param more further members, each behind a comma
   */
  private static Fault problem(int status, String code, String detail, String more) {
    return new Fault.Instead(
        status,
        "application/problem+json",
        """
        {"type": "urn:tutti:problem:%s", "status": %s, "code": "%s", "detail": "%s"%s}
        """
            .formatted(code, status, code, detail, more));
  }

  String url() {
    return "http://localhost:" + listener.getLocalPort();
  }

  /** The number of {@code POST}s so far. */
  int posts() {
    return posts.get();
  }

  private void listen() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket service = new Socket(InetAddress.getLoopbackAddress(), target)) {
      open.add(service);
      while (true) {
        byte[] request = message(client.getInputStream());
        boolean post = new String(request, StandardCharsets.ISO_8859_1).startsWith("POST");
        Fault fault = post ? faults.apply(posts.getAndIncrement()) : NONE;
        if (!served(client.getOutputStream(), service, request, fault)) {
          return;
        }
      }
    } catch (IOException ended) {
      // One of the two sides has closed the connection, and the other side follows.
    }
  }

  private static boolean served(OutputStream out, Socket service, byte[] request, Fault fault)
      throws IOException {
    switch (fault) {
      case Fault.CutBefore() -> {
        return false;
      }
      case Fault.Instead(int status, String type, String body) -> {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head =
            "HTTP/1.1 %d x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(status, type, bytes.length);
        out.write(head.getBytes(StandardCharsets.ISO_8859_1));
        out.write(bytes);
      }
      default -> {
        service.getOutputStream().write(request);
        byte[] answer = message(service.getInputStream());
        switch (fault) {
          case Fault.CutAfter() -> {
            return false;
          }
          case Fault.CutWithin() -> {
            out.write(answer, 0, answer.length - 1);
            return false;
          }
          case Fault.Silence() -> {}
          default -> out.write(answer);
        }
      }
    }
    out.flush();
    return true;
  }

  /** Reads a head, and as many bytes as it says, or all chunks. */
  private static byte[] message(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String head = upTo("\r\n\r\n", in, bytes);
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      bytes.write(in.readNBytes(Integer.parseInt(length.group(1))));
    } else if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
      int size;
      do {
        size = Integer.parseInt(upTo("\r\n", in, bytes).strip(), 16);
        bytes.write(in.readNBytes(size + 2));
      } while (size > 0);
    }
    return bytes.toByteArray();
  }

  /** Reads up to a text, and returns what was read. */
  private static String upTo(String end, InputStream in, ByteArrayOutputStream bytes)
      throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("ended");
      }
      bytes.write(next);
      text.append((char) next);
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
