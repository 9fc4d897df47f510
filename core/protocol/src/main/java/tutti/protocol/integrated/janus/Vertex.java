package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.membership.HandedOver;

/**
 * All that a replica remembers of a transaction of its shard. The text has one field for the
 * dependencies; here what the replica has <i>witnessed</i>, what it has <i>accepted</i> and what is
 * <i>decided</i> are three (docs/rulings.md#janus). Changed by {@link DurableState} alone.
 */
final class Vertex {
  final Transaction transaction;

  /** Not known until some message has brought it; it never changes then. */
  Request request = Request.NONE;

  /** The transactions with a conflict that were known here before; of use if the request is. */
  Dependencies witnessed = Dependencies.NONE;

  /** The ballot below which no coordinator is heeded any more. */
  Ballot promised = Ballot.FIRST;

  /** The ballot in which {@link #accepted} was. */
  Ballot acceptedIn = Ballot.FIRST;

  @Nullable Decision accepted;
  @Nullable Decision decided;

  /** Whether its place among all transactions of this replica is fixed. */
  boolean ordered;

  /** The shard's words, one for each round. */
  final List<PieceInput> said = new ArrayList<>();

  /** Whether the replica has promised to execute it only if another one has. */
  boolean held;

  /**
   * True if the replica that wrote this durable state had promised this ballot. That is no promise
   * of this replica.
   */
  boolean wary;

  /** The executions here that have ended the host's process. */
  int failures;

  /**
   * The starts since the first one in which its execution has begun, and neither ended nor failed.
   */
  int begun;

  /** True if an earlier start may have begun the execution, and this start has not begun it. */
  boolean again;

  /** Whether all replicas have agreed that it is refused. */
  boolean barred;

  /** Whether an earlier start of the replica knew of it: that one may have executed it. */
  boolean old;

  /** Whether its piece is being executed. */
  boolean executing;

  /** Whether another replica is known to have executed it. */
  boolean ranElsewhere;

  /** The output of its piece, once that is executed or skipped. */
  @Nullable PieceOutput output;

  Vertex(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Whether no replica can have executed it in that configuration of a shard, or before. */
  boolean isDecidedBehind(int shard, long number) {
    return decided != null && output == null && decided.configuration(shard) > number;
  }

  /** An execution has ended the process of the host. */
  void failed(boolean holds) {
    failures++;
    begun = Math.max(0, begun - 1);
    held |= holds;
  }

  Optional<Decision> accepted() {
    return Optional.ofNullable(accepted);
  }

  boolean isAbandoned() {
    return decided != null && decided.abandoned();
  }

  /** Returns whether the transaction is decided, and those before it are to be executed first. */
  boolean waitsForOthers() {
    return decided != null && !isAbandoned() && output == null;
  }

  /** The transaction, as it is handed over to the next configuration. */
  HandedOver handed() {
    return new HandedOver(
        transaction,
        request,
        request.isKnown() ? Optional.of(witnessed) : Optional.empty(),
        acceptedIn,
        accepted(),
        Optional.ofNullable(decided));
  }

  /** The facts that make this vertex, but for its place and its output. */
  List<Record> image() {
    List<Record> facts = new ArrayList<>();
    if (request.isKnown()) {
      facts.add(new Record.Witnessed(transaction, request, promised, witnessed));
    } else {
      facts.add(new Record.Promised(transaction, promised));
    }
    if (accepted != null) {
      facts.add(new Record.Accepted(transaction, acceptedIn, accepted));
    }
    if (decided != null) {
      facts.add(new Record.Decided(transaction, decided));
    }
    said.forEach(word -> facts.add(new Record.RoundInput(transaction.id(), word)));
    if (held) {
      facts.add(new Record.Held(transaction));
    }
    if (wary) {
      facts.add(new Record.Wary(transaction));
    }
    for (int failure = 0; failure < failures; failure++) {
      facts.add(new Record.Failed(transaction.id(), held));
    }
    for (int start = 0; start < begun; start++) {
      facts.add(new Record.Begun(transaction.id()));
    }
    if (barred) {
      facts.add(new Record.Barred(transaction.id()));
    }
    return facts;
  }
}
