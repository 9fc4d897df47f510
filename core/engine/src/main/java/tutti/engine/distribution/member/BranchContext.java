package tutti.engine.distribution.member;

import tutti.engine.distribution.peer.Peers;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.Holdings;
import tutti.engine.transaction.seam.Procedures;

/** The parts of a node that branches run on. */
public record BranchContext(
    CommitContext context,
    CommitMembers members,
    Directory directory,
    Holdings holdings,
    ActorRequests requests,
    Procedures procedures) {
  Peers peers() {
    return context.peers();
  }

  Scheduler scheduler() {
    return context.runtime().scheduler();
  }

  Journal journal() {
    return context.log().journal();
  }

  History history() {
    return context.log().history();
  }
}
