package tutti.cli.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Each rule finds a document that breaks it. */
class OpenApiRulesTest {
  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "/info | license | | has no license",
        " | security | | has no security",
        "/components/schemas | Money | {\"type\": \"string\"} | is the name of a type",
        "/components/schemas | account_State | {\"type\": \"string\"} | is spelled as another",
        "/components/schemas | More | {\"type\": \"string\"} | is not used",
        "/components/schemas | Pending | | refers to nothing",
        "/components/schemas/Ready/properties | missing | {\"type\": \"array\"} | without items",
        "/components/schemas/Account.page/properties/items | items | {\"type\": \"array\"} |"
            + " without items",
        "/components/schemas/RelationSize/properties | rows | {\"type\": \"integer\"} | without"
            + " format",
        "/components/schemas/Health/properties | status | {\"const\": \"up\"} | no type",
        "/components/schemas/Health/properties | status | {\"enum\": [\"up\"]} | no type",
        "/components/schemas/Health/properties | status | {\"type\": [\"integer\", \"string\"],"
            + " \"format\": \"int64\"} | union",
        "/components/schemas/Health/properties | status | {\"anyOf\": [{\"type\": \"boolean\"},"
            + " {\"type\": \"string\"}]} | alternatives without names",
        "/components/schemas/TransactionCall | oneOf | [{\"type\": \"object\"}, {\"type\":"
            + " \"string\"}] | alternatives without names",
        "/components/schemas/Health/properties | status | {\"type\": \"object\", \"properties\":"
            + " {}} | without a name",
        "/components/responses/202/content/application~1json | schema | {\"type\": \"object\","
            + " \"properties\": {}} | without a name",
        "/paths/~1health/get/responses | 400 | | has no 4xx",
        "/paths/~1health/get | summary | | has no summary",
        "/paths/~1health/get | description | \"\" | describes nothing",
        "/paths/~1health/get | operationId | | has no operationId",
        "/paths/~1health/get | operationId | \"READY\" | has no operationId of its own"
      })
  void findsWhatIsWrong(String place, String member, String value, String rule) throws IOException {
    String example = place != null && place.contains("RelationSize") ? "travel" : "bank";
    JsonNode document = Descriptions.kept(example);
    assertThat(OpenApiRules.brokenBy(document)).isEmpty();
    ObjectNode changed = (ObjectNode) (place == null ? document : document.at(place));
    if (value == null) {
      assertThat(changed.remove(member)).isNotNull();
    } else {
      changed.set(member, JSON.readTree(value));
    }
    List<String> broken = OpenApiRules.brokenBy(document);
    assertThat(broken).anyMatch(each -> each.contains(rule));
  }
}
