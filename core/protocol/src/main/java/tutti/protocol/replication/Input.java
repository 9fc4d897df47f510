package tutti.protocol.replication;

import java.util.List;

/** An input of a {@link ReplicaMachine}: a wish of its host. */
public sealed interface Input {

  /**
   * Commands for the shard's log, in this order, one after another from the position that {@link
   * Output.Opened} gave and behind all that this term proposed before. Ignored if that term is
   * over: then none of them is or ever will be in any log.
   */
  record Propose(Ballot term, List<Command> commands) implements Input {
    public Propose {
      commands = List.copyOf(commands);
    }
  }

  /**
   * A question whether that term still stands at a moment after this event; answered by {@link
   * Output.Confirmed}. Ignored if it is over.
   *
   * @param ticket the asker's number, higher than those of its earlier questions
   */
  record Confirm(Ballot term, long ticket) implements Input {}

  /**
   * The leader should let that host lead: the machine hands over once all that was proposed is
   * chosen and that host has it, and gives up after an election's wait. Ignored by a replica that
   * does not lead.
   */
  record HandOver(int to) implements Input {
    /**
     * Stands for the host that has most of the log, which is to lead at once: this host cannot do a
     * leader's work, since its disk or its executors do not go on. What was proposed and is not
     * chosen yet may be lost.
     */
    public static final int AT_ONCE = -1;
  }

  /**
   * A checkpoint of this host that is complete and durable contains the shard's log up to this
   * position, so the log up to there may be truncated. The position is never beyond the chosen
   * part.
   */
  record Released(long position) implements Input {}

  /**
   * The oldest records of the replica hold the host's log, though there is nothing that a
   * checkpoint could contain in their place: the replica writes anew what it still needs of them.
   */
  record Renew() implements Input {}

  /**
   * The host has installed a checkpoint that came from another replica, durably: all up to this
   * mark is contained in it.
   *
   * @param terms the number of terms up to the mark
   */
  record Installed(LogMark mark, long terms) implements Input {}
}
