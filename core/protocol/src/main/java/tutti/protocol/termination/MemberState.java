package tutti.protocol.termination;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Effect.Flush;

/**
 * The place and state of one member of a transaction, and the effects that the member asks for at
 * the event at hand. Confined to one thread at a time.
 */
public final class MemberState {
  private final NodeView self;
  private final int coordinator;
  private State state;
  private final Set<Timer> running = EnumSet.noneOf(Timer.class);
  private boolean wrote;

  /** Whether the newest record that the member wrote is its last one. */
  private boolean wroteLast;

  private final Outbox outbox = new Outbox();

  /** The coordinator and the participants that are concerned, as far as this member knows. */
  private Nodes members = Nodes.NONE;

  /** The members without this one. */
  private Nodes others = Nodes.NONE;

  /** Whether the member knows that all have voted Yes. */
  private boolean agreed;

  MemberState(NodeView self, int coordinator, State state) {
    this.self = self;
    this.coordinator = coordinator;
    this.state = state;
  }

  Outbox outbox() {
    return outbox;
  }

  public void send(int to, Message message) {
    outbox.send(to, message);
  }

  public void send(Collection<Integer> to, Message message) {
    to.forEach(node -> send(node, message));
  }

  /** Waits until the end of this process cannot take back what was sent to those nodes. */
  public void awaitSent(Collection<Integer> to) {
    outbox.output(new Output.AwaitSent(Set.copyOf(to)));
  }

  /** Writes a record; if {@code tell}, the machine is told when the record is durable. */
  public void persist(RecordKind entry, boolean tell) {
    wrote = true;
    outbox.persist(entry, new Remembered(members, agreed), flush(tell));
  }

  /**
   * Writes the member's last record: after a crash behind it no node needs to hear from this
   * member.
   */
  void persistLast(RecordKind entry, boolean tell) {
    wroteLast = true;
    wrote = true;
    outbox.persist(entry, Remembered.NOTHING, flush(tell));
  }

  private static Flush flush(boolean tell) {
    return tell ? Flush.FORCED : Flush.UNTOLD;
  }

  void awaitObserved() {
    outbox.output(new Output.AwaitObserved());
  }

  /** Applies or undoes the transaction on this node. */
  public void decide(boolean commit) {
    outbox.output(new Output.Decide(commit));
  }

  /** Outputs the outcome for the client. */
  public void tell(boolean commit) {
    outbox.output(new Output.Tell(commit));
  }

  void start(Timer timer, long nanos) {
    running.add(timer);
    outbox.set(timer, nanos);
  }

  void stop(Timer timer) {
    if (running.remove(timer)) {
      outbox.cancel(timer);
    }
  }

  /** Notes that a timer has run down. Returns whether the timer was running. */
  boolean ranDown(Timer timer) {
    return running.remove(timer);
  }

  /** Starts the wait for the answer to a question: three bounds of delays. */
  void awaitAnswers() {
    start(Timer.SILENCE, 3 * self.timing().delayBoundNanos());
  }

  /** Undoes work of which nothing was promised, and forgets it. */
  public void undo() {
    decide(false);
    end();
  }

  /** Ends the machine: nothing needs to be remembered any more. */
  public void end() {
    running.forEach(outbox::cancel);
    running.clear();
    if (wrote && !wroteLast && !others.isEmpty()) {
      persist(RecordKind.FINISHED, false);
    }
    state = State.ENDED;
    outbox.output(new Output.End());
  }

  public NodeView self() {
    return self;
  }

  public int coordinator() {
    return coordinator;
  }

  public boolean coordinates() {
    return self.node() == coordinator;
  }

  public State state() {
    return state;
  }

  public void become(State next) {
    state = next;
  }

  /** The state in the protocol's own word, for people. */
  public String phase() {
    return state.inWords();
  }

  boolean hasEnded() {
    return state == State.ENDED;
  }

  public Set<Integer> members() {
    return members;
  }

  public void name(Set<Integer> nodes) {
    members = Nodes.copy(nodes);
    others = members.without(self.node());
  }

  /** Names those nodes and this one as the members. */
  void nameWithItself(Set<Integer> nodes) {
    name(Nodes.copy(nodes).with(self.node()));
  }

  /** Returns all members except this one. */
  public Set<Integer> others() {
    return others;
  }

  /** The members but this one and those. A copy. */
  public Set<Integer> othersBut(Set<Integer> those) {
    Set<Integer> rest = new TreeSet<>(others);
    rest.removeAll(those);
    return rest;
  }

  public boolean agreed() {
    return agreed;
  }

  public void agree() {
    agreed = true;
  }

  void found() {
    wrote = true;
  }

  /** Whether the node's log has a record of this machine. */
  public boolean wrote() {
    return wrote;
  }
}
