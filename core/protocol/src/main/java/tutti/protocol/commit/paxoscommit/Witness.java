package tutti.protocol.commit.paxoscommit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Transitions;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * An acceptor of all instances of one transaction (§4.2): it remembers the proposed values. Its
 * transitions are in the package's card. Confined to one thread at a time.
 */
final class Witness implements CommitMachine, Transitions<Message> {

  /** The states of the witness. */
  enum State {
    /** No message has arrived yet. */
    EMPTY,
    /** Votes of ballot 0 are missing; those that have come are not accepted yet. */
    GATHERING,
    /** Has accepted something, or promised a higher ballot. */
    NOTED,
    ENDED
  }

  private final NodeView self;
  private final int coordinator;
  private State state = State.EMPTY;
  private List<Integer> members = List.of();
  private final SortedMap<Integer, ProposedValue> gathered = new TreeMap<>();
  private int promised;
  private SortedMap<Integer, Accepted> accepted = new TreeMap<>();

  /** An answer to a leader. */
  private record Answer(int to, Message message) {}

  /** The answers to send once their notes are durable, one for each. */
  private final Queue<Answer> answers = new ArrayDeque<>();

  /** The nodes that are not known to have ended the transaction for good. */
  private final Set<Integer> present = new TreeSet<>();

  private boolean recovered;
  private final Outbox outbox = new Outbox();

  /** Makes a witness to which no message has come. */
  Witness(NodeView self, int coordinator) {
    this.self = self;
    this.coordinator = coordinator;
  }

  /** A witness whose notes were found in the log. */
  static Witness recovered(NodeView self, int coordinator, PaxosDurableState.Witness memory) {
    Witness witness = new Witness(self, coordinator);
    witness.recovered = true;
    witness.state = State.NOTED;
    witness.promised = memory.promised();
    witness.accepted = memory.accepted();
    witness.know(memory.members());
    return witness;
  }

  private void know(List<Integer> all) {
    members = all;
    present.addAll(all);
    present.add(coordinator);
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    return outbox.on(event, Message.class, this);
  }

  @Override
  public void take(Input input) {
    if (!(input instanceof Input.Restarted)) {
      throw foreign(input);
    }
    if (!recovered) {
      throw new IllegalStateException("only a recovered witness is restarted, and once");
    }
    recovered = false;
    waitToInquire();
  }

  @Override
  public void persisted(RecordKind entry) {
    Answer answer = answers.remove();
    if (state == State.NOTED) {
      send(answer);
    }
  }

  @Override
  public void fired(Timer timer) {
    if (timer == Timer.INQUIRE && state != State.ENDED) {
      present.forEach(node -> outbox.send(node, new Message.Inquire()));
      waitToInquire();
    }
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a witness of Paxos Commit: " + event);
  }

  /**
   * Waits the longest time before a question: no node waits for the question, which only clears up
   * memory that no node needs.
   */
  private void waitToInquire() {
    outbox.set(Timer.INQUIRE, self.timing().maxRetryNanos());
  }

  @Override
  public void received(int from, Message message) {
    if (state == State.ENDED) {
      return;
    }
    switch (message) {
      case Message.Phase2a(int ballot, var all, var values) -> {
        begin(all);
        if (ballot == 0) {
          voted(from, values);
        } else {
          proposed(from, ballot, values);
        }
      }
      case Message.Phase1a(int ballot, var all) -> {
        begin(all);
        led(from, ballot);
      }
      case Message.Gone _ -> {
        present.remove(from);
        if (present.isEmpty()) {
          end();
        }
      }
      case Message.Forget _ -> end();
      case Message.Prepare _, Message.Phase2b _, Message.Phase1b _, Message.Refuse _ -> {}
      case Message.Missing _, Message.No _, Message.Unknown _, Message.Outcome _ -> {}
      case Message.Ack _, Message.Inquire _, Message.Undo _ -> {}
    }
  }

  private void begin(List<Integer> all) {
    if (state == State.EMPTY) {
      state = State.GATHERING;
      know(all);
      waitToInquire();
    }
  }

  /** Votes of ballot 0 are accepted together, when all are there. */
  private void voted(int from, SortedMap<Integer, ProposedValue> values) {
    if (state == State.NOTED) {
      if (from != coordinator) {
        return;
      }
      if (promised > 0) {
        outbox.send(from, new Message.Refuse(promised));
      } else if (answers.isEmpty()) {
        send(accepted(from));
      }
      return;
    }
    boolean again = gathered.keySet().containsAll(values.keySet());
    gathered.putAll(values);
    if (!gathered.keySet().containsAll(members)) {
      if (again && from == coordinator) {
        outbox.send(from, new Message.Missing(List.copyOf(missing())));
      }
    } else if (gathered.values().stream().allMatch(value -> value == ProposedValue.READ_ONLY)) {
      // No member has promised anything, so that only the coordinator ever asks.
      outbox.send(coordinator, new Message.Phase2b(0, gathered));
      end();
    } else {
      acceptVotes();
      note(accepted(coordinator));
    }
  }

  private void acceptVotes() {
    gathered.forEach((member, value) -> accepted.put(member, new Accepted(0, value)));
    gathered.clear();
  }

  private void proposed(int from, int ballot, SortedMap<Integer, ProposedValue> values) {
    boolean again = accepted.values().stream().anyMatch(what -> what.ballot() == ballot);
    if (ballot < promised) {
      outbox.send(from, new Message.Refuse(promised));
    } else if (!again) {
      promised = ballot;
      gathered.clear();
      accepted = new TreeMap<>();
      values.forEach((member, value) -> accepted.put(member, new Accepted(ballot, value)));
      note(accepted(from));
    } else if (answers.isEmpty()) {
      send(accepted(from));
    }
  }

  /**
   * Returns the message to the leader of a ballot with the values that this witness has accepted,
   * all of them in that ballot.
   */
  private Answer accepted(int leader) {
    SortedMap<Integer, ProposedValue> values = new TreeMap<>();
    accepted.forEach((member, what) -> values.put(member, what.value()));
    return new Answer(leader, new Message.Phase2b(promised, values));
  }

  private void led(int from, int ballot) {
    if (ballot < promised) {
      outbox.send(from, new Message.Refuse(promised));
    } else if (ballot > promised) {
      acceptVotes();
      promised = ballot;
      note(promise(from));
    } else if (answers.isEmpty()) {
      send(promise(from));
    }
  }

  private Answer promise(int leader) {
    return new Answer(leader, new Message.Phase1b(promised, accepted));
  }

  private void note(Answer answer) {
    state = State.NOTED;
    outbox.persist(RecordKind.NOTE, memory(), Flush.FORCED);
    answers.add(answer);
  }

  private PaxosDurableState memory() {
    return new PaxosDurableState.Witness(members, promised, accepted);
  }

  private void end() {
    if (state != State.EMPTY) {
      outbox.cancel(Timer.INQUIRE);
    }
    if (state == State.NOTED) {
      outbox.persist(RecordKind.FINISHED, memory(), Flush.UNTOLD);
    }
    state = State.ENDED;
    outbox.output(new Output.End());
  }

  private void send(Answer answer) {
    outbox.send(answer.to(), answer.message());
  }

  State state() {
    return state;
  }

  /**
   * Returns the members whose votes the witness waits for; later, the nodes that may still need its
   * durable state.
   */
  @Override
  public Set<Integer> missing() {
    Set<Integer> missing = new TreeSet<>();
    if (state == State.GATHERING) {
      missing.addAll(members);
      missing.removeAll(gathered.keySet());
    } else if (state == State.NOTED) {
      missing.addAll(present);
    }
    return missing;
  }

  @Override
  public Set<Integer> voters() {
    return Set.of();
  }

  @Override
  public String phase() {
    return state.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Outlook outlook() {
    SortedMap<Integer, String> known = new TreeMap<>();
    members.forEach(
        node -> known.put(node, gathered.containsKey(node) ? "has voted" : "takes part"));
    return Outlook.all(known, Outlook.By.ACKNOWLEDGEMENTS, missing());
  }
}
