package tutti.protocol.integrated.tapir;

import java.util.List;

/** An event of a replica's or a coordinator's machine. */
public sealed interface Event {

  /** The timers of machines; a machine has at most one of each. */
  enum Timer {
    /** A coordinator waits no longer for a fast quorum. */
    FAST,
    /** A machine repeats what was not answered. */
    RETRY,
    /** A replica looks for transactions whose coordinator is gone. */
    WATCH
  }

  /**
   * The machine may begin: its first event, which comes once.
   *
   * @param nonce a random number above 0 that no other start of any machine has
   */
  record Started(long nonce) implements Event {}

  /**
   * A message has come.
   *
   * @param from the sender's host
   * @param shard the shard of the replica that sent it, or to which a coordinator has sent it
   */
  record Received(int from, int shard, Message message) implements Event {}

  /** The oldest so many records that {@link Effect.Persist} wanted are durable. */
  record Persisted(int count) implements Event {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired(Timer timer) implements Event {}

  /**
   * The leader of the shard's register is known: the replicated log of its views. Given anew to a
   * replica that leads whenever a reign of it opens.
   */
  record Leads(int host) implements Event {}

  /** The next command of the register is chosen; commands are told in their order. */
  record Chosen(ViewEntry entry) implements Event {}

  /**
   * The replica lacks a part of the register's log that was let go, and has got the versions that
   * go with this image of another replica: it goes on from there.
   *
   * @param gone what that one has let go of, which is gone here, too
   */
  record Installed(Image image, List<Fact.Gone> gone) implements Event {
    public Installed {
      gone = List.copyOf(gone);
    }
  }

  /**
   * All replicas of the shard pass over a transaction that they cannot take, as a person has
   * ordered: the replica refuses it, whatever it accesses, unless it has answered before.
   *
   * @param asker the host whose coordinator has asked for the replica's vote; {@link #NOBODY}, if
   *     the order has come
   */
  record PassedOver(Transaction transaction, int asker) implements Event {
    /** No host. */
    public static final int NOBODY = -1;
  }

  /** The host's disk has failed, or the host stops: the machine does nothing any more. */
  record Halted() implements Event {}
}
