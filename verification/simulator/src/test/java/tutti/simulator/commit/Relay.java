package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Traits;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * No commit protocol, but a measure of time: node 0 sends to nodes 1 and 2 and commits, node 1
 * sends what it got on to node 2 and commits. Node 2 commits when it has heard from both; it aborts
 * if it has waited for the second for so many bounds.
 */
record Relay(int patience) implements CommitProtocol {

  private enum Word implements CommitMessage {
    GO;

    @Override
    public void encode(Encoder out) {}

    @Override
    public Meaning meaning() {
      return Meaning.STEP;
    }
  }

  private static final class Machine implements CommitMachine {
    private final int node;
    private final long wait;
    private int heard;
    private boolean ended;

    private Machine(int node, long wait) {
      this.node = node;
      this.wait = wait;
    }

    @Override
    public List<Effect<Output>> on(Event<Input> event) {
      List<Effect<Output>> effects = new ArrayList<>();
      if (ended) {
        return effects;
      }
      switch (event) {
        case Event.Input(Input.Closed _) -> {
          effects.add(new Effect.Send<>(new Address.Peer(1), Word.GO));
          effects.add(new Effect.Send<>(new Address.Peer(2), Word.GO));
          end(effects, true);
        }
        case Event.Received(Address _, ProtocolMessage _) when node == 1 -> {
          effects.add(new Effect.Send<>(new Address.Peer(2), Word.GO));
          end(effects, true);
        }
        case Event.Received(Address _, ProtocolMessage _) -> {
          heard++;
          if (heard == 2) {
            end(effects, true);
          } else {
            effects.add(new Effect.SetTimer<>(Timer.SILENCE, wait));
          }
        }
        case Event.TimerFired(TimerName _) -> end(effects, false);
        default -> {}
      }
      return effects;
    }

    private void end(List<Effect<Output>> effects, boolean commit) {
      ended = true;
      effects.add(new Effect.Output<>(new Output.Decide(commit)));
      effects.add(new Effect.Output<>(new Output.End()));
    }

    @Override
    public Set<Integer> missing() {
      return Set.of();
    }

    @Override
    public Set<Integer> voters() {
      return Set.of();
    }

    @Override
    public String phase() {
      return "waiting";
    }
  }

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public int code() {
    return 99;
  }

  @Override
  public Traits traits() {
    return new Traits(Set.of(Assumption.SYNCHRONOUS_CRASH), 3, false);
  }

  @Override
  public CommitMachine coordinator(NodeView self) {
    return participant(self, 0);
  }

  @Override
  public CommitMachine participant(NodeView self, int coordinator) {
    return new Machine(self.node(), patience * self.timing().delayBoundNanos());
  }

  @Override
  public CommitMachine recovered(NodeView self, RecoveredRecords found) {
    throw new UnsupportedOperationException("it writes nothing");
  }

  @Override
  public CommitMessage abort() {
    return Word.GO;
  }

  @Override
  public CommitMessage no(int round) {
    return Word.GO;
  }

  @Override
  public @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message) {
    return null;
  }

  @Override
  public CommitMessage decode(Decoder in) {
    return Word.GO;
  }
}
