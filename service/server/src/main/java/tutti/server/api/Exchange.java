package tutti.server.api;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.access.policy.OperatorWork;
import tutti.engine.node.Node;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.server.access.Entrant;
import tutti.server.access.RequestAudit;
import tutti.server.http.HeldBytes;
import tutti.server.http.Response;
import tutti.server.http.WaitingClient;
import tutti.server.http.WholeRequest;

/** One request on its way to its answer. The answer may come from another thread. */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /** The header that says which of several nodes answers, and which leads the actor's shard. */
  private static final String NODE = "Tutti-Node";

  /** Answers of more bytes are counted together. */
  private static final int LONG = 64 << 10;

  private static final int OK = 200;
  private static final int BUG = 500;

  final WholeRequest request;
  private final WaitingClient client;
  private final ServerMetrics metrics;
  private final Node node;
  private final HeldBytes held;
  private final RequestAudit audit;
  private final @Nullable String origin;
  private @Nullable Entrant entrant;
  private @Nullable Door door;
  private Route route = Route.OTHER;
  private volatile @Nullable ActorId actor;

  private volatile boolean left;
  private volatile @Nullable Runnable whenLeft;

  /** True once it is known that the request waited for what no work of this node ends. */
  private volatile boolean heldUp;

  /**
   * @param node the node that answers
   * @param held counts the bytes of long answers
   * @param audit takes note of refusals
   * @param origin the origin of the page that makes the request, if it is another origin than the
   *     service's, and allowed; else null
   */
  Exchange(
      WholeRequest request,
      WaitingClient client,
      ServerMetrics metrics,
      Node node,
      HeldBytes held,
      RequestAudit audit,
      @Nullable String origin) {
    this.audit = audit;
    this.node = node;
    this.held = held;
    this.origin = origin;
    this.request = request;
    this.client = client;
    this.metrics = metrics;
  }

  /** Sets the door that has taken this request. */
  void takenBy(Door it) {
    this.door = it;
  }

  /** Sets who makes this request. */
  void by(Entrant it) {
    this.entrant = it;
  }

  /** Returns who makes this request. */
  Entrant by() {
    return Objects.requireNonNull(entrant, "not past the gate");
  }

  /** Refuses the request if whoever makes it may not do an operator's work. */
  void require(OperatorWork work) throws BadRequest {
    if (!by().may(work)) {
      throw new BadRequest(
          AccessRefusals.notPermitted("do not have the operators' work '" + work.word() + "'"));
    }
  }

  /** Returns this request as the audit log has it. */
  RequestAudit.Asked asked() {
    return new RequestAudit.Asked(request, client.address(), entrant);
  }

  /** Takes note of an answer that refuses what whoever asks has no right to. */
  void audit(Response answer) {
    int status = answer.status();
    if (status == 401 || status == 403) {
      audit.refused(asked(), status, ProblemDocument.codeOf(answer));
    }
  }

  /** Takes note that the path names what whoever asks may not see. */
  void auditHidden() {
    audit.refused(asked(), 404, "unknown-specification");
  }

  /** Sets the name under which the metrics count this request. */
  void route(Route route) {
    this.route = route;
  }

  /** Returns the name under which the metrics count this request. */
  Route route() {
    return route;
  }

  /** Sets the actor that the request is about. */
  void about(ActorId it) {
    this.actor = it;
  }

  /** Takes note how the transaction of the request has ended, before the answer. */
  void ended(Outcome outcome) {
    heldUp = outcome instanceof Outcome.Aborted(_, Reason.Deadline late) && late.inDoubt() != null;
  }

  /** Answers the request; called once. */
  void reply(Response response) {
    answer(() -> response);
  }

  /**
   * Answers the request with what is made here; called once, on any thread. Whatever that throws,
   * the client has an answer: that it is a bug.
   */
  void answer(Supplier<Response> made) {
    answer(made, Exchange::unmade);
  }

  /**
   * Answers the request as the method above does.
   *
   * @param instead makes the answer to a request of which the other one cannot be made
   */
  void answer(Supplier<Response> made, Supplier<ProblemDocument> instead) {
    Response response;
    try {
      response = placed(made.get());
    } catch (RuntimeException | Error bug) {
      LOG.error("the answer to {} {} cannot be made", request.method(), route, bug);
      send(instead.get().response());
      if (FatalErrors.isFatal(bug)) {
        throw bug;
      }
      return;
    }
    send(response);
  }

  /** Gives the room of the body back: the answer goes on as long as its client likes. */
  void bodyRead() {
    client.bodyRead();
  }

  /** Begins an answer that is made while it is sent; {@link #told} follows. */
  void tell(Response streamed) {
    client.reply(readable(placed(streamed)));
  }

  /** Ends an answer that was made while it was sent; called once. */
  void told() {
    // Its time is that of many transactions, and says nothing of one.
    heldUp = true;
    leave(OK);
    metrics.answered(route, OK, System.nanoTime() - request.arrived());
  }

  private static ProblemDocument unmade() {
    return bug("the answer cannot be made, whatever was done: the server's log has the reason");
  }

  /** Returns the problem of a mistake in the server. */
  static ProblemDocument bug(String detail) {
    return new ProblemDocument(BUG, Reason.INTERNAL_ERROR, Titles.BUG, detail);
  }

  private void send(Response response) {
    audit(response);
    leave(response.status());
    metrics.answered(route, response.status(), System.nanoTime() - request.arrived());
    client.reply(counted(readable(response)));
  }

  /** Counts a long answer that is there as a whole among those that wait for their clients. */
  private Response counted(Response response) {
    int bytes = response.body().length;
    if (bytes <= LONG) {
      return response;
    }
    held.hold(bytes);
    return response.whenGone(() -> held.give(bytes));
  }

  private Response readable(Response response) {
    return origin == null ? response : AllowedOrigins.readable(response, origin);
  }

  private Response placed(Response response) {
    String name = node.name();
    return name == null ? response : response.with(NODE, place(name));
  }

  /** The node that answers; and the shard of the actor, with the node that leads it. */
  private String place(String name) {
    ActorId about = actor;
    ActorPlace place = about == null ? null : node.place(about);
    String host = "host=\"" + name + "\"";
    if (place == null) {
      return host;
    }
    String shard = host + ", shard=" + place.shard();
    return place.leader() == null ? shard : shard + ", leader=\"" + place.leader() + "\"";
  }

  /** Returns whether it is answered, or given up. */
  boolean isLeft() {
    return left;
  }

  /** Sets what is run once the request is answered, to the end, or given up. */
  void whenLeft(Runnable task) {
    whenLeft = task;
  }

  /** Leaves the door, at most once: by an answer with that status. */
  void leave(int status) {
    left = true;
    Runnable end = whenLeft;
    whenLeft = null;
    if (end != null) {
      end.run();
    }
    Door taking = door;
    door = null;
    if (taking != null) {
      taking.ended(request, status, heldUp);
    }
  }

  /** Leaves the door by an error, whose answer others give. */
  void failed() {
    leave(BUG);
  }

  /** Runs a task after all requests that have arrived have been handled. */
  void later(Runnable task) {
    client.later(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error bug) {
            failed();
            throw bug;
          }
        });
  }

  void reply(ProblemDocument problem) {
    reply(problem.response());
  }

  /** Whether the request's method is allowed; answers the request if it is not. */
  boolean allows(String methods) {
    if (permits(methods)) {
      return true;
    }
    refuseMethod(methods, "");
    return false;
  }

  /** Whether the request's method is among these. */
  boolean permits(String methods) {
    String method = request.method();
    for (String one : methods.split(", ")) {
      if (one.equals(method)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Answers a request whose method is not among these: OPTIONS asks for them, and any other is
   * wrong.
   *
   * @param advice what a client that posts may have meant, or empty
   */
  void refuseMethod(String methods, String advice) {
    String method = request.method();
    if (method.equals("OPTIONS")) {
      reply(allowed(methods + ", OPTIONS"));
      return;
    }
    boolean meant = method.equals("POST") && !advice.isEmpty();
    String found = "this path takes " + methods + ", not " + Lookup.shorten(method);
    reply(
        new ProblemDocument(
                405, "method-not-allowed", Titles.BAD_INPUT, meant ? found + "; " + advice : found)
            .response()
            .with("Allow", methods + ", OPTIONS"));
  }

  static Response allowed(String methods) {
    return new Response(200, Response.JSON, new byte[0]).with("Allow", methods);
  }
}
