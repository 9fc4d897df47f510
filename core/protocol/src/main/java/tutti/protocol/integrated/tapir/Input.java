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
   * The replica lacks a truncated part of the configuration log, and has got another replica's
   * versions that belong to this image: it continues from there.
   *
   * @param gone the versions that the other replica has removed, which are removed here, too
   */
  record Installed(Image image, List<Record.Removed> gone) implements Input {
    public Installed {
      gone = List.copyOf(gone);
    }
  }

  /**
   * All replicas of the shard pass over a transaction on a person's order, since they cannot take
   * it: the replica refuses it, whatever it accesses, unless it has answered before.
   *
   * @param asker the host whose coordinator has asked for the replica's vote; {@link #NOBODY} if
   *     the order itself has come
   */
  record PassedOver(Transaction transaction, int asker) implements Input {
    /** No host. */
    public static final int NOBODY = -1;
  }
}
