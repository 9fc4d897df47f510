package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;

/** Each invariant that a replica can see itself, by a step that breaks it. */
class InvariantsTest {
  private static final Event<Void> STEP = new Event.Started<>(1);
  private static final Event<Void> PERSISTED = new Event.Persisted<>(1);
  private static final Transaction ONE = new Transaction(time(5), List.of(0));
  private static final Entry VOTED = Entry.of(ONE, Part.NONE).voting(Vote.FULL);
  private static final Ballot BALLOT = new Ballot(2, 9);

  private final DurableState kept = new DurableState(0, true);
  private final Invariants invariants;

  InvariantsTest() {
    kept.add(new Record.Disk(7));
    kept.add(
        new Record.Opened(
            new ViewCommand.Open(1, List.of(), Timestamp.NONE, new TreeMap<>(Map.of(0, 7L)))));
    invariants = new Invariants(kept);
  }

  private static Effect<Output> write(Entry entry) {
    return new Effect.Persist<>(new Record.EntryLogged(entry), Effect.Flush.FORCED);
  }

  private static Effect<Output> answer(Message message) {
    return new Effect.Send<>(new Address.Coordinator(1), message);
  }

  private static Effect<Output> tells(Entry entry) {
    return answer(new Message.PrepareReply(1, entry.brief()));
  }

  @SafeVarargs
  private void breaks(String invariant, Event<Void> cause, Effect<Output>... effects) {
    assertThatThrownBy(() -> invariants.check(cause, List.of(effects)))
        .isInstanceOfSatisfying(
            InvariantBroken.class, it -> assertThat(it.invariant()).isEqualTo(invariant));
  }

  @Test
  void aVoteIsDurableBeforeItIsSaid() {
    breaks("forced", STEP, write(VOTED), tells(VOTED));
    invariants.check(PERSISTED, List.of(tells(VOTED)));
  }

  @Test
  void anAnswerThatWaitsMayTellOfLessThanWhatIsWrittenSince() {
    Entry later = VOTED.finalizing(Part.NONE, Vote.FULL, BALLOT);
    Entry ended = later.decided(Part.NONE, Outcome.ABORTED, Stage.NOTED);
    Message confirmed = new Message.Confirmed(ONE.id(), BALLOT, 1);
    Message noted = new Message.OutcomeLogged(ONE.id(), 1, false);
    invariants.check(STEP, List.of(write(VOTED), write(later), write(ended)));
    invariants.check(PERSISTED, List.of(tells(VOTED)));
    breaks("forced", STEP, answer(confirmed));
    invariants.check(PERSISTED, List.of(answer(confirmed)));
    breaks("forced", STEP, answer(noted));
    invariants.check(PERSISTED, List.of(answer(noted)));
    breaks(
        "forced",
        STEP,
        write(ended.decided(Part.NONE, Outcome.ABORTED, Stage.SETTLED)),
        answer(new Message.OutcomeLogged(ONE.id(), 1, true)));
  }

  @Test
  void aReplicaBetweenTwoViewsAnswersNoQuestion() {
    Event<Void> asked =
        new Event.Received<>(new Address.Coordinator(1), new Message.Prepare(ONE, Part.NONE));
    invariants.check(asked, List.of(tells(VOTED)));
    kept.add(new Record.Closed(1));
    invariants.check(STEP, List.of());
    breaks("silent", asked, tells(VOTED));
  }

  @Test
  void theViewThatIsSaidNeverFalls() {
    invariants.check(STEP, List.of(answer(new Message.PrepareReply(2, VOTED.brief()))));
    breaks("promises-kept", STEP, tells(VOTED));
  }
}
