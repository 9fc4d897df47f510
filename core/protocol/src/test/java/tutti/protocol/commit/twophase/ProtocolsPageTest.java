package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.ProtocolsPage;
import tutti.protocol.commit.twophase.FaultFree.Part;
import tutti.protocol.machine.Event;

/** Holds {@code docs/protocols.md} to the machines: its formulas, by counting, and its diagrams. */
class ProtocolsPageTest {
  private static final ProtocolsPage PAGE = new ProtocolsPage("Two-phase commit");

  /**
   * How many participants vote as they execute, vote when asked, only look; changes here or not.
   */
  record Mix(int early, int asked, int readers, int here) {
    List<Part> parts() {
      List<Part> parts = new ArrayList<>();
      parts.addAll(Collections.nCopies(early, Part.CHANGES_VOTES_AS_EXECUTED));
      parts.addAll(Collections.nCopies(asked, Part.CHANGES_VOTES_WHEN_ASKED));
      parts.addAll(Collections.nCopies(readers, Part.LOOKS));
      return parts;
    }

    Map<String, Integer> numbers() {
      return Map.of("e", early, "a", asked, "r", readers, "c", here);
    }
  }

  static Stream<Arguments> mixes() {
    return IntStream.range(0, 3 * 3 * 3 * 2)
        .mapToObj(i -> new Mix(i % 3, i / 3 % 3, i / 9 % 3, i / 27))
        .flatMap(
            mix ->
                Arrays.stream(Presumption.values())
                    .map(presumption -> Arguments.of(presumption, mix)));
  }

  /** The beginning of the page's rows. */
  private static String row(Presumption presumption, String ending) {
    return switch (presumption) {
      case ABORT -> ending;
      case COMMIT -> "presuming commit: " + ending;
      case NOTHING -> "presuming nothing: " + ending;
    };
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void aCommitCostsWhatThePageSays(Presumption presumption, Mix mix) {
    FaultFree run =
        new FaultFree(presumption, mix.parts())
            .end(new Event.Input<>(new Input.Closed(mix.here() == 1)));

    assertThat(run.told).isTrue();
    costs(run, row(presumption, "commit"), mix);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void givingUpCostsWhatThePageSays(Presumption presumption, Mix mix) {
    FaultFree run =
        new FaultFree(presumption, mix.parts()).end(new Event.Input<>(new Input.GaveUp()));

    assertThat(run.told).isFalse();
    costs(run, row(presumption, "abort: the coordinator gives up"), mix);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void aNoThatComesFirstCostsWhatThePageSays(Presumption presumption, Mix mix) {
    List<Part> parts = mix.parts();
    parts.addFirst(Part.ROLLS_BACK);
    FaultFree run =
        new FaultFree(presumption, parts).end(new Event.Input<>(new Input.Closed(mix.here() == 1)));

    assertThat(run.told).isFalse();
    costs(run, row(presumption, "abort: one more says No, before the others are heard"), mix);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void aNoThatComesLastCostsWhatThePageSays(Presumption presumption, Mix mix) {
    List<Part> parts = mix.parts();
    parts.addLast(Part.ROLLS_BACK);
    FaultFree run =
        new FaultFree(presumption, parts).end(new Event.Input<>(new Input.Closed(mix.here() == 1)));

    assertThat(run.told).isFalse();
    costs(run, row(presumption, "abort: one more says No, after the others are heard"), mix);
  }

  private static void costs(FaultFree run, String ending, Mix mix) {
    ProtocolsPage.Cost cost = PAGE.cost(ending);
    assertThat(run.allEnded()).isTrue();
    assertThat(run.messages)
        .as("messages: %s", cost.messages())
        .isEqualTo(ProtocolsPage.value(cost.messages(), mix.numbers()));
    assertThat(run.forced)
        .as("forced: %s", cost.forced())
        .isEqualTo(ProtocolsPage.value(cost.forced(), mix.numbers()));
    assertThat(run.unforced)
        .as("other: %s", cost.unforced())
        .isEqualTo(ProtocolsPage.value(cost.unforced(), mix.numbers()));
  }

  @Test
  void theClientWaitsAsLongAsThePageSays() {
    assertThat(waits(new Mix(0, 0, 0, 1))).isEqualTo(FaultFree.FORCE);
    assertThat(waits(new Mix(3, 0, 0, 1))).isEqualTo(FaultFree.MESSAGE + 2 * FaultFree.FORCE);
    assertThat(waits(new Mix(0, 3, 0, 1))).isEqualTo(2 * FaultFree.MESSAGE + 2 * FaultFree.FORCE);
    assertThat(waits(new Mix(0, 0, 3, 1))).isEqualTo(2 * FaultFree.MESSAGE + FaultFree.FORCE);
    assertThat(waits(new Mix(0, 0, 3, 0))).isEqualTo(2 * FaultFree.MESSAGE);
  }

  private static int waits(Mix mix) {
    return new FaultFree(Presumption.ABORT, mix.parts())
        .end(new Event.Input<>(new Input.Closed(mix.here() == 1)))
        .toldAt;
  }

  @Test
  void drawsTheCoordinatorAsItIs() {
    assertThat(Arrow.lines(PAGE.arrows("Coordinator")))
        .isEqualTo(Arrow.lines(CoordinatorTest.arrows()));
  }

  @Test
  void drawsTheParticipantAsItIs() {
    assertThat(Arrow.lines(PAGE.arrows("Participant")))
        .isEqualTo(Arrow.lines(ParticipantTest.arrows()));
  }
}
