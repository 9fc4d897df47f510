package tutti.server.api;

import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tutti.model.text.JsonText;
import tutti.server.catalog.Catalog;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;
import tutti.server.openapi.OpenApi;

/**
 * The pages that do not change while the server runs: the API's description and the page at {@code
 * /}. Each is compressed once, for the clients that take gzip.
 */
final class Pages {
  private static final AsciiString ACCEPT_ENCODING = AsciiString.cached("accept-encoding");

  private static final String POLICY =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
          + " img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final boolean guarded;
  private final Document page;

  /** The descriptions for those who see different parts, as long as anybody may see them. */
  private final Map<Catalog, Document> openApi = Collections.synchronizedMap(new WeakHashMap<>());

  /** A document as it is, and compressed. */
  private record Document(Response plain, Response zipped) {
    static Document of(Response response) {
      Response plain = response.with("Vary", "Accept-Encoding");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(plain.body());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Response zipped = new Response(plain.status(), plain.type(), bytes.toByteArray());
      for (Map.Entry<String, String> header : plain.headers().entrySet()) {
        zipped = zipped.with(header.getKey(), header.getValue());
      }
      return new Document(plain, zipped.with("Content-Encoding", "gzip"));
    }

    Response to(WholeRequest request) {
      return takesGzip(request.header(ACCEPT_ENCODING)) ? zipped : plain;
    }
  }

  /**
   * @param catalog the whole application
   * @param guarded whether callers must show who they are, and see parts of it
   */
  Pages(Catalog catalog, boolean guarded) {
    this.guarded = guarded;
    if (!guarded) {
      // Before there are clients: it takes long where an application is large.
      openApi.put(catalog, described(catalog));
    }
    page =
        Document.of(
            new Response(200, "text/html; charset=utf-8", resource("page.html"))
                .with("Content-Security-Policy", POLICY)
                .with("Cache-Control", "no-cache"));
  }

  private Document described(Catalog catalog) {
    return Document.of(new Response(200, Response.JSON, JsonText.bytes(description(catalog))));
  }

  /** The description of the API, and, where callers must show who they are, how. */
  private Map<String, Object> description(Catalog catalog) {
    Map<String, Object> all =
        new LinkedHashMap<>(
            OpenApi.document(catalog, TransactionReader.MOST_EVENTS, BatchReader.MOST_ITEMS));
    if (guarded) {
      Map<String, Object> components = new LinkedHashMap<>();
      ((Map<?, ?>) all.getOrDefault("components", Map.of()))
          .forEach((name, each) -> components.put(String.valueOf(name), each));
      components.put(
          "securitySchemes", Map.of("apiKey", Map.of("type", "http", "scheme", "bearer")));
      all.put("components", components);
      all.put("security", List.of(Map.of("apiKey", List.of())));
    }
    return all;
  }

  private static byte[] resource(String name) {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a header Accept-Encoding names gzip, or all codings, with a weight above zero. */
  static boolean takesGzip(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    boolean all = false;
    for (String each : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = each.split(";", -1);
      String coding = parts[0].strip();
      boolean taken = parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
      if (coding.equals("gzip") || coding.equals("x-gzip")) {
        return taken;
      }
      all |= coding.equals("*") && taken;
    }
    return all;
  }

  Response page(WholeRequest request) {
    return page.to(request);
  }

  /**
   * @param catalog what the client sees of the application
   */
  Response openApi(WholeRequest request, Catalog catalog) {
    return openApi.computeIfAbsent(catalog, this::described).to(request);
  }
}
