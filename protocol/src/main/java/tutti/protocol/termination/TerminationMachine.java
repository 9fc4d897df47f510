package tutti.protocol.termination;

import java.util.List;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Output;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/**
 * A machine that takes each event as {@link Termination} does, and acts by the rules of its own
 * protocol in the situation that is left. Confined to one thread at a time.
 */
record TerminationMachine(Termination termination, Situation.Rules rules) implements CommitMachine {
  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    termination.on(event, rules);
    return termination.member().effects();
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
