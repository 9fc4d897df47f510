package tutti.engine.integrated.janus;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.integrated.ItemExecution.End;
import tutti.engine.integrated.ItemExecution.Named;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;

/**
 * Transfers between two accounts, one in each shard, which leave a receipt beside the first one. A
 * transfer is refused if the first account has too little.
 */
final class Transfers {
  /** The balance of an account that no transfer has touched. */
  static final long BEGINS_WITH = 100;

  /**
   * A transfer.
   *
   * @param from the shard of the account that pays; the other shard's account is paid
   */
  record Transfer(long number, int from, int account, int other, long amount) {

    ActorId payer() {
      return Transfers.account(from, account);
    }

    ActorId payee() {
      return Transfers.account(1 - from, other);
    }

    ActorId receipt() {
      return new ActorId("Receipt", Long.toString(number));
    }

    Request request() {
      Encoder action = new Encoder();
      action.putVarLong(number).putVarLong(from).putVarLong(account);
      action.putVarLong(other).putVarLong(amount);
      SortedMap<Integer, Piece> pieces = new TreeMap<>();
      TreeSet<ActorId> paying = new TreeSet<>();
      paying.add(payer());
      paying.add(receipt());
      TreeSet<ActorId> paid = new TreeSet<>();
      paid.add(payee());
      pieces.put(from, new Piece(new TreeSet<>(), paying, new Payload(action.toByteArray())));
      pieces.put(1 - from, new Piece(new TreeSet<>(), paid, Payload.NONE));
      return new Request(pieces, true);
    }

    private static Transfer decode(byte[] action) {
      Decoder in = new Decoder(action);
      return new Transfer(
          in.getVarLong(),
          (int) in.getVarLong(),
          (int) in.getVarLong(),
          (int) in.getVarLong(),
          in.getVarLong());
    }
  }

  static ActorId account(int shard, int number) {
    return new ActorId("Account", shard + "-" + number);
  }

  static long balance(byte[] value) {
    return value.length == 0 ? BEGINS_WITH : ByteBuffer.wrap(value).getLong();
  }

  private static byte[] value(long balance) {
    return ByteBuffer.allocate(Long.BYTES).putLong(balance).array();
  }

  /** Returns a transfer as its client knows it. */
  static Named name(byte[] action) {
    Transfer transfer = Transfer.decode(action);
    return new Named(
        new BranchKey(new TransactionId(0, 0, transfer.number()), 0),
        Instant.EPOCH,
        List.of(transfer.payer().toString(), transfer.payee().toString()));
  }

  /** Returns the end of a transfer that all hosts have agreed to refuse. */
  End barred(byte[] action) {
    return new End(true, value(Transfer.decode(action).number()), new TreeMap<>());
  }

  /** Returns the end of a transfer on those values. */
  End end(byte[] action, SortedMap<ActorId, byte[]> values) {
    Transfer transfer = Transfer.decode(action);
    long has = balance(values.get(transfer.payer()));
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    if (has >= transfer.amount()) {
      writes.put(transfer.payer(), value(has - transfer.amount()));
      long other = balance(values.get(transfer.payee()));
      writes.put(transfer.payee(), value(other + transfer.amount()));
      writes.put(transfer.receipt(), value(transfer.amount()));
    }
    return new End(writes.isEmpty(), value(has), writes);
  }
}
