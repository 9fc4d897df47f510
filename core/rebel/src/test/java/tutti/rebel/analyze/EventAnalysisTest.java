package tutti.rebel.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.model.footprint.Shape;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;

class EventAnalysisTest {
  private static final String TEXT =
      """
      module t.Box

      event make(next: Integer) {
        postconditions { new this.next == next; new this.level == 0; new this.others == {}; }
      }
      event fill(by: Integer) {
        preconditions { by > 0; }
        postconditions { new this.level == this.level + by; }
      }
      event pour(to: Integer, by: Integer) {
        preconditions { this.level >= by; }
        postconditions { new this.level == this.level - by; }
        sync { Box[to].fill(by); }
      }
      event pass(by: Integer) {
        sync { not Box[this.id + 1].pour(this.next, by); Box[this.next].fill(by); }
      }
      event match(other: Integer) {
        preconditions { Box[other].level == this.level; Box[other] instate open; }
      }
      event everyOne() {
        preconditions { forall other: this.others | initialized Box[other]; }
      }
      event anyOf(others: set[Integer]) {
        preconditions { exists other: others | initialized Box[other]; }
        postconditions { new this.others == others; }
      }
      event round(to: Integer) {
        sync { Box[to].round(to + 1); }
      }

      specification Box {
        fields {
          id: Integer @key
          next: Integer
          level: Integer
          others: set[Integer]
        }
        events { make[] fill[] pour[] pass[] match[] everyOne[] anyOf[] round[] }
        lifeCycle {
          initial init -> open: make
          open -> open: fill, pour, pass, match, everyOne, anyOf, round
          final open
        }
      }
      """;

  private final RebelApplication application =
      RebelApplication.of(Checker.check(Map.of("t/Box.ebl", TEXT))).orElseThrow();

  private EventSummary summary(String event) {
    return EventAnalysis.of(application).stream()
        .filter(summary -> summary.event().equals(event))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tellsWhatAnEventReadsAndWrites() {
    EventSummary pour = summary("pour");
    assertThat(pour.reads()).containsExactly("level");
    assertThat(pour.writes()).containsExactly("level");
    assertThat(pour.transitions()).containsExactly("open -> open");
    assertThat(pour.linear()).isTrue();
    assertThat(summary("match").looks())
        .containsExactly(
            new EventSummary.Look("Box", "other", "level"),
            new EventSummary.Look("Box", "other", "in state open"));
  }

  @Test
  void followsPartnersOfPartners() {
    assertThat(summary("pass").partners())
        .extracting(
            EventSummary.Partner::depth, EventSummary.Partner::key, EventSummary.Partner::event)
        .containsExactly(
            tuple(0, "this.id + 1", "pour"), tuple(1, "to", "fill"), tuple(0, "this.next", "fill"));
    assertThat(summary("pass").partners().getFirst().negated()).isTrue();
  }

  @Test
  void stopsWherePartnersGoRound() {
    assertThat(summary("round").partners())
        .extracting(EventSummary.Partner::recursive)
        .containsExactly(true);
  }

  private Shape shape(String event) {
    return summary(event).footprint().shape();
  }

  @Test
  void tellsTheShapeOfTheTransaction() {
    assertThat(shape("fill")).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(shape("pour")).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(shape("match")).isEqualTo(Shape.KNOWN_KEYS);
    for (String event : List.of("anyOf", "pass", "everyOne", "round")) {
      assertThat(shape(event)).as(event).isEqualTo(Shape.DYNAMIC);
    }
    assertThat(summary("fill").reason()).contains("nothing but its own instance");
    assertThat(summary("pour").reason()).contains("Box[to] among them");
    assertThat(summary("round").reason()).contains("Box.round comes round to itself");
    assertThat(summary("pass").reason()).contains("only known when Box is read");
  }
}
