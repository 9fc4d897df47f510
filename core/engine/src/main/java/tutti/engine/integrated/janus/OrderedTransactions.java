package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.integrated.ItemExecution.Named;
import tutti.engine.integrated.janus.PieceExecution.InTurn;
import tutti.engine.transaction.record.Resolution;
import tutti.protocol.commit.Role;

/**
 * The transactions whose turn it is at the replicas of a host, for operators, who may end one by
 * hand: by the rules of transactions in doubt (docs/stuck-transactions.md). A transaction that any
 * replica is known to have executed is not ended, since the other replicas will execute it, too.
 * Thread-safe.
 */
public final class OrderedTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedTransactions.class);

  private static final String PROTOCOL = "janus";

  private final JanusHost host;
  private final IntFunction<String> names;

  /**
   * @param names gives the name of each host by its number
   */
  public OrderedTransactions(JanusHost host, IntFunction<String> names) {
    this.host = host;
    this.names = names;
  }

  /** One transaction, at all replicas here whose turn it is. */
  private static final class AtReplicas {
    final Named named;
    boolean executing;
    final SortedSet<Integer> missing = new TreeSet<>();
    final SortedSet<Integer> unsure = new TreeSet<>();
    final List<Runnable> ends = new ArrayList<>();

    AtReplicas(Named named) {
      this.named = named;
    }
  }

  private void each(@Nullable TransactionId only, Consumer<Map<TransactionId, AtReplicas>> seen) {
    host.drivers(
        drivers -> {
          Map<TransactionId, AtReplicas> all = new TreeMap<>();
          for (ReplicaDriver driver : drivers) {
            for (InTurn each : driver.inTurn()) {
              TransactionId id = each.named().key().id();
              if (only == null || only.equals(id)) {
                AtReplicas at = all.computeIfAbsent(id, _ -> new AtReplicas(each.named()));
                at.executing |= each.underway().executing();
                at.missing.addAll(each.underway().missing());
                at.unsure.addAll(each.underway().unsure());
                at.ends.add(() -> driver.end(each.underway()));
              }
            }
          }
          seen.accept(all);
        });
  }

  /**
   * Tells the transactions whose turn it is here.
   *
   * @param only this one, or null for all
   */
  public void progress(@Nullable TransactionId only, Consumer<List<MemberProgress>> done) {
    each(only, all -> done.accept(all.values().stream().map(this::view).toList()));
  }

  private boolean isReachable(int number) {
    return number == host.parts().self() || host.parts().link().isConnected(number);
  }

  private MemberProgress view(AtReplicas at) {
    List<MemberProgress.Other> others = new ArrayList<>();
    for (int number : at.executing ? new TreeSet<Integer>() : at.missing) {
      others.add(
          new MemberProgress.Other(
              names.apply(number), "has not said what it has done", true, isReachable(number)));
    }
    for (int number : at.unsure) {
      others.add(
          new MemberProgress.Other(
              names.apply(number), "may have executed it", true, isReachable(number)));
    }
    return new MemberProgress(
        at.named.key(),
        Role.PARTICIPANT,
        PROTOCOL,
        at.executing ? "executing" : "held",
        at.named.now(),
        null,
        !at.executing,
        false,
        at.named.actors(),
        others,
        ending(at),
        endsAlone(at));
  }

  private boolean endsAlone(AtReplicas at) {
    return at.executing || at.unsure.isEmpty() && at.missing.stream().allMatch(this::isReachable);
  }

  private String ending(AtReplicas at) {
    if (at.executing) {
      return "the end of its execution, which goes on";
    }
    String waited = list(at.missing.isEmpty() ? at.unsure : at.missing);
    return at.missing.isEmpty()
        ? "nothing: " + waited + " may have executed it before a restart, and no host has it"
        : waited + " telling whether it has executed it";
  }

  private String list(SortedSet<Integer> hosts) {
    return hosts.stream().map(names::apply).collect(Collectors.joining(", "));
  }

  /**
   * Ends a transaction here as a person says: it is refused, on this host and on all that wait for
   * a verdict. One whose execution does not end is taken for one that has failed, and the process
   * ends.
   */
  public void resolve(TransactionId id, ResolutionRequest request, Consumer<Answer> done) {
    each(
        id,
        all -> {
          AtReplicas at = all.get(id);
          Answer refused = at == null ? unknown() : refusal(at, request);
          if (at == null || refused != null) {
            done.accept(refused);
            return;
          }
          LOG.warn(
              "transaction {} is ended by hand, by {} ({}): {}",
              id,
              request.by(),
              request.reason(),
              ending(at));
          at.ends.forEach(Runnable::run);
          done.accept(
              new Answer.Resolved(
                  new Resolution(
                      at.named.key(),
                      PROTOCOL,
                      at.named.now(),
                      false,
                      host.parts().scheduler().now(),
                      request.by(),
                      request.reason(),
                      at.named.actors(),
                      null,
                      null)));
        });
  }

  private static Answer unknown() {
    return new Answer.Failed(
        "unknown-transaction", "it does not wait there: it has ended, or others are before it");
  }

  /** Why a transaction cannot be ended as it is wanted; null if it can. */
  private @Nullable Answer refusal(AtReplicas at, ResolutionRequest request) {
    if (request.commit()) {
      return new Answer.Failed(
          "not-in-doubt",
          "it is committed by being executed: start a host that has executed it, or abort it");
    }
    SortedSet<Integer> silent = new TreeSet<>(at.missing);
    silent.removeIf(number -> !isReachable(number));
    if (!at.executing && !silent.isEmpty()) {
      return new Answer.Failed(
          "ends-by-itself",
          "it ends once " + list(silent) + ", which can be reached, has told what it has done");
    }
    if (!request.force() || request.reason().isBlank()) {
      return new Answer.Failed(
          "not-forced",
          "what would end it: "
              + ending(at)
              + (at.executing
                  ? ". To end it by hand ends the process, and all hosts then agree"
                  : ". To abort it by hand undoes what was acknowledged, if one of these has"
                      + " executed it")
              + "; say so with --force and --reason");
    }
    return null;
  }
}
