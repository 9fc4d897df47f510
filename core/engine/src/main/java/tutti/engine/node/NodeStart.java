package tutti.engine.node;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Participant;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.member.InDoubtStart;
import tutti.engine.journal.Journal;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.LayeredProtocol;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/**
 * The start of a node: what was found on its disk goes into the containers, other nodes are let in,
 * and then the node is ready. Thread-safe.
 */
final class NodeStart {
  private static final Logger LOG = LoggerFactory.getLogger(NodeStart.class);

  private final ShardTerm node;
  private final LayeredProtocol protocol;
  private final Procedures procedures;
  private final Distribution members;
  private final @Nullable Forwarder forwarder;
  private final Journal journal;
  private final StepQueue service;
  private volatile @Nullable String notReady = "it is starting";

  NodeStart(
      ShardTerm node,
      LayeredProtocol protocol,
      Procedures procedures,
      Distribution members,
      @Nullable Forwarder forwarder,
      Journal journal,
      StepQueue service) {
    this.node = node;
    this.protocol = protocol;
    this.procedures = procedures;
    this.members = members;
    this.forwarder = forwarder;
    this.journal = journal;
    this.service = service;
  }

  /** Returns why the node takes no requests, or null if it does. */
  @Nullable String notReady() {
    return notReady;
  }

  /** Checks whether the node takes a transaction that is asked for now. */
  Result admit() {
    String why = notReady;
    return why == null ? Result.DONE : new Result.Failed(new Reason.Unavailable("not-ready", why));
  }

  /** Ends the node's readiness, for good. */
  void failed(String why) {
    notReady = why;
  }

  /** Begins without a folder. */
  void begin() {
    letIn();
    talk();
    notReady = null;
  }

  /** Lets other nodes' transactions in, if there are other nodes. */
  private void letIn() {
    if (forwarder != null) {
      members.branches(protocol.requests(), protocol.waiters(), procedures);
    }
  }

  private void talk() {
    if (forwarder != null) {
      members.start(forwarder);
    }
  }

  /** Begins with what was found in a folder. */
  void begin(DataFolder found) throws IOException {
    members.recovery().recovered(found.unfinished());
    if (found.mustDecideFirst()) {
      found.announce();
      members
          .recovery()
          .resolve(
              found.inDoubt(),
              (member, commit, decision, lsn) -> {
                try {
                  found.decided(member, commit, decision, lsn);
                } catch (IOException e) {
                  node.fail("what was in doubt cannot be applied: " + e.getMessage());
                }
              },
              () -> awaitResolved(found));
      notReady =
          "what was in doubt when it stopped must be decided before the changed deployment or"
              + " application can run: "
              + members.recovery().resolvingWith();
      LOG.warn("{}", notReady);
    } else {
      open(found);
    }
    if (forwarder != null) {
      members.begins(found.foundEnd());
    }
    talk();
  }

  private void awaitResolved(DataFolder found) {
    journal.whenDurable(
        journal.end(),
        durable ->
            service.step(
                () -> {
                  try {
                    openDecided(found);
                  } catch (IOException | RuntimeException e) {
                    node.fail(String.valueOf(e.getMessage()));
                  }
                }));
  }

  private void open(DataFolder found) throws IOException {
    letIn();
    InDoubtStart recovery = members.recovery();
    recovery.resume(found.populate(recovery::found, members.members()));
    notReady = null;
  }

  /** Opens as {@link #open} does, once other nodes talk to this node and nothing is in doubt. */
  private void openDecided(DataFolder found) throws IOException {
    // In this order: others must not meet actors that are not there yet.
    found.populate(NodeStart::nobodys, members.members());
    letIn();
    notReady = null;
  }

  private static Participant nobodys(PreparedBranch branch) {
    throw new IllegalStateException(branch.key() + " is in doubt, and nobody was asked about it");
  }
}
