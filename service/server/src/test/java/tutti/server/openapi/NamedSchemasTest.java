package tutti.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.Doc;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.server.catalog.JavaCatalog;

/** The names of components, in an application whose author has chosen those of other types. */
class NamedSchemasTest {
  @Doc("A list of amounts.\nThe newest is the last.")
  static final class Amounts extends Actor {
    record Row(int number) {}

    final Relation<Integer, Row> rows = relation("rows", Row.class, Row::number);
  }

  @Doc("Adds an amount.\nTells which.")
  record Add(Currency amount, long number, Optional<Integer> twice)
      implements Procedure<Amounts, Currency> {
    @Override
    public Currency run(Amounts list) {
      return amount;
    }
  }

  record Instance() implements Query<Amounts, List<Long>> {
    @Override
    public List<Long> run(Amounts list) {
      return List.of();
    }
  }

  private final Map<String, Object> document =
      OpenApi.document(
          JavaCatalog.of(
              "t",
              new RelationalApplication(
                  JavaApplication.named("t")
                      .actor("Integer", Amounts::new)
                      .procedures(Add.class, Instance.class)
                      .build(),
                  null)),
          10,
          100);
  private final Map<String, Object> schemas = Template.at(document, "components", "schemas");

  @Test
  void areNoneThatALanguageHas() {
    assertThat(schemas)
        .containsKeys("Integer.instance", "Integer.page", "CurrencyRecord", "Integer.Add")
        .containsKey("Integer.InstanceArguments")
        .doesNotContainKeys("Integer", "List", "Currency", "Integer.Instance");
  }

  @Test
  void numberThoseThatAreSpelledAlike() {
    NamedSchemas components = new NamedSchemas();
    assertThat(components.add("Money", "Value", Map.of()))
        .containsEntry("$ref", "#/components/schemas/MoneyValue");
    assertThat(components.add("money_Value", "", Map.of()))
        .containsEntry("$ref", "#/components/schemas/money_Value2");
    assertThat(components.add("moneyvalue2", "More", Map.of()))
        .containsEntry("$ref", "#/components/schemas/moneyvalue2More");
  }

  @Test
  void haveTheTypesAndTheSentencesOfProcedures() {
    Map<String, Object> committed = Template.at(schemas, "Integer.Add.committed", "properties");
    assertThat(committed.get("result"))
        .isEqualTo(Map.of("$ref", "#/components/schemas/CurrencyRecord"));
    assertThat(Template.at(schemas, "Integer.Add", "properties", "number"))
        .isEqualTo(Map.of("type", "integer", "format", "int64"));
    assertThat(Template.at(schemas, "Integer.Add", "properties", "twice"))
        .isEqualTo(Map.of("type", List.of("integer", "null"), "format", "int32"));
    Map<String, Object> add = Template.at(document, "paths", "/Integer/{key}/Add", "post");
    assertThat(add)
        .containsEntry("summary", "Adds an amount.")
        .containsEntry("description", "Adds an amount.\nTells which.");
  }
}

/** A record outside of any class. */
record Currency(String code) {}
