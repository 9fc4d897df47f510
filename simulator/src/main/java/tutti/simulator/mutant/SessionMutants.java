package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.SESSIONS;

import java.util.List;

/** Bugs of what nodes say to each other over sessions that break, and over restarts. */
final class SessionMutants {
  private static final String[] FLAGS = {"--nodes", "3"};

  private SessionMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(SESSIONS, "silence-is-an-abort")
              .breaks(
                  "A request that was sent on, and not answered in time, is said to have aborted.")
              .from("Jepsen: time-outs reported as failures")
              .expect("definite-abort", "at-most-once")
              .in("engine.node.Forwarder")
              .replace(
                  "new Outcome.InDoubt( id, distribution.name(home) + \" was sent the transaction and has not said what became of it\");")
              .by("new Outcome.Aborted(id, new Reason.Unavailable(\"silent\", \"no answer\"));")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "sent-on-twice-run-twice")
              .breaks("A request that another node sends twice is run twice.")
              .from("retried messages without deduplication")
              .expect("at-most-once")
              .in("engine.node.Forwarder")
              .replace("if (!transactions.claim(id)) {")
              .by("if (!transactions.claim(id) && id.number() < 0) {")
              .runs(200, FLAGS),
          Mutant.of(SESSIONS, "sent-to-a-former-incarnation")
              .breaks("A node runs a request that was sent to it before it restarted.")
              .from("this project's own bug B6; zombie requests, Kafka's fencing")
              .expect("at-most-once", "agreement", "definite-abort")
              .in("engine.node.Forwarder")
              .replace("if (forIncarnation != incarnation || node.notReady() != null) {")
              .by("if (node.notReady() != null) {")
              .runs(600, FLAGS),
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
          Mutant.of(SESSIONS, "one-branch-for-another")
              .breaks("Nobody compares which of two branches of one name a message means.")
              .from("ABA: a participant that was lost and one that a late message made")
              .expect("agreement", "actor-serial", "invariants")
              .in("engine.distribution.Branches")
              .replace("return message.nonce() == nonce || (message.nonce() == 0 &&")
              .by("return nonce == nonce || (message.nonce() == 0 &&")
              .runs(2000, FLAGS),
          Mutant.of(SESSIONS, "attempts-share-a-name")
              .breaks(
                  "A transaction that is tried again after a deadlock keeps the attempt's name.")
              .from("retries under the same id: late messages of the first attempt count")
              .expect("agreement", "actor-serial", "no-failure", "at-most-once")
              .in("engine.transaction.Transaction")
              .replace("new BranchKey(submission.id(), submission.retries());")
              .by("new BranchKey(submission.id(), 0);")
              .runs(600, "--nodes", "3", "--concurrency-control", "two-phase-locking"));
}
