package tutti.cli.openapi;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.application.Applications;
import tutti.cli.rules.Repository;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Application;
import tutti.rebel.compile.RebelApplication;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.JavaCatalog;
import tutti.server.catalog.RebelCatalog;
import tutti.server.openapi.OpenApi;

/** The descriptions of the examples, as they are and as they are kept. */
final class Descriptions {
  private static final JsonMapper JSON = new JsonMapper();

  private Descriptions() {}

  /** The description that the service of an example gives at {@code /openapi.json}. */
  static JsonNode of(String example) {
    Path folder = Repository.root().resolve("examples").resolve(example);
    Application application = Applications.any(folder, new PrintWriter(System.err, true));
    Catalog catalog =
        application instanceof RelationalApplication java
            ? JavaCatalog.of(example, java)
            : RebelCatalog.of(example, (RebelApplication) application);
    return JSON.valueToTree(OpenApi.document(catalog, 1000, 8192));
  }

  /** Where the description of an example is kept. */
  static Path file(String example) {
    return Repository.root()
        .resolve("service/cli/src/test/resources/tutti/cli/openapi")
        .resolve(example + ".json");
  }

  static JsonNode kept(String example) throws IOException {
    return JSON.readTree(Files.readString(file(example)));
  }

  /** The text of a document, a line for each of its parts. */
  static String text(JsonNode document) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    return JSON.writer().with(printer).writeValueAsString(document) + "\n";
  }
}
