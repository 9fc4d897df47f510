package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.JOURNAL;

import java.util.List;
import java.util.stream.Stream;

/** Bugs of the journal, of recovery and of checkpoints. */
final class JournalMutants {
  /** On one node, with a checkpoint after every few transactions. */
  private static final String[] SMALL_LOG = {
    "--nodes",
    "1",
    "-D",
    "tutti.journal.segment-size=8KiB",
    "-D",
    "tutti.journal.checkpoint-after=8KiB"
  };

  private JournalMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(JOURNAL, "log-write-skipped")
              .breaks("The decision of a transaction on one node is not written to the log.")
              .from("the oldest one: a write-ahead log without the write")
              .expect("durable", "prefix")
              .in("engine.transaction.LayeredProtocol")
              .replace("lsn = journal.append(record.array(), 0, record.size()); } catch")
              .by("lsn = journal.end(); } catch")
              .runs(50, "--nodes", "1"),
          Mutant.of(JOURNAL, "flush-without-force")
              .breaks("A batch is written and called durable, but not forced to the disk.")
              .from("missing fsync: etcd, Kafka, Redis and MongoDB as Jepsen ran them")
              .expect("durable", "prefix")
              .in("engine.journal.SegmentedJournal")
              .replace("segments.force(); flushing = batch;")
              .by("flushing = batch;")
              .runs(50, "--nodes", "1"),
          Mutant.of(JOURNAL, "failed-force-trusted")
              .breaks("A force that fails is logged, and what it was for is called durable.")
              .from("fsyncgate, PostgreSQL 2018; Rebello et al., ATC 2020")
              .expect("durable", "prefix")
              .in("engine.journal.SegmentedJournal")
              .replace("segments.force(); flushing = batch;")
              .by(
                  "try { segments.force(); } catch (IOException e) { LOG.warn(\"ignored\", e); }"
                      + " flushing = batch;")
              .runs(200, "--nodes", "1", "--faults", "crash,lost-writes,force-failure"),
          Mutant.of(JOURNAL, "checksum-unchecked")
              .breaks("A frame whose checksum is wrong, the torn end of the log, is believed.")
              .from("torn writes: Pillai et al. (ALICE), OSDI 2014; TigerBeetle's fault model")
              .expect("recovery", "prefix", "actor-serial")
              .in("engine.journal.Format")
              .replace("return crc == bytes.getInt(at + 4);")
              .by("return crc == crc;")
              .runs(
                  300,
                  "--nodes",
                  "1",
                  "--faults",
                  "crash,crash-after-append,crash-in-disk-operation,lost-writes,torn-writes"),
          Mutant.of(JOURNAL, "checkpoint-named-before-forced")
              .breaks("A checkpoint gets its name before its content is forced.")
              .from("rename before fsync: ext4's zero-length files; ALICE, OSDI 2014")
              .expect("recovery")
              .in("engine.journal.CheckpointWriter")
              .replace("file.force(); file.close(); store.complete")
              .by("file.close(); store.complete")
              .runs(200, "--nodes", "1"),
          Mutant.of(JOURNAL, "log-truncated-too-early")
              .breaks("The log is let go of when a checkpoint begins, not when it is complete.")
              .from(
                  "a log cut before its snapshot is durable: etcd and other implementations of Raft")
              .expect("recovery")
              .in("engine.recovery.Checkpointer")
              .replace("long position = folder.journal().end();")
              .by(
                  "long position = folder.journal().end();"
                      + " folder.journal().truncateBefore(position);")
              .runs(200, SMALL_LOG),
          Mutant.of(JOURNAL, "checkpoint-does-not-wait")
              .breaks(
                  "A checkpoint does not wait for those whose records are in the log before it.")
              .from("fuzzy checkpoints (ARIES): dirty pages missing from the table")
              .expect("durable", "prefix", "actor-serial")
              .in("engine.recovery.Checkpointer")
              .replace("if (!gate.empty(phase)) {")
              .by("if (phase > 1) {")
              .runs(200, both(SMALL_LOG, "--containers", "4")),
          Mutant.of(JOURNAL, "checkpoint-before-durable")
              .breaks("A checkpoint is completed before the log is durable up to what it has seen.")
              .from("the write-ahead rule (ARIES): a page on disk before its log record")
              .expect("durable", "prefix", "actor-serial")
              .in("engine.recovery.Checkpointer")
              .replace(
                  "journal.whenDurable(journal.end(), durable -> queue.step(() -> complete(durable)));")
              .by("journal.whenDurable(0, durable -> queue.step(() -> complete(durable)));")
              .runs(200, SMALL_LOG),
          Mutant.of(JOURNAL, "checkpoint-without-votes")
              .breaks("A checkpoint leaves out branches that have voted Yes.")
              .from("in-doubt transactions lost by a checkpoint: XA recovery errata")
              .expect("agreement", "actor-serial", "durable")
              .in("engine.recovery.CheckpointFormat")
              .replace("inProgress.prepared(position, prepared::add);")
              .by("")
              .runs(400, "--nodes", "3"),
          Mutant.of(JOURNAL, "checkpoint-without-unheard-decisions")
              .breaks(
                  "A checkpoint leaves out decisions that not all participants have acknowledged.")
              .from("presumed abort forgets too early: Mohan, Lindsay, Obermarck, TODS 1986, §3")
              .expect("agreement")
              .in("engine.recovery.CheckpointFormat")
              .replace("inProgress.unfinished(unfinished::add);")
              .by("")
              .runs(600, "--nodes", "3"),
          Mutant.of(JOURNAL, "replay-in-log-order")
              .breaks(
                  "Recovery applies a decision when it reads it, though an action that arrived"
                      + " before is decided further on in the log.")
              .from("replay in commit order instead of execution order: MySQL's replicas")
              .expect("durable", "prefix", "actor-serial")
              .in("engine.recovery.ReplayedActor")
              .replace("settle(effect.low());")
              .by("finish();")
              .runs(400, "--concurrency-control", "path-sensitive"),
          Mutant.of(JOURNAL, "replay-applies-twice")
              .breaks("Recovery applies effects again that the checkpoint has already.")
              .from("redo that is not idempotent: ARIES' page LSN not compared")
              .expect("prefix", "actor-serial", "invariants")
              .in("engine.recovery.ReplayedActor")
              .replace(
                  "void decided(TransactionId id, Effect effect, Seen seen, long lsn) {"
                      + " if (effect.position() < settled) { return; }")
              .by("void decided(TransactionId id, Effect effect, Seen seen, long lsn) {")
              .runs(200, SMALL_LOG),
          Mutant.of(JOURNAL, "reinstated-never-let-go")
              .breaks("What recovery puts back for a branch in doubt is held for ever.")
              .from(
                  "orphaned locks of in-doubt transactions after a restart: XA in MySQL, PostgreSQL")
              .expect("no-leaks", "resolved")
              .in("engine.recovery.Population")
              .replace("claimsOf(branch).add(claim);")
              .by("claimsOf(branch);")
              .runs(200, "--nodes", "3"),
          Mutant.of(JOURNAL, "checkpoint-without-queued-effects")
              .breaks("A checkpoint leaves out actions that are decided and wait to be applied.")
              .from("PSAC's queue: committed effects in memory alone")
              .expect("durable", "prefix", "actor-serial", "recovery")
              .in("engine.recovery.CheckpointFormat")
              .replace("long low = control.unapplied(cell, unapplied::add);")
              .by("long low = control.unapplied(cell, claim -> {});")
              .runs(100, "--nodes", "3", "--concurrency-control", "path-sensitive"),
          Mutant.of(JOURNAL, "checkpoint-without-keys")
              .breaks("A checkpoint leaves out the idempotency keys.")
              .from("session tables left out of snapshots: Raft implementations")
              .expect("at-most-once")
              .in("engine.recovery.Checkpointer")
              .replace("format.keys(folder.keys());")
              .by("")
              .runs(100, SMALL_LOG));

  private static String[] both(String[] flags, String... more) {
    return Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
  }
}
