package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.actor.JavaApplication;

/** The description fits OpenAPI 3.1 and the service itself. */
class OpenApiTest extends ServiceTestBase {
  private Map<String, Object> document;

  @BeforeEach
  void read() {
    document = get("/openapi.json").json();
  }

  private Map<?, ?> at(String pointer) {
    Object here = document;
    for (String part : pointer.split(" ")) {
      here = ((Map<?, ?>) here).get(part);
      assertThat(here).as(pointer).isNotNull();
    }
    return (Map<?, ?>) here;
  }

  @Test
  void describesEveryEventAsAnOperation() {
    assertThat(document.get("openapi")).isEqualTo("3.1.0");
    Map<?, ?> deposit = at("paths /Account/{key}/deposit post");
    assertThat(deposit.get("operationId")).isEqualTo("Account.deposit");
    assertThat(deposit.get("summary")).isEqualTo("Does deposit.");
    assertThat(((Map<?, ?>) deposit.get("responses")).keySet().stream().map(String::valueOf))
        .containsExactly("200", "202", "400", "404", "409", "413", "415", "422", "500", "503");
    Map<?, ?> open = at("components schemas Account.open");
    assertThat((List<?>) open.get("required")).isEmpty();
    assertThat(at("components schemas Account.open properties initial").get("default"))
        .isEqualTo("EUR 0.00");
    assertThat(at("components schemas Account.deposit").get("required"))
        .isEqualTo(List.of("amount"));
    assertThat(at("components schemas Account.fields properties balance").get("description"))
        .isEqualTo("What is on it.");
  }

  @Test
  void describesBackups() {
    assertThat(((Map<?, ?>) at("paths /backups post responses")).keySet().stream())
        .map(String::valueOf)
        .containsExactly("200", "400", "409", "503");
    at("paths /backups/{id} delete");
    at("paths /backups/{id}/{number}/{file} get responses 200 content application/octet-stream");
  }

  /** Else the type would hide the path, or could not be reached. */
  @Test
  void noTypeIsCalledLikeAPathOfTheService() {
    Set<String> own =
        ((Map<?, ?>) at("paths"))
            .keySet().stream()
                .map(path -> path.toString().split("/", -1)[1])
                .filter(name -> name.matches("[a-z]+"))
                .collect(Collectors.toCollection(TreeSet::new));
    assertThat(own).contains("transactions", "ready", "backups");
    for (String name : own) {
      assertThatThrownBy(() -> JavaApplication.named("t").actor(name, Library::new).build())
          .as(name)
          .hasMessageContaining("is a path of the service itself, /" + name);
    }
  }

  @Test
  void describesAllFormsOfAnItemOfABatch() {
    List<String> forms = new ArrayList<>();
    collect(at("components schemas BatchRequest properties transactions items"), forms);
    assertThat(forms)
        .containsExactly(
            "#/components/schemas/BatchEvent",
            "#/components/schemas/TransactionCall",
            "#/components/schemas/TransactionRequest");
  }

  @Test
  void fillsEveryHoleOfItsTemplates() {
    assertThat(get("/openapi.json").body()).contains("\"openapi\":\"3.1.0\"").doesNotContain("${");
    assertThat(at("components schemas TransactionRequest properties events").get("maxItems"))
        .isEqualTo(1000);
  }

  @Test
  void namesTheTypeOfEveryProblemByItsCode() {
    for (String status : List.of("400", "404", "409", "410", "413", "415", "422", "500", "503")) {
      Map<?, ?> example =
          at("components responses " + status + " content application/problem+json example");
      assertThat(example.get("type")).isEqualTo("urn:tutti:problem:" + example.get("code"));
      assertThat(example.get("status").toString()).isEqualTo(status);
    }
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    List<String> references = new ArrayList<>();
    collect(document, references);
    assertThat(references).hasSizeGreaterThan(50);
    for (String reference : references) {
      assertThat(reference).startsWith("#/components/");
      at(reference.substring(2).replace("/", " "));
    }
  }

  private static void collect(Object tree, List<String> references) {
    switch (tree) {
      case Map<?, ?> map -> {
        if (map.get("$ref") instanceof String reference) {
          references.add(reference);
        }
        map.values().forEach(value -> collect(value, references));
      }
      case List<?> list -> list.forEach(element -> collect(element, references));
      case null, default -> {}
    }
  }

  @Test
  void operationIdsAreUniqueAndPathParametersAreDeclared() {
    Set<Object> ids = new HashSet<>();
    Pattern variable = Pattern.compile("\\{(\\w+)}");
    at("paths")
        .forEach(
            (path, methods) ->
                ((Map<?, ?>) methods)
                    .forEach(
                        (method, value) -> {
                          Map<?, ?> operation = (Map<?, ?>) value;
                          assertThat(ids.add(operation.get("operationId"))).isTrue();
                          Set<String> declared = new HashSet<>();
                          if (operation.get("parameters") instanceof List<?> parameters) {
                            for (Object parameter : parameters) {
                              Map<?, ?> p = (Map<?, ?>) parameter;
                              if ("path".equals(p.get("in"))) {
                                declared.add(String.valueOf(p.get("name")));
                              }
                            }
                          }
                          Set<String> used = new HashSet<>();
                          Matcher matcher = variable.matcher((String) path);
                          while (matcher.find()) {
                            used.add(matcher.group(1));
                          }
                          assertThat(declared).as("%s", path).isEqualTo(used);
                        }));
  }

  /**
   * The document's examples are understood when a newcomer copies them: refused perhaps, but never
   * a 400.
   */
  @Test
  void examplesAreUnderstood() {
    int tried = 0;
    for (Map.Entry<?, ?> path : at("paths").entrySet()) {
      if (((Map<?, ?>) path.getValue()).get("post") instanceof Map<?, ?> operation) {
        Object body = operation.get("requestBody");
        Map<String, String> variables = new HashMap<>();
        for (Object parameter : (List<?>) operation.get("parameters")) {
          Map<?, ?> p = (Map<?, ?>) parameter;
          if ("path".equals(p.get("in"))) {
            variables.put("{" + p.get("name") + "}", String.valueOf(p.get("example")));
          }
        }
        String url = String.valueOf(path.getKey());
        for (Map.Entry<String, String> variable : variables.entrySet()) {
          url = url.replace(variable.getKey(), variable.getValue());
        }
        Answer answer = post(url, body == null ? "" : Answer.write(example((Map<?, ?>) body)));
        assertThat(answer.status()).as(url + answer.body()).isIn(200, 404, 409);
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(6);
  }

  private static Object example(Map<?, ?> body) {
    Map<?, ?> json = (Map<?, ?>) ((Map<?, ?>) body.get("content")).get("application/json");
    return json.get("example");
  }

  @Test
  void servesAPageThatNeedsNothingFromElsewhere() {
    Answer page = get("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(page.body())
        .startsWith("<!doctype html>")
        .contains("<html lang=\"en\">", "viewport", "<noscript>", "aria-live", "/openapi.json");
    String withoutNamespace = page.body().replace("http://www.w3.org/2000/svg", "");
    assertThat(withoutNamespace).doesNotContain("http://").doesNotContain("https://");
  }

  /** The page's forms show examples and fill none in, and ask for no key where none is taken. */
  @Test
  void thePagePrefillsNothing() {
    String page = get("/").body();
    assertThat(page)
        .contains("input.setAttribute(\"placeholder\", input.example);", "Fill with examples")
        .contains("resolve(reference).name === \"Idempotency-Key\"")
        .contains("|| name === \"sql\")", "el(\"table\"");
    assertThat(at("components parameters IdempotencyKey").get("name")).isEqualTo("Idempotency-Key");
  }

  @Test
  void showsTheNewestTransactionsFirst() {
    post("/Account/" + TestBank.A + "/open", "{\"initial\": \"EUR 5.00\"}");
    post("/Account/" + TestBank.A + "/withdraw", "{\"amount\": \"EUR 6.00\"}");
    Answer recent = get("/transactions");
    assertThat(recent.get("count")).isEqualTo(2);
    List<?> items = (List<?>) recent.get("items");
    assertThat((Map<?, ?>) items.getFirst())
        .satisfies(
            first -> {
              assertThat(first.get("outcome")).isEqualTo("aborted");
              assertThat(first.get("code")).isEqualTo("precondition");
            });
    assertThat(items).hasSize(2);
    assertThat((List<?>) get("/transactions?after=1").get("items")).hasSize(1);
    for (int i = 0; i < 300; i++) {
      post("/Account/" + TestBank.A + "/balance", "");
    }
    assertThat((List<?>) get("/transactions?after=2").get("items")).hasSize(50);
  }
}
