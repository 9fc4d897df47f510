package tutti.protocol.integrated.tapir;

import java.util.List;

/**
 * An input of a {@link Replica}: a wish of its host, or a word of the shard's configuration log.
 */
public sealed interface Input {

  /**
   * The leader of the shard's configuration log is known: the replicated log of its views. Given
   * anew to a replica that leads whenever a term of it opens.
   */
  record Leads(int host) implements Input {}

  /** The next command of the configuration log is chosen; commands are told in their order. */
  record Chosen(ViewCommand entry) implements Input {}

  /**
   * The replica lacks a part of the configuration log's log that was let go, and has got the
   * versions that go with this image of another replica: it goes on from there.
   *
   * @param gone what that one has let go of, which is gone here, too
   */
  record Installed(Image image, List<Record.Removed> gone) implements Input {
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
  record PassedOver(Transaction transaction, int asker) implements Input {
    /** No host. */
    public static final int NOBODY = -1;
  }
}
