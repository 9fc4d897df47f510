package tutti.server.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.access.identity.Principal;
import tutti.access.policy.OperatorWork;
import tutti.access.policy.Rights;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.server.catalog.Catalog;

/**
 * A client who has passed the gate, with what he may ask for: one request is judged by one of these
 * as a whole. Where the service is open, everybody may do everything. Immutable.
 */
public final class Entrant {
  private final @Nullable Principal caller;
  private final @Nullable Rights rights;
  private final Catalog catalog;

  private Entrant(@Nullable Principal caller, @Nullable Rights rights, Catalog catalog) {
    this.caller = caller;
    this.rights = rights;
    this.catalog = catalog;
  }

  /** The entrant that anybody is where the service is open. */
  static Entrant anybody(Catalog catalog) {
    return new Entrant(null, null, catalog);
  }

  /**
   * A caller with rights.
   *
   * @param catalog what he sees of the application
   */
  static Entrant of(Principal caller, Rights rights, Catalog catalog) {
    return new Entrant(caller, rights, catalog);
  }

  /** A client who has not shown who he is, and may do nothing. */
  static Entrant stranger(Rights none, Catalog nothing) {
    return new Entrant(null, none, nothing);
  }

  /** The part of the application that he sees: to him there is nothing else. */
  public Catalog catalog() {
    return catalog;
  }

  /** The caller of his requests, as rules of the application see him. */
  public Caller caller() {
    return caller == null ? Caller.NOBODY : caller.caller();
  }

  /** His name, for logs; null where nobody needs one. */
  public @Nullable String subject() {
    return caller == null ? null : caller.subject();
  }

  /** The customer of the service for whom he acts; null where nobody needs one. */
  public @Nullable String tenant() {
    return caller == null ? null : caller.tenant();
  }

  /**
   * Returns whether all of what is told of any transaction may be told him: he has every right, or
   * looks after transactions.
   */
  public boolean mayKnowOfOthers() {
    return may(OperatorWork.TRANSACTIONS);
  }

  /** Returns whether he may call an event or procedure of an actor. */
  public boolean mayCall(String type, String action, String key) {
    return rights == null || caller != null && rights.mayCall(type, action, key, caller);
  }

  /** Returns whether he may read anything of an actor. */
  public boolean mayRead(ActorId actor) {
    return rights == null || caller != null && rights.mayRead(actor.type(), actor.key(), caller);
  }

  /** Returns the fields of an actor that he may read; null for all. */
  public @Nullable Set<String> fields(ActorId actor) {
    if (rights == null) {
      return null;
    }
    return caller == null ? Set.of() : rights.fields(actor.type(), actor.key(), caller);
  }

  /** Returns whether he may list the actors of a type. */
  public boolean mayList(String type) {
    return rights == null || rights.mayList(type);
  }

  /** Returns whether he may query the relations of an actor. */
  public boolean mayQuery(ActorId actor) {
    return rights == null || caller != null && rights.mayQuery(actor.type(), actor.key(), caller);
  }

  /** Returns whether he may do an operator's work. */
  public boolean may(OperatorWork operation) {
    return rights == null || rights.may(operation);
  }

  /**
   * Returns an idempotency key of his as the nodes keep it: apart from those of other tenants, who
   * neither get his answers nor learn which keys he has.
   */
  public String keyOf(String key) {
    return caller == null ? key : Idempotency.keyOfTenant(caller.tenant(), key);
  }
}
