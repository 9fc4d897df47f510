package tutti.protocol.termination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.ProtocolsPage;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.machine.Event;
import tutti.protocol.termination.Cluster.Crash;
import tutti.protocol.termination.Cluster.Part;

/**
 * Holds {@code docs/protocols.md} to EasyCommit and three-phase commit: by counting and running.
 */
class NonblockingPageTest {
  private static final int FLUSH = (int) Cluster.FLUSH;
  private static final int MESSAGE = (int) Cluster.MESSAGE;

  /** A protocol, and how its rows begin on the page. */
  enum Described {
    EASY_COMMIT("EasyCommit", "", new EasyCommit()),
    EASY_COMMIT_OPTIMISED(
        "EasyCommit",
        "optimised: ",
        new EasyCommit(tutti.protocol.commit.easycommit.Variant.OPTIMISED)),
    THREE_PHASE("Three-phase commit", "", new ThreePhase()),
    THREE_PHASE_UNACKNOWLEDGED(
        "Three-phase commit",
        "unacknowledged: ",
        new ThreePhase(tutti.protocol.commit.threephase.Variant.UNACKNOWLEDGED));

    private final ProtocolsPage page;
    private final String row;
    private final CommitProtocol protocol;

    Described(String section, String row, CommitProtocol protocol) {
      this.page = new ProtocolsPage(section);
      this.row = row;
      this.protocol = protocol;
    }
  }

  /** How many participants change something and only look; changes here or not. */
  record Mix(int participants, int readers, int here) {
    Cluster run(CommitProtocol protocol, Event<Input> end, Part... more) {
      List<Part> parts = new ArrayList<>();
      parts.addAll(Collections.nCopies(participants, Part.CHANGES));
      parts.addAll(Collections.nCopies(readers, Part.LOOKS));
      parts.addAll(List.of(more));
      return new Cluster(protocol, parts.toArray(Part[]::new)).run(end);
    }

    Event<Input> closed() {
      return new Event.Input<>(new Input.Closed(here == 1));
    }

    Map<String, Integer> numbers() {
      int together = participants == 1 ? 0 : participants;
      return Map.of("p", participants, "q", together, "r", readers, "c", here);
    }
  }

  static Stream<Arguments> mixes() {
    return Stream.of(Described.values())
        .flatMap(
            described ->
                IntStream.range(0, 4 * 3 * 2)
                    .mapToObj(i -> new Mix(i % 4, i / 4 % 3, i / 12))
                    .map(mix -> Arguments.of(described, mix)));
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void aCommitCostsWhatThePageSays(Described described, Mix mix) {
    Cluster run = mix.run(described.protocol, mix.closed());

    assertThat(run.told()).isTrue();
    costs(run, described, "commit", mix);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void givingUpCostsWhatThePageSays(Described described, Mix mix) {
    Cluster run = mix.run(described.protocol, new Event.Input<>(new Input.GaveUp()));

    assertThat(run.told()).isFalse();
    costs(run, described, "abort: the coordinator gives up", mix);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void aNoThatComesLastCostsWhatThePageSays(Described described, Mix mix) {
    Cluster run = mix.run(described.protocol, mix.closed(), Part.REFUSES);

    assertThat(run.told()).isFalse();
    costs(run, described, "abort: one more says No, after the others are heard", mix);
  }

  private static void costs(Cluster run, Described described, String ending, Mix mix) {
    ProtocolsPage.Cost cost = described.page.cost(described.row + ending);
    assertThat(run.allEnded()).as(run::story).isTrue();
    assertThat(List.of(run.messages(), run.forced(), run.unforced()))
        .as("%s", cost)
        .isEqualTo(
            Stream.of(cost.messages(), cost.forced(), cost.unforced())
                .map(formula -> ProtocolsPage.value(formula, mix.numbers()))
                .toList());
  }

  @Test
  void theClientWaitsAsLongAsThePageSays() {
    assertThat(waits(Described.EASY_COMMIT)).isEqualTo(2 * MESSAGE + 2 * FLUSH);
    assertThat(waits(Described.EASY_COMMIT_OPTIMISED)).isEqualTo(2 * MESSAGE + 2 * FLUSH);
    assertThat(waits(Described.THREE_PHASE)).isEqualTo(4 * MESSAGE + 4 * FLUSH);
    assertThat(waits(Described.THREE_PHASE_UNACKNOWLEDGED)).isEqualTo(2 * MESSAGE + 3 * FLUSH);
  }

  private static long waits(Described described) {
    Mix mix = new Mix(3, 0, 1);
    return mix.run(described.protocol, mix.closed()).toldAt();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"EASY_COMMIT", "THREE_PHASE"})
  void drawsTheMachinesAsTheyAre(Described described) {
    Set<Arrow> coordinator = new LinkedHashSet<>();
    Set<Arrow> participant = new LinkedHashSet<>();
    for (Supplier<Cluster> each : clusters(described.protocol)) {
      for (Input end :
          List.of(new Input.Closed(true), new Input.Closed(false), new Input.GaveUp())) {
        Cluster run = each.get().run(new Event.Input<>(end));
        coordinator.addAll(run.arrows(true));
        participant.addAll(run.arrows(false));
      }
    }
    assertThat(Arrow.lines(coordinator.stream()))
        .isEqualTo(Arrow.lines(described.page.arrows("Coordinator of " + described.page.name())));
    assertThat(Arrow.lines(participant.stream()))
        .isEqualTo(Arrow.lines(described.page.arrows("Participant of " + described.page.name())));
  }

  /**
   * All mixes of participants that change something, look or refuse, with every one and two
   * crashes.
   */
  private static List<Supplier<Cluster>> clusters(CommitProtocol protocol) {
    List<Supplier<Cluster>> all = new ArrayList<>();
    for (Part one : Part.values()) {
      for (Part two : Part.values()) {
        for (Crash[] crashes : CrashesTest.plans()) {
          if (crashes.length < 2 || one == Part.CHANGES && two == Part.CHANGES) {
            all.add(() -> new Cluster(protocol, one, two).with(crashes));
          }
        }
      }
    }
    return all;
  }
}
