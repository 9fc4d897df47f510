package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.SESSIONS;

import java.util.List;

/** Bugs of what nodes say to each other over sessions that break, and over restarts. */
final class SessionMutants {
  private static final String[] FLAGS = {"--nodes", "3"};

  private SessionMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(SESSIONS, "sent-on-twice-run-twice")
              .breaks("A request that another node sends twice is run twice.")
              .from("retried messages without deduplication")
              .expect("at-most-once")
              .in("engine.node.Forwarder")
              .replace("if (!transactions.claim(id)) {")
              .by("if (!transactions.claim(id) && id.number() < 0) {")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "numbers-begin-anew")
              .breaks("After a restart a node gives the numbers of its transactions again.")
              .from("reused transaction ids: XID reuse, Raft terms not persisted")
              .expect("at-most-once", "agreement")
              .in("engine.transaction.Transactions")
              .replace(
                  "setting.node, setting.incarnation, nextNumber.getAndIncrement(), coordinator);")
              .by("setting.node, 1, nextNumber.getAndIncrement(), coordinator);")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "incarnation-not-stored")
              .breaks("A node does not write down that it has started.")
              .from(
                  "generation numbers kept in memory: Raft's currentTerm, TigerBeetle's superblock")
              .expect("at-most-once", "agreement", "no-leaks")
              .in("engine.recovery.DataFolder")
              .replace("meta.put(INCARNATION, new Encoder().putLong(incarnation).toByteArray());")
              .by("")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "answers-of-a-former-life")
              .breaks(
                  "Questions are numbered anew after a restart, so that old answers fit new ones.")
              .from("correlation ids that are used again: RPC libraries, Aeron, memcached's UDP")
              .expect("at-most-once", "fresh-reads", "durable", "agreement")
              .in("engine.distribution.Calls")
              .replace("new AtomicLong((incarnation << 32) + 1)")
              .by("new AtomicLong(1)")
              .runs(600, FLAGS),
          Mutant.of(SESSIONS, "answer-to-another-question")
              .breaks("A late answer to an earlier question is taken for that to the newest.")
              .from("answers matched by their sender alone: a class of bug of RPC libraries")
              .expect("agreement", "actor-serial", "no-failure", "serial")
              .in("engine.distribution.Questions")
              .replace("open != null && open.round == answer.round() ? open : null;")
              .by("open;")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "message-checksum-unchecked")
              .breaks("A message that was damaged on its way is read as if it were whole.")
              .from(
                  "TCP's checksum is too weak: Stone and Partridge, SIGCOMM 2000; Amazon S3, 2008")
              .expect("no-failure", "agreement", "actor-serial", "fresh-reads", "at-most-once")
              .in("engine.distribution.Seal")
              .replace("size < 0 || sum(bytes, offset, size) != at(bytes, offset + size)")
              .by("size < 0")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "attempts-share-a-name")
              .breaks(
                  "A transaction that is tried again after a deadlock keeps the attempt's name.")
              .from("retries under the same id: late messages of the first attempt count")
              .expect("agreement", "actor-serial", "no-failure", "at-most-once")
              .in("engine.transaction.Transaction")
              .replace("new BranchKey(submission.id(), submission.retries());")
              .by("new BranchKey(submission.id(), 0);")
              .runs(600, "--nodes", "3", "--concurrency-control", "two-phase-locking"),
          Mutant.of(SESSIONS, "runs-what-a-former-life-was-sent")
              .breaks("A node runs a request that was sent to it before it restarted.")
              .from("a bug that this simulation found: one name, run before and after a crash")
              .expect("agreement", "actor-serial", "at-most-once")
              .in("engine.node.Forwarder")
              .replace("forIncarnation != incarnation || node.notReady() != null")
              .by("node.notReady() != null")
              .runs(100, FLAGS),
          Mutant.of(SESSIONS, "silence-told-as-abort")
              .breaks("A request that was sent on and not answered in time is told as an abort.")
              .from("a time-out taken for a No: Cassandra, MongoDB and others as Jepsen ran them")
              .expect("definite-abort")
              .in("engine.node.Forwarder")
              .replace(
                  "case Calls.Result.Silent silent -> new Outcome.InDoubt( id,"
                      + " distribution.name(home) + \" was sent the transaction and has not said"
                      + " what became of it\");")
              .by(
                  "case Calls.Result.Silent silent -> new Outcome.Aborted(id, new"
                      + " Reason.Unavailable(\"node-unavailable\", distribution.name(home)));")
              .runs(100, FLAGS),
          Mutant.of(SESSIONS, "others-decide-without-a-record")
              .breaks("A coordinator whose node changes nothing writes nothing of what others do.")
              .from("Tutti: the client's key was in no log under Paxos Commit")
              .expect("agreement", "at-most-once", "durable")
              .in("engine.distribution.Coordinated")
              .replace("changesHere || elsewhere, elsewhere")
              .by("changesHere, elsewhere")
              .runs(100, "--nodes", "3", "--workload", "tills", "--commit", "paxos-commit"),
          Mutant.of(SESSIONS, "relied-on-before-durable")
              .breaks("A coordinator names a position of its log that a crash may still take.")
              .from("Tutti: its peers then refused it for ever, as one with stale data")
              .expect("resolved", "no-leaks", "waits-end")
              .in("engine.distribution.Coordinated")
              .replace("new PeerMessage.Commit(key, nonce, durableLsn, epoch, saying)")
              .by("new PeerMessage.Commit(key, nonce, decidedLsn, epoch, saying)")
              .runs(200, "--nodes", "3", "--commit", "paxos-commit"),
          Mutant.of(SESSIONS, "forgotten-counts-as-committed")
              .breaks("A coordinator that started anew with nothing is asked what it presumes.")
              .from("Tutti: presumed commit with durability = off committed what nobody decided")
              .expect("agreement", "history", "serial")
              .in("engine.distribution.Branch")
              .replace("withNothing ? protocol.forgotten() : null;")
              .by("null;")
              .runs(
                  400,
                  "--nodes",
                  "3",
                  "--commit",
                  "two-phase-presumed-commit",
                  "--faults",
                  "no-disk,crash,loss,delay"),
          Mutant.of(SESSIONS, "other-protocols-are-heard")
              .breaks("A branch that a late question made hears the protocol of an earlier time.")
              .from("Tutti: messages of before a redeployment that changed the protocol")
              .expect("no-failure")
              .in("engine.distribution.Branch")
              .replace("return message.protocol().code() == protocol.code();")
              .by("return true;")
              .underAnyCommit()
              .runs(
                  600,
                  "--nodes",
                  "3",
                  "--workload",
                  "tills",
                  "-D",
                  "tutti.assume=asynchronous",
                  "--faults",
                  "redeploy,stale,delay,crash"));
}
