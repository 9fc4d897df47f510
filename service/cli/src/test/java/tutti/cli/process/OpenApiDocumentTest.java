package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The reader that judges the descriptions of services. */
class OpenApiDocumentTest {
  @Test
  void findsWhatIsMissingOrWrong() {
    String good =
        """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
          "responses": {"200": {"description": "d", "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/S"}}}}}}}},
         "components": {"schemas": {"S": {"type": "string"}}}}
        """;
    OpenApiDocument.assertValid(good, "/a");
    for (String[] wrong :
        new String[][] {
          {"\"title\": \"t\", ", ""},
          {"\"description\": \"d\", ", ""},
          {"\"paths\"", "\"path\""},
          {"\"responses\"", "\"answers\""}
        }) {
      assertThat(good).contains(wrong[0]);
      assertThatThrownBy(() -> OpenApiDocument.assertValid(good.replace(wrong[0], wrong[1]), "/a"))
          .as(wrong[0])
          .isInstanceOf(AssertionError.class);
    }
  }
}
