package tutti.engine.distribution;

import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.distribution.member.Branches;
import tutti.engine.distribution.member.CommitContext;
import tutti.engine.distribution.member.CommitMembers;
import tutti.engine.distribution.member.TransactionCoordinator;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.TooLong;
import tutti.engine.distribution.peer.BulkAnswers;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.LogTelling;
import tutti.engine.distribution.peer.PeerHandshakes;
import tutti.engine.distribution.peer.PeerIncarnations;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.distribution.peer.PeerReading;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.Probes;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Receiver;
import tutti.model.MalformedData;

/**
 * The receiver of everything that the transport tells: it gives every message to the part of the
 * node that it is meant for. Thread-safe.
 */
final class PeerDispatcher implements Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(PeerDispatcher.class);

  /**
   * The time, in nanoseconds, in which a node whose connection has ended may come back before what
   * waits for it is answered: a connection that breaks alone is made anew by then.
   */
  private static final long BACK_NANOS = 100_000_000;

  private final CommitContext context;
  private final Peers peers;
  private final CommitMembers members;
  private final Calls calls;
  private final PeerHandshakes meetings;
  private final BulkAnswers answers;
  private final PeerReading reading;

  /** Set while the news of others' logs wait to be kept. */
  private final AtomicBoolean keepsSoon = new AtomicBoolean();

  private volatile Distribution.@Nullable Server server;

  /** The branches of other nodes' transactions; null until they are admitted. */
  private volatile @Nullable Branches branches;

  private volatile @Nullable Probes probes;
  private volatile boolean stopping;

  PeerDispatcher(CommitContext context, CommitMembers members, Calls calls) {
    this.context = context;
    this.peers = context.peers();
    this.members = members;
    this.calls = calls;
    this.meetings = new PeerHandshakes(peers, context.runtime().scheduler());
    this.answers =
        new BulkAnswers(
            context.runtime().scheduler().newStepQueue("answers"),
            context.runtime().memory().underWay(),
            new BulkAnswers.Way() {
              @Override
              public void send(int node, long number, PeerMessage.Answer answer) {
                respond(node, number, answer);
              }

              @Override
              public void afterSent(int node, Runnable then) {
                peers.afterSent(Set.of(node), then);
              }
            });
    this.reading =
        new PeerReading(
            peers.format(),
            context.runtime().scheduler(),
            context.runtime().service(),
            new PeerReading.To() {
              @Override
              public void take(int node, PeerMessage message) {
                received(node, message);
              }

              @Override
              public void heard(int node, LogWord word) {
                PeerDispatcher.this.heard(node, word);
              }

              @Override
              public void unread(int node, PeerMessage outline, Reason.Unavailable why) {
                refuse(node, outline, why);
              }
            });
    peers.loop(message -> context.runtime().service().step(() -> received(peers.self(), message)));
  }

  /** Gives questions of other nodes to the rest of this one from now on. */
  void begin(Distribution.Server rest) {
    server = rest;
    meetings.begin();
  }

  /** Admits branches of other nodes' transactions from now on. */
  void admit(Branches door, Probes chasing) {
    probes = chasing;
    branches = door;
  }

  /** Refuses new branches from now on. */
  void stop() {
    stopping = true;
  }

  private Distribution.Server serve() {
    return Objects.requireNonNull(server, "nothing comes before the start");
  }

  /**
   * Returns, in words, the nodes that this one waits for before it reports that it is ready; null
   * if none.
   */
  @Nullable String awaited() {
    return meetings.awaited();
  }

  /** Returns the number of victims of deadlocks over several nodes that were stopped here. */
  long deadlocks() {
    Probes chasing = probes;
    return chasing == null ? 0 : chasing.found();
  }

  @Override
  public @Nullable String greeted(int node, byte[] bytes) {
    Greeting it;
    try {
      it = Greeting.read(bytes);
    } catch (MalformedData malformed) {
      return "its greeting cannot be read: " + malformed.getMessage();
    }
    PeerIncarnations.Judgement judgement;
    try {
      judgement = peers.incarnations().judge(node, it);
    } catch (UncheckedIOException disk) {
      return "this node cannot write down whom it met: " + disk.getMessage();
    }
    Branches known = branches;
    if (judgement.restarted() && known != null) {
      members.restarted(node, it.keepsNothing());
      serve().restarted(node);
    }
    String refusal = judgement.refusal();
    if (refusal != null) {
      meetings.refused(node, refusal);
    }
    return refusal;
  }

  @Override
  public void refused(int node, String why) {
    meetings.refused(node, "it refuses this node: " + why);
    if (why.startsWith(PeerIncarnations.STALE)) {
      serve().refused(peers.name(node) + " refuses this node: " + why);
    }
  }

  @Override
  public void connected(int node) {
    LOG.info("{} is connected", peers.name(node));
    meetings.met(node);
    members.connected(node);
    calls.connected(node);
  }

  @Override
  public void disconnected(int node, String why) {
    LOG.info("{} is disconnected: {}", peers.name(node), why);
    PeerLogs logs = context.recovered().peers().logs();
    if (logs != null && logs.hasNews()) {
      context.runtime().service().step(logs::keepNews);
    }
    if (!peers.areShards()) {
      context
          .runtime()
          .scheduler()
          .after(BACK_NANOS, context.runtime().service(), () -> lost(node));
    }
  }

  private void heard(int node, LogWord word) {
    PeerLogs logs = context.recovered().peers().logs();
    if (logs == null) {
      return;
    }
    StepQueue service = context.runtime().service();
    if (logs.heard(node, word)) {
      service.step(logs::keepNews);
    } else if (!keepsSoon.get()
        && logs.durable(node) > logs.kept(node)
        && keepsSoon.compareAndSet(false, true)) {
      // Nothing that was heard is kept later than this, whatever becomes of both nodes.
      Runnable keep =
          () -> {
            keepsSoon.set(false);
            logs.keepNews();
          };
      context.runtime().scheduler().after(LogTelling.KEEP_NANOS, service, keep);
    }
  }

  /** Returns whether news of others' logs wait to be kept. */
  boolean keepsSoon() {
    return keepsSoon.get();
  }

  /** Ends what waits for a node, if it has not come back. */
  private void lost(int node) {
    if (!peers.connected(node)) {
      calls.lost(node);
      members.lost(node);
    }
  }

  @Override
  public void received(int node, byte[] bytes, int offset, int length) {
    reading.received(node, bytes, offset, length);
  }

  /** Answers a question whose values could not be made; it concerns one transaction alone. */
  private void refuse(int node, PeerMessage outline, Reason.Unavailable why) {
    switch (outline) {
      case PeerMessage.Ask ask -> {
        Branches known = branches;
        if (known != null) {
          known.refuse(node, ask, why);
        }
      }
      case PeerMessage.Request(long number, PeerMessage.Question.Submit submit) ->
          serve().refuse(node, submit, why, answer -> respond(node, number, answer));
      case PeerMessage.Request(long number, PeerMessage.Question _) ->
          respond(node, number, new PeerMessage.Answer.Failed(why.code(), why.message()));
      case PeerMessage.Executed _,
          PeerMessage.Response _,
          PeerMessage.Commit _,
          PeerMessage.Chase _,
          PeerMessage.Stop _ ->
          LOG.warn("a message of {} is lost: {}", peers.name(node), why.message());
    }
  }

  private void received(int node, PeerMessage message) {
    switch (message) {
      case PeerMessage.Ask it -> {
        Branches known = branches;
        if (known != null && !(stopping && it.round().nonce() == 0)) {
          known.execute(node, it);
        } else if (known != null) {
          known.turnAway(node, it);
        }
      }
      case PeerMessage.Executed it -> executed(node, it);
      case PeerMessage.Commit it -> {
        if (!members.received(node, it)) {
          context.answerUnknown(node, it);
        }
      }
      case PeerMessage.Chase(Probe probe) -> chase(it -> it.received(node, probe));
      case PeerMessage.Stop(StopVictim stop) -> chase(it -> it.received(stop));
      case PeerMessage.Request(long number, var question) ->
          answers.asked(node, number, question, answer -> serve().answer(node, question, answer));
      case PeerMessage.Response it -> calls.answered(node, it);
    }
  }

  /** Answers the node that has asked; what is too long to be sent is replaced by a short answer. */
  private void respond(int node, long number, PeerMessage.Answer answer) {
    try {
      peers.send(node, new PeerMessage.Response(number, answer, serve().answersSoFar()));
    } catch (IllegalArgumentException tooLong) {
      LOG.warn("{} cannot be answered: {}", peers.name(node), tooLong.getMessage());
      PeerMessage.Answer instead = TooLong.instead(answer, peers.ownName(), tooLong);
      peers.send(node, new PeerMessage.Response(number, instead, serve().answersSoFar()));
    }
  }

  private void executed(int from, PeerMessage.Executed answer) {
    TransactionCoordinator to = members.coordinator(answer.key());
    if (to != null) {
      to.queue().step(() -> to.executed(from, answer));
    }
  }

  private void chase(Consumer<Probes> step) {
    Probes chasing = probes;
    if (chasing != null) {
      context.runtime().service().step(() -> step.accept(chasing));
    }
  }
}
