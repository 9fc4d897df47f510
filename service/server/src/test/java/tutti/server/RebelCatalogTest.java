package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.value.Type;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.RebelCatalog;
import tutti.server.catalog.SpecificationEntry;

/** The description of a Rebel application for the service. */
class RebelCatalogTest {
  private static final String LIBRARY =
      """
      module t.Events

      import t.Note

      @doc {Writes it.}
      event write(price: Money = EUR 1.00, at: DateTime) {
        preconditions {
          @doc {It costs something.}
          price > EUR 0.00;
        }
        postconditions {
          new this.price == price;
          new this.at == at;
        }
      }

      event burn() {}
      """;
  private static final String NOTE =
      """
      module t.Note

      import t.Events

      @doc {A note.}
      specification Note {
        fields {
          number: Integer @key
          price: Money @doc {What it costs.}
          at: DateTime
        }
        events {
          write[]
          burn[]
        }
        lifeCycle {
          initial blank -> written: write
          written -> burnt: burn
          final burnt
        }
      }
      """;

  private final Catalog catalog = RebelCatalog.of("Notes", load());

  private static RebelApplication load() {
    CheckResult loaded = Checker.check(Map.of("t/Events.ebl", LIBRARY, "t/Note.ebl", NOTE));
    return RebelApplication.of(loaded)
        .orElseThrow(() -> new AssertionError(loaded.diagnostics().toString()));
  }

  private SpecificationEntry note() {
    SpecificationEntry note = catalog.specification("Note");
    assertThat(note).isNotNull();
    return note;
  }

  @Test
  void tellsFieldsStatesAndDocumentation() {
    assertThat(note().documentation()).isEqualTo("A note.");
    assertThat(note().key()).contains(Type.Simple.INTEGER);
    assertThat(note().states()).containsExactly("written", "burnt");
    assertThat(note().fields().getFirst().key()).isTrue();
    assertThat(note().fields().get(1).documentation()).isEqualTo("What it costs.");
  }

  @Test
  void tellsWhereAnEventIsPossibleAndWhatItNeeds() {
    EventEntry write = note().event("write");
    assertThat(write.creates()).isTrue();
    assertThat(write.documentation()).isEqualTo("Writes it.");
    assertThat(write.rules()).containsExactly("It costs something. (needs `price > EUR 0.00`)");
    EventEntry burn = note().event("burn");
    assertThat(burn.creates()).isFalse();
    assertThat(burn.from()).isEqualTo(List.of("written"));
  }

  @Test
  void tellsDefaults() {
    ParameterEntry price = note().event("write").parameters().get(0);
    assertThat(price.defaultValue()).map(Object::toString).contains("EUR 1.00");
    assertThat(note().event("write").parameters().get(1).optional()).isFalse();
  }
}
