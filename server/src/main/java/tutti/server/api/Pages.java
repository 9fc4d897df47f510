package tutti.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tutti.model.text.JsonText;
import tutti.server.catalog.Catalog;
import tutti.server.http.Response;
import tutti.server.openapi.OpenApi;

/**
 * The pages that do not change while the server runs: the API's description and the page at {@code
 * /}.
 */
final class Pages {
  private static final String POLICY =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
          + " img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final Response page;
  private final Response openApi;

  Pages(Catalog catalog) {
    openApi =
        new Response(
            200,
            Response.JSON,
            JsonText.bytes(OpenApi.document(catalog, TransactionReader.MOST_EVENTS)));
    page =
        new Response(200, "text/html; charset=utf-8", resource("page.html"))
            .with("Content-Security-Policy", POLICY)
            .with("Cache-Control", "no-cache");
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

  Response page() {
    return page;
  }

  Response openApi() {
    return openApi;
  }
}
