package tutti.protocol.commit.easycommit;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.termination.Cluster.Part.CHANGES;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.termination.Cluster;
import tutti.protocol.termination.Cluster.Crash;
import tutti.protocol.termination.Message;

/**
 * The paper's claims about EasyCommit, and the cases that it leaves out. C is node 0, X 1, Y 2, Z
 * 3.
 */
class EasyCommitPaperTest {
  private static final long FOR_EVER = 1_000_000;
  private static final long LATER = 3_000;

  /** The last effect of C before its first Global-commit: Prepare thrice, a timer, its record. */
  private static final int C_HAS_DECIDED = 6;

  /** The last effect of X before it forwards: its Yes, a timer, its record. */
  private static final int X_HAS_WRITTEN = 5;

  private static Cluster run(Variant variant, Crash... crashes) {
    return new Cluster(new EasyCommit(variant), CHANGES, CHANGES, CHANGES)
        .with(crashes)
        .run(new Event.Input<>(new Input.Closed(true)));
  }

  /** C has told X alone. */
  private static Crash c(long down) {
    return new Crash(0, C_HAS_DECIDED + 1, down, false);
  }

  /**
   * X has {@code global-commit-received} in its log, and has told no node; optimised, it writes
   * nothing before it tells the others.
   */
  private static Crash x(Variant variant, long down) {
    int effects = variant == Variant.OPTIMISED ? X_HAS_WRITTEN - 1 : X_HAS_WRITTEN;
    return new Crash(1, effects, down, true);
  }

  /** §3.3: "the nodes Y and Z would select a new leader, and would safely transit to ABORT". */
  @ParameterizedTest
  @EnumSource
  void yAndZAbortWhileCAndXAreDown(Variant variant) {
    Cluster run = run(variant, c(FOR_EVER), x(variant, FOR_EVER));

    assertThat(run.outcome(2)).isFalse();
    assertThat(run.outcome(3)).isFalse();
    assertThat(run.outcome(1)).as("in doubt").isNull();
  }

  /**
   * The end that the story leaves out: §4.2 (iii) has X commit "independently" when it comes back.
   */
  @Test
  void xThenCommitsByItselfAsThePaperHasIt() {
    Cluster run = run(Variant.PAPER, c(FOR_EVER), x(Variant.PAPER, LATER));

    assertThat(run.outcome(1)).as(run::story).isTrue();
    assertThat(run.outcome(2)).isFalse();
    assertThat(run.outcome(3)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"MENDED", "OPTIMISED"})
  void mendedXFollowsYAndZ(Variant variant) {
    Cluster run = run(variant, c(LATER), x(variant, LATER));

    assertThat(Stream.of(0, 1, 2, 3).map(run::outcome)).as(run::story).containsOnly(false);
    assertThat(run.allEnded()).isTrue();
    assertThat(run.told()).isNull();
  }

  /** One crash is enough: what C has written it has not transmitted (§4.2 (iii) wants both). */
  @Test
  void aloneCCommitsWhatItHasNotTransmittedAsThePaperHasIt() {
    Crash crash = new Crash(0, C_HAS_DECIDED, LATER, true);

    assertThat(run(Variant.PAPER, crash).isTorn(Set.of(0, 1, 2, 3))).isTrue();
    Cluster mended = run(Variant.MENDED, crash);
    assertThat(Stream.of(0, 1, 2, 3).map(mended::outcome)).containsOnly(false);
    assertThat(mended.allEnded()).isTrue();
  }

  /** §4.2: "On recovery this node needs to consult". If it may also lead, it may be alone. */
  @Test
  void whoWasDownAndLeadsAbortsWhatIsCommittedAsThePaperHasIt() {
    Crash x = new Crash(1, 3, 20, false);
    for (Variant variant : Variant.values()) {
      // C has told its client, has its commit in its log, and says nothing more. Where it waits for
      // another member it has set a timer more.
      Crash c = new Crash(0, variant == Variant.CONFIRMED ? 11 : 10, FOR_EVER, true);
      Cluster run =
          new Cluster(new EasyCommit(variant), CHANGES)
              .with(c, x)
              .run(new Event.Input<>(new Input.Closed(true)));

      assertThat(run.told()).as(run::story).isTrue();
      assertThat(run.outcome(0)).isTrue();
      assertThat(run.outcome(1))
          .as("%s: it is alone, and leads; or waits for C", variant)
          .isEqualTo(variant == Variant.PAPER ? false : null);
    }
  }

  /** §4.2 (i): a cohort that fails before it has transmitted its vote. */
  @ParameterizedTest
  @EnumSource
  void aCohortThatFailsBeforeItsVoteAborts(Variant variant) {
    Cluster run = run(variant, new Crash(1, 1, LATER, false));

    assertThat(Stream.of(0, 1, 2, 3).map(run::outcome)).containsOnly(false);
    assertThat(run.told()).isFalse();
  }

  /** §4.2 (ii), where it is sure: nothing that others could decide by is in the log. */
  @ParameterizedTest
  @EnumSource
  void aCoordinatorThatFailsBeforeItsDecisionAborts(Variant variant) {
    Cluster run = run(variant, new Crash(0, C_HAS_DECIDED, LATER, false));

    assertThat(Stream.of(0, 1, 2, 3).map(run::outcome)).containsOnly(false);
    assertThat(run.allEnded()).isTrue();
  }

  /** Case C: "It is important to see that the termination protocol is re-entrant" (§3.2). */
  @ParameterizedTest
  @EnumSource
  void theNextLeadsWhenALeaderFailsWhileItTellsOfTheAbort(Variant variant) {
    // X leads: its Yes and a timer; asks three; a timer; its record; tells C and Y.
    Cluster run =
        run(
            variant,
            new Crash(0, C_HAS_DECIDED, FOR_EVER, false),
            new Crash(1, 10, FOR_EVER, false));

    assertThat(run.outcome(2)).as(run::story).isFalse();
    assertThat(run.outcome(3)).isFalse();
  }

  /** Figure 5, in its order. */
  @ParameterizedTest
  @EnumSource(names = {"MENDED", "PAPER"})
  void logsThenTransmitsThenCommits(Variant variant) {
    Set<Integer> all = Set.of(0, 1, 2);
    CommitMachine x =
        new EasyCommit(variant).participant(new NodeView(1, 3, new Timing(100, 100, 10)), 0);
    x.on(new Event.Input<>(new Input.Executed(1, true, false)));
    assertThat(kinds(x.on(new Event.Received<>(new Address.Peer(0), new Message.Prepare(1, all)))))
        .containsExactly("VOTE");
    assertThat(kinds(x.on(new Event.Persisted<>(1)))).containsExactly("Voted", "SetTimer");
    Message global = new Message.Global(true, all, false);
    assertThat(kinds(x.on(new Event.Received<>(new Address.Peer(0), global))))
        .containsExactly("CancelTimer", "NOTE");
    List<Effect<Output>> effects = x.on(new Event.Persisted<>(1));
    assertThat(effects)
        .startsWith(
            new Effect.Send<>(new Address.Peer(0), global),
            new Effect.Send<>(new Address.Peer(2), global));
    assertThat(kinds(effects)).containsExactly("Global", "Global", "AwaitSent");
    assertThat(kinds(x.on(new Event.Input<>(new Input.Sent()))))
        .containsExactly("COMMITTED", "Decide", "SetTimer");
    assertThat(x.on(new Event.Received<>(new Address.Peer(0), global))).isEmpty();
    assertThat(kinds(x.on(new Event.Received<>(new Address.Peer(2), global))))
        .containsExactly("CancelTimer", "FINISHED", "End");
  }

  /** §3 taken at its word: transmitted is what the end of the process cannot take back. */
  @ParameterizedTest
  @EnumSource(names = {"MENDED", "OPTIMISED"})
  void tellsItsClientOnceTheDecisionCannotBeTakenBack(Variant variant) {
    CommitMachine c = decided(variant);

    assertThat(c.phase()).isEqualTo("transmit_c");
    assertThat(c.on(new Event.Input<>(new Input.GaveUp()))).isEmpty();
    assertThat(kinds(c.on(new Event.Input<>(new Input.Sent()))))
        .containsExactly("COMMITTED", "Decide", "Tell", "SetTimer");
    assertThat(c.on(new Event.Input<>(new Input.Sent()))).isEmpty();
  }

  /** Figure 7 counts a decision as delivered when it is sent. */
  @Test
  void confirmedTellsItsClientOnceAnotherMemberHasTheDecision() {
    CommitMachine c = decided(Variant.CONFIRMED);
    Event<Input> forward =
        new Event.Received<>(new Address.Peer(2), new Message.Global(true, Set.of(0, 1, 2), false));

    assertThat(kinds(c.on(new Event.Input<>(new Input.Sent())))).containsExactly("SetTimer");
    assertThat(kinds(c.on(forward)))
        .containsExactly("CancelTimer", "COMMITTED", "Decide", "Tell", "SetTimer");

    CommitMachine early = decided(Variant.CONFIRMED);
    assertThat(early.on(forward)).isEmpty();
    assertThat(kinds(early.on(new Event.Input<>(new Input.Sent()))))
        .containsExactly("COMMITTED", "Decide", "Tell", "SetTimer");
  }

  @Test
  void confirmedGoesOnAloneWhenAllOthersHaveCrashed() {
    CommitMachine c = decided(Variant.CONFIRMED);
    c.on(new Event.Input<>(new Input.Sent()));

    assertThat(kinds(c.on(new Event.TimerFired<>(Timer.SILENCE))))
        .containsExactly("COMMITTED", "Decide", "Tell", "SetTimer");
  }

  /** C, which has decided and passed the decision on to X and Y. */
  private static CommitMachine decided(Variant variant) {
    CommitMachine c =
        new EasyCommit(variant).coordinator(new NodeView(0, 3, new Timing(100, 100, 10)));
    c.on(new Event.Input<>(new Input.Joined(1, 1)));
    c.on(new Event.Input<>(new Input.Joined(2, 1)));
    c.on(new Event.Input<>(new Input.Closed(true)));
    c.on(new Event.Received<>(new Address.Peer(1), new Message.Voted(1, Vote.YES)));
    c.on(new Event.Received<>(new Address.Peer(2), new Message.Voted(1, Vote.YES)));
    assertThat(kinds(c.on(new Event.Persisted<>(1))))
        .containsExactly("Global", "Global", "AwaitSent");
    return c;
  }

  private static List<String> kinds(List<Effect<Output>> effects) {
    return effects.stream()
        .map(
            effect ->
                switch (effect) {
                  case Effect.Send(Address _, ProtocolMessage message) -> message.name();
                  case Effect.Persist(ProtocolRecord record, Flush _) ->
                      ((CommitRecord) record).entry().name();
                  case Effect.Output(Output output) -> output.getClass().getSimpleName();
                  default -> effect.getClass().getSimpleName();
                })
        .toList();
  }

  /** §4.1: messages to Y are lost, and it leads while the others commit. */
  @ParameterizedTest
  @EnumSource
  void isTornWhenMessagesAreLost(Variant variant) {
    Cluster run =
        new Cluster(new EasyCommit(variant), CHANGES, CHANGES)
            .losing(send -> send.to().host() == 2 && send.message() instanceof Message.Global)
            .run(new Event.Input<>(new Input.Closed(true)));

    assertThat(run.isTorn(Set.of(0, 1, 2))).isTrue();
  }
}
