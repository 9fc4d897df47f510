package tutti.protocol.termination;

import java.util.List;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Transitions;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/**
 * A machine that takes each event as {@link Termination} does, and acts by the rules of its own
 * protocol in the situation that is left. Confined to one thread at a time.
 */
record TerminationMachine(Termination termination, Situation.Rules rules)
    implements CommitMachine, Transitions<Message> {
  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    return termination.member().outbox().on(event, Message.class, this);
  }

  @Override
  public void take(Input input) {
    rules.act(termination.take(input));
  }

  @Override
  public void received(int from, Message message) {
    rules.act(termination.received(from, message));
  }

  @Override
  public void persisted(RecordKind entry) {
    rules.act(termination.persisted(entry));
  }

  @Override
  public void fired(Timer timer) {
    rules.act(termination.fired(timer));
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return Voting.foreign(event);
  }

  @Override
  public String phase() {
    return termination.member().phase();
  }

  @Override
  public Set<Integer> missing() {
    return termination.missing();
  }

  @Override
  public Set<Integer> voters() {
    return termination.voters();
  }

  @Override
  public Outlook outlook() {
    return termination.outlook();
  }
}
