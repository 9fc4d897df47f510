package tutti.protocol.integrated.janus.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * A transaction that a voter hands over when its configuration has ended, and with which the next
 * configuration begins. Immutable.
 *
 * @param request the request; unknown if the voter has none
 * @param witnessed the transactions that were before it. In a new configuration: all that the
 *     voters which have handed it over have witnessed, if each of these voters had its request; the
 *     transaction may have been decided on the fast path then, with these dependencies
 * @param acceptedIn the ballot in which it was accepted
 */
public record HandedOver(
    Transaction transaction,
    Request request,
    Optional<Dependencies> witnessed,
    Ballot acceptedIn,
    Optional<Decision> accepted,
    Optional<Decision> decided) {

  /** Returns the transaction as two voters know it together. */
  public HandedOver with(HandedOver other) {
    boolean higher =
        other.accepted.isPresent() && (accepted.isEmpty() || acceptedIn.isBelow(other.acceptedIn));
    return new HandedOver(
        transaction,
        request.isKnown() ? request : other.request,
        witnessed.isPresent() && other.witnessed.isPresent()
            ? Optional.of(
                Dependencies.union(List.of(witnessed.orElseThrow(), other.witnessed.orElseThrow())))
            : Optional.empty(),
        higher ? other.acceptedIn : acceptedIn,
        higher ? other.accepted : accepted,
        decided.or(() -> other.decided));
  }

  /** Returns the transaction without what this voter witnessed, of which another knows nothing. */
  public HandedOver withoutWitness() {
    return new HandedOver(transaction, request, Optional.empty(), acceptedIn, accepted, decided);
  }

  /** Appends this transaction's bytes. */
  public void encode(Encoder out) {
    transaction.encode(out);
    request.encode(out);
    out.putBoolean(witnessed.isPresent());
    witnessed.ifPresent(each -> each.encode(out));
    acceptedIn.encode(out);
    encode(accepted, out);
    encode(decided, out);
  }

  private static void encode(Optional<Decision> decision, Encoder out) {
    out.putBoolean(decision.isPresent());
    decision.ifPresent(each -> each.encode(out));
  }

  /**
   * Reads a transaction and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static HandedOver decode(Decoder in) {
    return new HandedOver(
        Transaction.decode(in),
        Request.decode(in),
        in.getBoolean() ? Optional.of(Dependencies.decode(in)) : Optional.empty(),
        Ballot.decode(in),
        decision(in),
        decision(in));
  }

  private static Optional<Decision> decision(Decoder in) {
    return in.getBoolean() ? Optional.of(Decision.decode(in)) : Optional.empty();
  }

  /** Appends the bytes of some transactions. */
  public static void encode(List<HandedOver> all, Encoder out) {
    out.putVarLong(all.size());
    all.forEach(each -> each.encode(out));
  }

  /**
   * Reads some transactions and leaves the bytes that follow them.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static List<HandedOver> all(Decoder in) {
    List<HandedOver> all = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      all.add(decode(in));
    }
    return all;
  }
}
