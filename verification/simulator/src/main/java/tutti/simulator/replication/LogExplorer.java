package tutti.simulator.replication;

import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.List;
import java.util.stream.IntStream;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.simulator.explorer.search.LocalExplorer;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.world.Seeds;

/** The explorer of the replicated log, in a small group. */
public class LogExplorer extends LocalExplorer<LogFacts, Past> {
  private final LogModel model;
  private final Relevance relevance;
  private final LogSteps steps;
  private final LogScope scope;

  /**
   * @param limit the most states; an exploration with more is not complete
   */
  public LogExplorer(LogScope scope, int limit, Network network) {
    super(seed -> Seeds.stream(seed, "replication"), limit, network);
    this.scope = scope;
    this.model = new LogModel(scope, network);
    this.relevance = new Relevance(scope, model);
    this.steps = new LogSteps(scope, model);
  }

  @Override
  protected int[] start() {
    LogStart start = new LogStart(scope, model, steps);
    return state(start.hosts(), start.past(), model.standing(start.sent()));
  }

  @Override
  protected List<Local<LogFacts, Past>> own(Member<LogFacts> host, Past past) {
    return steps.own(host, past);
  }

  @Override
  protected List<Local<LogFacts, Past>> arrive(Member<LogFacts> host, Past past, InFlight sent) {
    return steps.arrive(host, past, sent);
  }

  @Override
  protected boolean stays(InFlight sent) {
    return LogModel.stays(MessageParts.message(sent));
  }

  @Override
  protected int stage(Past past) {
    return LogModel.stage(past.budget());
  }

  @Override
  protected List<InFlight> left(Member<LogFacts> receiver, List<InFlight> underWay, int stage) {
    return relevance.left(receiver, underWay, stage);
  }

  @Override
  protected boolean waits(Member<LogFacts> host, InFlight sent) {
    return relevance.waits(host, sent);
  }

  @Override
  protected boolean minds(Member<LogFacts> host, InFlight sent) {
    return relevance.minds(host, sent);
  }

  @Override
  protected List<Local<LogFacts, Past>> minding(Member<LogFacts> host, Past past) {
    return steps.minding(host, past);
  }

  @Override
  protected boolean isPointless(Past past) {
    return scope.budget().has(QUESTION)
        && !past.budget().has(QUESTION)
        && past.questions().isEmpty();
  }

  @Override
  protected boolean restricts(
      Member<LogFacts> before, Member<LogFacts> host, Past pastBefore, Past past) {
    int number = host.place();
    return model.differInGrant(before, host)
        && past.leasing(number, Timer.GRANT, false)
            .equals(pastBefore.leasing(number, Timer.GRANT, false));
  }

  @Override
  protected Object withoutChoices(Past past) {
    return past.withoutChoices();
  }

  @Override
  protected boolean offers(Past past, Past other) {
    return past.offers(other);
  }

  @Override
  protected boolean isUrgent(Member<LogFacts> host, InFlight sent) {
    return relevance.isUrgent(host, sent);
  }

  @Override
  protected long reached(Member<LogFacts> host) {
    return !scope.budget().has(DISK) ? super.reached(host) : relevance.reached(host);
  }

  @Override
  protected long floor(long[] reached, int at, Past past) {
    return !scope.budget().has(DISK)
        ? super.floor(reached, at, past)
        : relevance.floor(reached, at, past.budget().left(DISK));
  }

  @Override
  protected boolean isBelow(InFlight sent, long floor) {
    return Relevance.isBelow(MessageParts.message(sent), floor);
  }

  /** Whether all hosts run, know the shard, and none has written what will be lost. */
  final boolean areUp(int[] state) {
    return IntStream.range(0, LogModel.HOSTS)
        .mapToObj(host -> member(state, host))
        .allMatch(host -> host.isUp() && !host.doomed() && model.knowsWhatItSaid(host));
  }

  /** The hosts of a state in words, and what is agreed; not the messages under way. */
  final String hosts(int[] state) {
    StringBuilder all = new StringBuilder();
    for (int host = 0; host < LogModel.HOSTS; host++) {
      all.append(model.picture(member(state, host))).append('\n');
    }
    return all.append(past(state).agreed()).toString();
  }

  @Override
  protected int agreed(int[] state) {
    return past(state).agreed().size();
  }
}
