package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.footprint.Access;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;
import tutti.rebel.check.Checker;

class EventFootprintTest {
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
      event chain(first: Integer) {
        sync { Box[first + 1].pour(first * 2, 3); }
      }
      event pass(by: Integer) {
        sync { Box[this.next].pour(this.id + 1, by); }
      }
      event lead(by: Integer) {
        sync { Box[this.next].link(by); }
      }
      event link(by: Integer) {
        sync { Box[this.id + 1].fill(by); }
      }
      event match(other: Integer) {
        preconditions {
          Box[other].level == this.level;
          Box[other].level > 0 && Box[other] instate open;
          Box[this.id].level > 0;
        }
      }
      event choose(a: Integer, b: Integer) {
        preconditions { ((this.level > 0) ? Box[a].level : Box[b].level) > 0; }
      }
      event prevent(to: Integer) {
        sync { not Box[to].pour(to + 1, 1); }
      }
      event everyOne() {
        preconditions { forall other: this.others | initialized Box[other]; }
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
        events {
          make[] fill[] pour[] chain[] pass[] lead[] link[] match[] choose[] prevent[] everyOne[]
          round[]
        }
        lifeCycle {
          initial init -> open: make
          open -> open: fill, pour, chain, pass, lead, link, match, choose, prevent, everyOne, round
          final open
        }
      }
      """;

  private static final String FLAG =
      """
      module t.Flag

      import t.Other

      event mark(sign: String) {
        postconditions { new this.sign == sign; }
        sync { Other[this.id].sign(sign); }
      }

      specification Flag {
        fields { id: Integer @key
                 sign: String }
        events { mark[] }
        lifeCycle { initial down -> up: mark
                    up -> up: mark }
      }
      """;

  private static final String OTHER =
      """
      module t.Other

      event sign(text: String) {
        postconditions { new this.sign == text; }
      }

      specification Other {
        fields { id: Integer @key
                 sign: String }
        events { sign[] }
        lifeCycle { initial down -> up: sign
                    up -> up: sign }
      }
      """;

  private final RebelApplication application =
      RebelApplication.of(
              Checker.check(Map.of("t/Box.ebl", TEXT, "t/Flag.ebl", FLAG, "t/Other.ebl", OTHER)))
          .orElseThrow();

  private RebelAction event(String type, String event) {
    RebelType found = application.type(type);
    assertThat(found).isNotNull();
    RebelAction action = found.action(event);
    assertThat(action).isNotNull();
    return action;
  }

  private Footprint footprint(String event, long... arguments) {
    return event("Box", event)
        .footprint(
            new ActorId("Box", "1"),
            Arrays.stream(arguments).<Object>mapToObj(Long::valueOf).toList(),
            Instant.EPOCH);
  }

  private static List<String> said(Footprint footprint) {
    return footprint.accesses().stream()
        .map(access -> access.item() + " " + access.mode() + " " + access.bound())
        .toList();
  }

  private List<String> told(String event) {
    return said(event("Box", event).footprint().footprint());
  }

  @Test
  void computesTheKeysOfPartnersFromTheArguments() {
    Footprint pour = footprint("pour", 7, 3);
    assertThat(said(pour)).containsExactly("Box[1] written once", "Box[7] written once");
    assertThat(pour.shape()).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(pour.accesses()).extracting(Access::source).containsOnly(Source.SYNC_TREE);
    assertThat(said(footprint("chain", 4)))
        .containsExactly("Box[1] written once", "Box[5] written once", "Box[8] written once");
  }

  @Test
  void tellsTheKeysOfPartnersAsExpressionsOverItsOwnParameters() {
    assertThat(told("pour")).containsExactly("Box[this.id] written once", "Box[to] written once");
    assertThat(told("chain"))
        .containsExactly(
            "Box[first * 2] written once",
            "Box[first + 1] written once",
            "Box[this.id] written once");
    assertThat(told("prevent"))
        .containsExactly(
            "Box[this.id] written once", "Box[to + 1] read at most once", "Box[to] read once");
  }

  @Test
  void aKeyThatAFieldShowsIsSomeInstance() {
    Footprint lead = footprint("lead", 3);
    assertThat(lead.shape()).isEqualTo(Shape.DYNAMIC);
    // The instance that the unknown one names is unknown too.
    assertThat(said(lead)).containsExactly("Box[1] written once", "some Box written twice");
    assertThat(said(footprint("pass", 3)))
        .containsExactly("Box[1] written once", "Box[2] written once", "some Box written once");
  }

  @Test
  void looksOnceAtWhatItHasSeen() {
    assertThat(said(footprint("match", 7)))
        .containsExactly("Box[1] written once", "Box[7] read once or twice");
    assertThat(said(footprint("match", 1))).containsExactly("Box[1] written once");
  }

  @Test
  void aLookServesAllEventsOfARequest() {
    List<Call> twice =
        Stream.of("1", "2")
            .map(key -> new Call(new ActorId("Box", key), event("Box", "match"), List.of(7L)))
            .toList();
    assertThat(said(Footprint.of(twice, Instant.EPOCH)))
        .containsExactly("Box[1] written once", "Box[2] written once", "Box[7] read once or twice");
  }

  @Test
  void countsBothBranches() {
    assertThat(said(footprint("choose", 7, 8)))
        .containsExactly(
            "Box[1] written once", "Box[7] read at most once", "Box[8] read at most once");
  }

  @Test
  void onlyLooksAtWhatMustBeImpossible() {
    assertThat(said(footprint("prevent", 7)))
        .containsExactly("Box[1] written once", "Box[7] read once", "Box[8] read at most once");
  }

  @Test
  void aQuantifierLooksAtAnyNumberOfInstances() {
    assertThat(said(footprint("everyOne")))
        .containsExactly("Box[1] written once", "some Box read any number of times");
  }

  @Test
  void whatComesRoundToItselfHasNoBound() {
    Footprint round = footprint("round", 7);
    assertThat(round.shape()).isEqualTo(Shape.DYNAMIC);
    assertThat(round.bound(new ActorId("Box", "9"))).isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void nothingRefusesAnEventThatIsAlwaysPossible() {
    Footprint mark =
        event("Flag", "mark").footprint(new ActorId("Flag", "1"), List.of("red"), Instant.EPOCH);
    assertThat(said(mark)).containsExactly("Flag[1] written once", "Other[1] written once");
    assertThat(mark.shape()).isEqualTo(Shape.ONE_SHOT);
    assertThat(event("Flag", "mark").footprint().footprint().shape()).isEqualTo(Shape.ONE_SHOT);
    assertThat(footprint("fill", 3).shape()).isEqualTo(Shape.KNOWN_KEYS);
  }
}
