package tutti.engine.history;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.protocol.replication.LogEntry;

/** A history that passes each event on to another one, except for the methods that it overrides. */
public interface ForwardingHistory extends History {

  /** Returns the history to which all calls are forwarded. */
  History history();

  /** Returns true: this history listens itself. */
  @Override
  default boolean enabled() {
    return true;
  }

  @Override
  default void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    history().decided(attempt, key, lsn, claims, results);
  }

  @Override
  default void looked(
      BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {
    history().looked(attempt, key, lsn, results);
  }

  @Override
  default void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    history().prepared(branch, lsn, claims);
  }

  @Override
  default void promised(BranchKey attempt, long lsn, List<Claim> claims) {
    history().promised(attempt, lsn, claims);
  }

  @Override
  default void branchEnded(BranchKey branch, boolean committed, long lsn) {
    history().branchEnded(branch, committed, lsn);
  }

  @Override
  default void ending(BranchKey attempt) {
    history().ending(attempt);
  }

  @Override
  default void undone(BranchKey attempt) {
    history().undone(attempt);
  }

  @Override
  default void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
    history().wrote(transaction, actor, version, call);
  }

  @Override
  default void read(TransactionId transaction, ActorId actor, long version) {
    history().read(transaction, actor, version);
  }

  @Override
  default void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {
    history().relied(attempt, claim, version, value);
  }

  @Override
  default void withdrawn(Claim claim) {
    history().withdrawn(claim);
  }

  @Override
  default void proposed(
      BranchKey attempt, @Nullable String key, List<Claim> claims, List<@Nullable Object> results) {
    history().proposed(attempt, key, claims, results);
  }

  @Override
  default void executedPart(
      BranchKey attempt,
      int calls,
      List<Integer> places,
      List<Claim> claims,
      List<@Nullable Object> results) {
    history().executedPart(attempt, calls, places, claims, results);
  }

  @Override
  default void named(BranchKey attempt, String name) {
    history().named(attempt, name);
  }

  @Override
  default void committed(String name) {
    history().committed(name);
  }

  @Override
  default void recorded(int shard) {
    history().recorded(shard);
  }

  @Override
  default void graphGrew(int shard, int vertices, int edges, int components) {
    history().graphGrew(shard, vertices, edges, components);
  }

  @Override
  default History ofTerm(int shard, long term) {
    return history().ofTerm(shard, term);
  }

  @Override
  default void chosen(int shard, List<LogEntry> entries) {
    history().chosen(shard, entries);
  }
}
