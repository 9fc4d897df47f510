package tutti.protocol.termination;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Timer;

/** The common part of all members of these protocols: place, state, effects and timers. */
abstract class Machine implements CommitMachine {
  private final Self self;
  private final int coordinator;
  private State state;
  private final Set<Timer> running = EnumSet.noneOf(Timer.class);
  private boolean wrote;

  /** Whether the newest record that the member wrote is its last one. */
  private boolean wroteLast;

  private List<Effect> effects = new ArrayList<>();

  /** The coordinator and the participants that are concerned, as far as this member knows. */
  private Nodes members = Nodes.NONE;

  /** The members without this one. */
  private Nodes others = Nodes.NONE;

  /** Whether the member knows that all have voted Yes. */
  private boolean agreed;

  Machine(Self self, int coordinator, State state) {
    this.self = self;
    this.coordinator = coordinator;
    this.state = state;
  }

  @Override
  public final List<Effect> on(Event event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Received(int from, Message message) -> received(from, message);
      case Event.Persisted persisted -> persisted(persisted.entry());
      case Event.TimerFired fired -> {
        if (running.remove(fired.timer())) {
          fired(fired.timer());
        }
      }
      case Event.Restarted _ -> restarted();
      case Event.Received _, Event.Joined _, Event.Closed _, Event.GaveUp _ -> executing(event);
      case Event.Executed _, Event.RollBack _, Event.Objected _ -> executing(event);
    }
    return effects;
  }

  /** Handles the events of only one role, and refuses messages of other protocols. */
  abstract void executing(Event event);

  abstract void received(int from, Message message);

  abstract void persisted(Entry entry);

  abstract void fired(Timer timer);

  abstract void restarted();

  IllegalArgumentException foreign(Event event) {
    return new IllegalArgumentException("not for this role of this protocol: " + event);
  }

  protected final void send(int to, Message message) {
    effects.add(new Effect.Send(to, message));
  }

  protected final void send(Collection<Integer> to, Message message) {
    to.forEach(node -> send(node, message));
  }

  /** Writes a record; if {@code tell}, the machine is told when the record is durable. */
  protected final void persist(Entry entry, boolean tell) {
    persist(entry, new Remembered(members, agreed), tell);
  }

  /**
   * Writes the member's last record: after a crash behind it no node needs to hear from this
   * member.
   */
  protected final void persistLast(Entry entry, boolean tell) {
    wroteLast = true;
    persist(entry, Remembered.NOTHING, tell);
  }

  private void persist(Entry entry, Remembered memory, boolean tell) {
    wrote = true;
    effects.add(new Effect.Persist(entry, memory, tell));
  }

  final void awaitObserved() {
    effects.add(new Effect.AwaitObserved());
  }

  /** Applies or undoes the transaction on this node. */
  protected final void decide(boolean commit) {
    effects.add(new Effect.Decide(commit));
  }

  /** Lets the client hear the outcome. */
  protected final void tell(boolean commit) {
    effects.add(new Effect.Tell(commit));
  }

  protected final void start(Timer timer, long nanos) {
    running.add(timer);
    effects.add(new Effect.SetTimer(timer, nanos));
  }

  protected final void stop(Timer timer) {
    if (running.remove(timer)) {
      effects.add(new Effect.CancelTimer(timer));
    }
  }

  /** Three times the bound of delays: for a question, its answer, and something to spare. */
  protected final long roundTrip() {
    return 3 * self.timing().delayBoundNanos();
  }

  /** Ends the machine: nothing needs to be remembered any more. */
  protected final void end() {
    running.forEach(timer -> effects.add(new Effect.CancelTimer(timer)));
    running.clear();
    if (wrote && !wroteLast && !others.isEmpty()) {
      persist(Entry.FINISHED, false);
    }
    state = State.ENDED;
    effects.add(new Effect.End());
  }

  protected final Self self() {
    return self;
  }

  protected final int coordinator() {
    return coordinator;
  }

  protected final boolean coordinates() {
    return self.node() == coordinator;
  }

  /** The state of the member. */
  public final State state() {
    return state;
  }

  protected final void become(State next) {
    state = next;
  }

  protected final Set<Integer> members() {
    return members;
  }

  protected final void name(Set<Integer> nodes) {
    members = Nodes.copy(nodes);
    others = members.without(self.node());
  }

  /** Names those nodes and this one as the members. */
  final void nameWithItself(Set<Integer> nodes) {
    members = Nodes.copy(nodes).with(self.node());
    others = members.without(self.node());
  }

  /** The members but this one. */
  protected final Set<Integer> others() {
    return others;
  }

  /** The members but this one and those. A copy. */
  protected final Set<Integer> othersBut(Set<Integer> those) {
    Set<Integer> rest = new TreeSet<>(others);
    rest.removeAll(those);
    return rest;
  }

  protected final boolean agreed() {
    return agreed;
  }

  protected final void agree() {
    agreed = true;
  }

  final void found() {
    wrote = true;
  }

  /** Whether the node's log has a record of this machine. */
  protected final boolean wrote() {
    return wrote;
  }

  @Override
  public final boolean ended() {
    return state == State.ENDED;
  }

  @Override
  public final String phase() {
    return state.inWords();
  }
}
