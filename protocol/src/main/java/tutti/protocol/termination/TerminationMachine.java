package tutti.protocol.termination;

import java.util.List;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Outlook;

/**
 * A machine that takes each event as {@link Termination} does, and acts by the rules of its own
 * protocol in the situation that is left. Confined to one thread at a time.
 */
record TerminationMachine(Termination termination, Situation.Rules rules) implements CommitMachine {
  @Override
  public List<Effect> on(Event event) {
    rules.act(termination.on(event));
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
