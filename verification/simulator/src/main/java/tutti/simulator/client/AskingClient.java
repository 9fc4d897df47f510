package tutti.simulator.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Call;

/** The client for which a part of it asks nodes: its habits, and what it notes of answers. */
interface AskingClient {
  String name();

  /** Waits in virtual time. Call this only in a task. */
  void pause(long nanos);

  /** Makes a request under a key that is given, repeated as a client would. In a task only. */
  void request(List<Call> calls, String key, long timeoutNanos);

  /** Draws whether a client that was not answered never asks again: some do not. */
  boolean neverComesBack();

  /** Returns whether a client asks again that was told of this reason. */
  boolean again(TransactionId transaction, Reason reason, boolean hurries);

  /**
   * Returns whether an answer speaks of all tries that nodes have read. A node that has not asked
   * the key's home speaks of this try alone; and no answer speaks of one that waits for a leader.
   */
  boolean isAboutKey(Reason reason);

  /** Judges a refusal of these calls. */
  void checkRefusal(List<Call> calls, Reason reason);

  /**
   * Notes a commit that the client was told of.
   *
   * @param attempt the number of the try, from 0
   */
  void acknowledged(Outcome.Committed its, @Nullable String key, int attempt);

  /** The transactions of which the client was told that their outcome was not yet known. */
  List<TransactionId> doubts();
}
