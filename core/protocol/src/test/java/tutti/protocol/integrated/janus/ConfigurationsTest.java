package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.integrated.janus.membership.HandedOver;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.replication.Group;

/** Three replicas of a shard that has a configuration log, of which host 0 is the leader. */
class ConfigurationsTest {
  private static final List<Integer> HOSTS = List.of(0, 1, 2);
  private static final Settings SETTINGS = Settings.of(5, 20, 100);
  private static final Transaction T = transaction(1, 0);
  private static final Record WITNESSED =
      new Record.Witnessed(T, writing(T, "x"), Ballot.FIRST, Dependencies.NONE);

  private final List<Replica> replicas = new ArrayList<>();
  private final Queue<ConfigurationCommand> chosen = new ArrayDeque<>();

  /** Starts replicas on these records, and lets them come to a configuration. */
  private ConfigurationCommand.Open form(
      List<Record> first, List<Record> second, List<Record> third) {
    for (List<Record> facts : List.of(first, second, third)) {
      int host = replicas.size();
      DurableState kept = new DurableState(0, SETTINGS, host);
      facts.forEach(kept::add);
      replicas.add(new Replica(0, new Group(host, HOSTS), Map.of(0, HOSTS), SETTINGS, kept));
    }
    for (int host : HOSTS) {
      on(host, new Event.Started<>(host + 7));
      on(host, new Event.Input<>(new Input.Leads(0)));
    }
    ConfigurationCommand.Open open = (ConfigurationCommand.Open) chosen.remove();
    assertThat(chosen).isEmpty();
    HOSTS.forEach(host -> on(host, new Event.Input<>(new Input.Chosen(open))));
    return open;
  }

  /** Gives an event to a replica; what it writes is durable at once, and what it sends arrives. */
  private void on(int host, Event<Input> event) {
    List<Effect<Output>> effects = replicas.get(host).on(event);
    int written = 0;
    for (Effect<Output> effect : effects) {
      switch (effect) {
        case Effect.Persist(var _, var _) -> written++;
        case Effect.Output(Output.Append(ConfigurationCommand change)) -> chosen.add(change);
        case Effect.Send(Address.Replica(int to, int _), ProtocolMessage message)
            when to < replicas.size() ->
            on(to, new Event.Received<>(new Address.Replica(host, 0), message));
        default -> {}
      }
    }
    if (written > 0) {
      on(host, new Event.Persisted<>(written));
    }
  }

  private List<Boolean> executing() {
    return replicas.stream().map(each -> each.kept().executes()).toList();
  }

  @Test
  void aShardIsFormedByAllItsReplicas() {
    ConfigurationCommand.Open open = form(List.of(), List.of(), List.of());
    assertThat(open.configuration().voters()).containsExactly(0, 1, 2);
    assertThat(open.disks()).isEqualTo(Map.of(0, 7L, 1, 8L, 2, 9L));
    assertThat(executing()).containsExactly(true, true, true);
  }

  /** Folders of a version without configurations: what was under way goes on. */
  @Test
  void aShardIsFormedFromWhatItsReplicasKnowWithoutConfigurations() {
    Record accepted =
        new Record.Accepted(T, Ballot.FIRST.next(3), Decision.commit(Dependencies.NONE));
    ConfigurationCommand.Open open =
        form(List.of(WITNESSED, accepted), List.of(WITNESSED), List.of(WITNESSED));
    assertThat(open.configuration().voters()).containsExactly(0, 1, 2);
    assertThat(open.graph()).extracting(HandedOver::transaction).containsExactly(T);
    assertThat(open.graph().getFirst().accepted()).isPresent();
    assertThat(open.graph().getFirst().witnessed()).isPresent();
    assertThat(executing()).containsExactly(true, true, true);
  }

  @Test
  void aReplicaWithoutThePastOfTheOthersIsNotInTheFirstConfiguration() {
    ConfigurationCommand.Open open =
        form(List.of(WITNESSED), List.of(), List.of(new Record.CollectedUpTo(4, 9)));
    assertThat(open.configuration().voters()).containsExactly(0, 2);
    assertThat(executing()).containsExactly(true, false, true);
  }

  @Test
  void aPastOfAMinorityHasDecidedNothingWithoutTheOthers() {
    ConfigurationCommand.Open open = form(List.of(), List.of(WITNESSED), List.of());
    assertThat(open.configuration().voters()).containsExactly(0, 1, 2);
    assertThat(open.graph().getFirst().witnessed()).isEmpty();
    assertThat(executing()).containsExactly(true, true, true);
  }

  @Test
  void aReplicaThatHasMissedCommandsLacksItsMemoryUntilItHasACopy() {
    ConfigurationCommand.Open open = form(List.of(), List.of(), List.of());
    DurableState kept = replicas.get(2).kept();
    on(2, new Event.Input<>(new Input.Missed(opened(3, open))));
    assertThat(kept.executes()).isFalse();
    assertThat(kept.configuration().number()).isEqualTo(3);
    DurableState again = new DurableState(0, SETTINGS, 2);
    kept.image().forEach(again::add);
    assertThat(again.executes()).isFalse();
    assertThat(again.configuration()).isEqualTo(kept.configuration());

    List<Record> old = List.of(new Record.Opened(opened(2, open)), WITNESSED);
    assertThat(kept.takes(old)).as("what was forgotten in configuration 3 is in it").isFalse();
    on(2, new Event.Input<>(new Input.Copied(old)));
    assertThat(kept.executes()).isFalse();
    List<Record> image = List.of(new Record.Opened(opened(3, open)), WITNESSED);
    DurableState taken = new DurableState(0, SETTINGS, 2);
    kept.taking(image).forEach(taken::add);
    on(2, new Event.Input<>(new Input.Copied(image)));
    assertThat(kept.executes()).isTrue();
    taken.add(new Record.Copied());
    assertThat(taken.image()).as("the records make the same").isEqualTo(kept.image());
  }

  /** A message that was long under way is of another disk, which is lost; or of the one today. */
  @Test
  void anVoterHasLostItsDiskOnceItSaysSoInTheConfigurationOfToday() {
    form(List.of(), List.of(), List.of());
    on(0, new Event.Input<>(new Input.Leads(0)));
    on(0, new Event.Received<>(new Address.Replica(2, 0), blank(0)));
    assertThat(chosen).isEmpty();
    on(0, new Event.Received<>(new Address.Replica(2, 0), blank(1)));
    assertThat(chosen).containsExactly(new ConfigurationCommand.Close(1));
  }

  private static Message blank(long number) {
    return new Message.HandOver(number, 99, false, false, false, false, List.of());
  }

  /** Gives the leader of five replicas what another one says of itself. */
  private void hands(int from, long number, boolean closed, boolean stopped) {
    Message hand =
        new Message.HandOver(number, from + 7, false, number > 0, closed, stopped, List.of());
    on(0, new Event.Received<>(new Address.Replica(from, 0), hand));
  }

  /** Lets the leader of five replicas see the next configuration begin. */
  private ConfigurationCommand.Open begins() {
    ConfigurationCommand.Open open = (ConfigurationCommand.Open) chosen.remove();
    on(0, new Event.Input<>(new Input.Chosen(open)));
    return open;
  }

  /**
   * Two that lag far enough miss the begin of a configuration, and the third cannot end it alone,
   * nor can any if its disk is lost.
   */
  @Test
  void ofFiveReplicasOneThatHasHandedOverDoesNotBeginWithTwoThatLag() {
    List<Integer> five = List.of(0, 1, 2, 3, 4);
    DurableState kept = new DurableState(0, SETTINGS, 0);
    replicas.add(new Replica(0, new Group(0, five), Map.of(0, five), SETTINGS, kept));
    on(0, new Event.Started<>(7));
    on(0, new Event.Input<>(new Input.Leads(0)));
    five.subList(1, 5).forEach(host -> hands(host, 0, true, false));
    assertThat(begins().configuration().voters()).hasSize(5);
    on(0, new Event.Input<>(new Input.Chosen(new ConfigurationCommand.Close(1))));
    hands(1, 1, true, false);
    hands(2, 1, true, false);
    assertThat(begins().configuration().number()).isEqualTo(2);
    on(0, new Event.Input<>(new Input.Chosen(new ConfigurationCommand.Close(2))));
    hands(4, 1, false, true);
    hands(1, 2, true, false);
    hands(2, 2, true, false);
    for (int look = 0; look <= SETTINGS.mostSilent(); look++) {
      hands(3, 1, false, false);
      hands(4, 1, false, true);
      on(0, new Event.TimerFired<>(Timer.RETRY));
    }
    assertThat(chosen).as("a replica is stopped").isEmpty();
    hands(4, 1, false, false);
    assertThat(chosen).as("of 0, 3 and 4 one has the memory").isEmpty();
    hands(3, 2, false, false);
    assertThat(begins().configuration().voters()).containsExactly(0, 3, 4);
  }

  /** Found by simulation: a slow link carried nothing else, and what was said waited minutes. */
  @Test
  void aReplicaThatHandsOverTellsItsGraphEverLessOften() {
    form(List.of(WITNESSED), List.of(WITNESSED), List.of(WITNESSED));
    on(1, new Event.Input<>(new Input.Chosen(new ConfigurationCommand.Close(1))));
    List<Boolean> whole = new ArrayList<>();
    for (int look = 0; look < 100; look++) {
      for (Effect<Output> effect : replicas.get(1).on(new Event.TimerFired<>(Timer.RETRY))) {
        if (effect instanceof Effect.Send(var _, Message.HandOver hand)) {
          whole.add(hand.closed());
          assertThat(hand.graph().isEmpty()).isEqualTo(!hand.closed());
        }
      }
    }
    assertThat(whole).as("it is not away").hasSize(100);
    assertThat(whole.subList(0, 16)).containsSequence(true, false, true, false, false, false, true);
    assertThat(whole.stream().filter(Boolean::booleanValue)).hasSizeBetween(4, 12);
    assertThat(whole.subList(80, 100)).contains(true);
  }

  @Test
  void aLeaderKeepsTheGraphThatWasHandedOverWithIt() {
    ConfigurationCommand.Open open =
        form(List.of(WITNESSED), List.of(WITNESSED), List.of(WITNESSED));
    Message.HandOver whole = new Message.HandOver(1, 9, false, true, true, false, open.graph());
    Message.HandOver later = new Message.HandOver(1, 9, false, true, false, true, List.of());
    assertThat(whole.then(later))
        .isEqualTo(new Message.HandOver(1, 9, false, true, true, true, open.graph()));
    Message.HandOver before = new Message.HandOver(0, 9, false, true, false, true, List.of());
    assertThat(whole.then(before)).isEqualTo(whole);
    for (Message.HandOver other :
        List.of(
            new Message.HandOver(1, 10, false, true, false, false, List.of()),
            new Message.HandOver(1, 9, false, false, false, false, List.of()),
            new Message.HandOver(2, 9, false, true, false, false, List.of()),
            new Message.HandOver(1, 9, true, true, true, false, List.of()))) {
      assertThat(whole.then(other)).isEqualTo(other);
    }
  }

  /** The records of a replica that has executed a transaction to that end. */
  private static List<Record> executed(long digest) {
    return List.of(
        WITNESSED,
        new Record.Decided(T, Decision.commit(Dependencies.NONE)),
        new Record.Ordered(new TreeSet<>(List.of(T))),
        new Record.Executed(T.id(), new PieceOutput(false, Payload.NONE, digest)));
  }

  private List<Boolean> stopped() {
    return replicas.stream().map(each -> each.kept().isStopped()).toList();
  }

  private void tell(int host, long digest) {
    on(host, new Event.Received<>(new Address.Replica(0, 0), new Message.Diverged(T, digest)));
  }

  /** Replicas 0 and 2 have come to different ends; replica 1 is away, and has not executed it. */
  private void stop() {
    form(executed(5), List.of(WITNESSED), executed(6));
    tell(0, 0);
    tell(2, 0);
    assertThat(stopped()).containsExactly(true, false, true);
  }

  @Test
  void aLeaderThatHasNotHeardOfDifferentEndsLeavesNobodyOutMeanwhile() {
    stop();
    HOSTS.forEach(host -> on(host, new Event.Input<>(new Input.Leads(1))));
    for (int look = 0; look < 3 * SETTINGS.mostSilent(); look++) {
      on(0, new Event.TimerFired<>(Timer.RETRY));
      on(1, new Event.TimerFired<>(Timer.RETRY));
    }
    assertThat(chosen).as("host 2 is silent, and may be the one that is right").isEmpty();
  }

  @Test
  void allGoOnByTheEndThatAPersonUpholdsWhateverIsToldLater() {
    stop();
    Event<Input> upheld =
        new Event.Input<>(new Input.Upheld(new TreeMap<>(replicas.get(0).kept().ownEnds())));
    HOSTS.forEach(host -> on(host, upheld));
    assertThat(stopped()).containsExactly(false, false, false);
    assertThat(executing()).containsExactly(true, true, false);
    tell(0, 0);
    tell(0, 6);
    assertThat(executing()).as("it is upheld").containsExactly(true, true, false);
    on(2, new Event.Input<>(new Input.Reported(T.id())));
    assertThat(replicas.get(2).kept().lacks()).as("it takes what that has").isTrue();
    assertThat(chosen).as("the next configuration begins without it").hasSize(1);
    DurableState kept = replicas.get(0).kept();
    assertThat(kept.copy().image()).isEqualTo(kept.image());
    DurableState taken = new DurableState(0, SETTINGS, 2);
    replicas.get(2).kept().taking(kept.image()).forEach(taken::add);
    assertThat(taken.upheld(T.id())).isEqualTo(5);
  }

  @Test
  void aReplicaThatExecutesLaterIsComparedWithTheEndThatIsUpheld() {
    List<Record> due = executed(0).subList(0, 3);
    form(due, due, due);
    for (int host : HOSTS) {
      on(host, new Event.Input<>(new Input.Upheld(new TreeMap<>(Map.of(T.id(), 5L)))));
    }
    on(0, new Event.Input<>(new Input.Ran(T.id(), new PieceOutput(false, Payload.NONE, 5))));
    on(1, new Event.Input<>(new Input.Ran(T.id(), new PieceOutput(false, Payload.NONE, 6))));
    assertThat(executing()).containsExactly(true, false, true);
    tell(0, 6);
    assertThat(executing()).containsExactly(true, false, true);
  }

  private static ConfigurationCommand.Open opened(long number, ConfigurationCommand.Open first) {
    Configuration next = new Configuration(number, new TreeSet<>(HOSTS), new TreeSet<>());
    return new ConfigurationCommand.Open(next, new TreeMap<>(first.disks()), List.of());
  }
}
