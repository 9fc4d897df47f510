package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;

/** The description of a service for programs, as a well-known reader of such finds it. */
final class OpenApiDocument {
  private OpenApiDocument() {}

  /**
   * Asserts that the document is valid and has the given paths.
   *
   * @return what was read
   */
  static OpenAPI assertValid(String document, String... paths) {
    ParseOptions all = new ParseOptions();
    all.setResolve(true);
    SwaggerParseResult read = new OpenAPIV3Parser().readContents(document, null, all);
    assertThat(read.getMessages()).isEmpty();
    OpenAPI api = read.getOpenAPI();
    assertThat(api.getSpecVersion()).isEqualTo(SpecVersion.V31);
    assertThat(api.getPaths()).containsKeys(paths);
    for (PathItem path : api.getPaths().values()) {
      assertThat(path.readOperations())
          .isNotEmpty()
          .allSatisfy(operation -> assertThat(operation.getResponses()).isNotEmpty());
    }
    return api;
  }
}
