package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/**
 * The observations of one transaction so far: an immutable list that grows at its head, so that a
 * claim keeps the observations with which it was accepted.
 */
public final class Observations implements Surroundings {
  private final Instant now;
  private final Caller caller;
  private final @Nullable Entry head;

  private record Entry(
      ActorId actor, Observation what, @Nullable Object value, @Nullable Entry next) {}

  private Observations(Instant now, Caller caller, @Nullable Entry head) {
    this.now = now;
    this.caller = caller;
    this.head = head;
  }

  /** Returns the surroundings of a transaction of nobody, without observations. */
  public static Observations at(Instant now) {
    return at(now, Caller.NOBODY);
  }

  /** Returns surroundings without observations. */
  public static Observations at(Instant now, Caller caller) {
    return new Observations(now, caller, null);
  }

  /** Returns surroundings of the same transaction, without observations. */
  public Observations withoutFacts() {
    return head == null ? this : at(now, caller);
  }

  /** Returns these observations and one more. */
  public Observations with(ActorId actor, Observation what, @Nullable Object value) {
    return new Observations(now, caller, new Entry(actor, what, value, head));
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public @Nullable Object observe(ActorId other, Observation what) {
    for (Entry entry = head; entry != null; entry = entry.next) {
      if (entry.actor.equals(other) && entry.what.equals(what)) {
        return entry.value;
      }
    }
    throw new Unobserved(other, what);
  }

  /** Returns all observations, oldest first. */
  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (Entry entry = head; entry != null; entry = entry.next) {
      facts.add(new Fact(entry.actor, entry.what, entry.value));
    }
    Collections.reverse(facts);
    return facts;
  }

  public boolean isEmpty() {
    return head == null;
  }

  /** One observation and its value. */
  public record Fact(ActorId actor, Observation what, @Nullable Object value) {}
}
