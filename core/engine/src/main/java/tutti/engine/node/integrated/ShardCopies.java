package tutti.engine.node.integrated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeCopy;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.node.shard.ReplicaLayout;

/**
 * The shards of an integrated protocol, to which the questions of a backup go: each is copied from
 * one replica. Under TAPIR a majority holds with that one ({@link
 * tutti.engine.integrated.tapir.ShardFence}); under Janus all shards are cut by one sync point.
 * Thread-safe.
 */
final class ShardCopies implements QuestionTargets<Question.OfBackup> {
  /** The backups that are remembered at a time. */
  private static final int MOST = 64;

  /** How often replicas are asked until all of them are in one view. */
  private static final int TRIES = 5;

  /** The longest time in which a replica writes its copy. */
  private static final long WRITE_NANOS = 600_000_000_000L;

  private final ReplicaLayout layout;
  private final IntegratedLinks links;
  private final ProtocolReplicas machines;
  private final HostQuestions hosts;
  private final Map<String, Backup> backups =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Backup> eldest) {
              return size() > MOST;
            }
          });

  /** A backup that was begun here: the hosts of each shard that have a part, the copying first. */
  private static final class Backup {
    final SortedMap<Integer, List<Integer>> hosts = new TreeMap<>();
    final List<Consumer<Answer>> waiting = new ArrayList<>();
    private @Nullable Answer synced;
  }

  ShardCopies(
      ReplicaLayout layout, IntegratedLinks links, ProtocolReplicas machines, HostQuestions hosts) {
    this.layout = layout;
    this.links = links;
    this.machines = machines;
    this.hosts = hosts;
  }

  @Override
  public int count() {
    return layout.shards();
  }

  @Override
  public void ask(int shard, Question.OfBackup question, long timeoutNanos, Consumer<Answer> done) {
    switch (question) {
      case Question.BackupHold(String id) -> {
        switch (machines) {
          case TapirMachines _ -> hold(id, shard, timeoutNanos, TRIES, done);
          case JanusMachines janus -> sync(id, janus, done);
        }
      }
      case Question.BackupLetGo(String id) -> letGo(id, shard, done);
      case Question.BackupPiece(String id, String file, long at) ->
          piece(
              hostsOf(id, shard),
              new Question.BackupPiece(new CopyName(id, shard, true).text(), file, at),
              timeoutNanos,
              done);
      case Question.BackupEnd(String id) ->
          each(
              hostsOf(id, shard),
              host -> new Question.BackupEnd(name(id, shard, host)),
              timeoutNanos,
              answers -> done.accept(new Answer.Done()));
    }
  }

  /** Begins a backup: of each shard with a replica on this host that is copied, else a near one. */
  private Backup begin(String id) {
    synchronized (backups) {
      Backup known = backups.get(id);
      if (known != null) {
        return known;
      }
      Backup backup = new Backup();
      for (int shard = 0; shard < layout.shards(); shard++) {
        List<Integer> all = new ArrayList<>(layout.hostsOf(shard));
        all.removeIf(host -> !links.isConnected(host));
        if (all.removeIf(host -> host == layout.self())) {
          all.addFirst(layout.self());
        }
        int majority = layout.hostsOf(shard).size() / 2 + 1;
        backup.hosts.put(shard, all.subList(0, Math.min(majority, all.size())));
      }
      backups.put(id, backup);
      return backup;
    }
  }

  /** The hosts that may have a part in a backup, which may have been begun elsewhere. */
  private List<Integer> hostsOf(String id, int shard) {
    Backup backup = backups.get(id);
    List<Integer> known = backup == null ? null : backup.hosts.get(shard);
    return known == null ? layout.hostsOf(shard) : known;
  }

  private String name(String id, int shard, int host) {
    return new CopyName(id, shard, hostsOf(id, shard).getFirst() == host).text();
  }

  private Answer unreachable(int shard) {
    return new Answer.Failed(
        "node-unavailable", "no majority of the replicas of shard " + shard + " can be reached");
  }

  private static Answer changed(int shard) {
    return new Answer.Failed(
        "backup-unknown", "the view of shard " + shard + " has changed meanwhile; try again");
  }

  // --- TAPIR ---

  private void hold(String id, int shard, long timeoutNanos, int tries, Consumer<Answer> done) {
    begin(id);
    List<Integer> of = hostsOf(id, shard);
    if (of.size() <= layout.hostsOf(shard).size() / 2) {
      done.accept(unreachable(shard));
      return;
    }
    each(
        of,
        host -> new Question.BackupHold(name(id, shard, host)),
        timeoutNanos,
        answers -> {
          @Nullable Answer failed = failure(answers);
          if (failed != null) {
            done.accept(failed);
          } else if (places(answers).distinct().count() == 1) {
            done.accept(new Answer.Done());
          } else if (tries > 1) {
            // One was fenced after the others' view had begun: all are in the next one soon.
            hold(id, shard, timeoutNanos, tries - 1, done);
          } else {
            done.accept(changed(shard));
          }
        });
  }

  // --- Janus ---

  private void sync(String id, JanusMachines janus, Consumer<Answer> done) {
    Backup backup = begin(id);
    boolean first;
    synchronized (backup) {
      if (backup.synced != null) {
        done.accept(backup.synced);
        return;
      }
      first = backup.waiting.isEmpty();
      backup.waiting.add(done);
    }
    if (!first) {
      return;
    }
    SortedMap<Integer, Integer> copying = new TreeMap<>();
    for (Map.Entry<Integer, List<Integer>> each : backup.hosts.entrySet()) {
      if (each.getValue().isEmpty()) {
        synced(backup, unreachable(each.getKey()));
        return;
      }
      copying.put(each.getKey(), each.getValue().getFirst());
    }
    janus.sync(id, copying, answer -> synced(backup, answer));
  }

  private static void synced(Backup backup, Answer answer) {
    List<Consumer<Answer>> waiting;
    synchronized (backup) {
      backup.synced = answer;
      waiting = List.copyOf(backup.waiting);
      backup.waiting.clear();
    }
    waiting.forEach(each -> each.accept(answer));
  }

  // --- both ---

  private void letGo(String id, int shard, Consumer<Answer> done) {
    List<Integer> all = hostsOf(id, shard);
    each(
        machines instanceof TapirMachines ? all : all.subList(0, 1),
        host -> new Question.BackupLetGo(name(id, shard, host)),
        WRITE_NANOS,
        answers -> {
          @Nullable Answer failed = failure(answers);
          if (failed != null) {
            done.accept(failed);
          } else if (places(answers).distinct().count() > 1) {
            done.accept(changed(shard));
          } else {
            done.accept(answers.getFirst());
          }
        });
  }

  private static @Nullable Answer failure(List<Answer> answers) {
    for (Answer answer : answers) {
      if (!(answer instanceof Answer.ToCopy)) {
        return QuestionTargets.failure(answer);
      }
    }
    return null;
  }

  private static LongStream places(List<Answer> answers) {
    return answers.stream()
        .mapToLong(answer -> answer instanceof Answer.ToCopy(NodeCopy copy) ? copy.position() : 0);
  }

  /** Asks hosts, and gives their answers in their order once all are there. */
  private void each(
      List<Integer> of,
      IntFunction<Question.OfBackup> question,
      long timeoutNanos,
      Consumer<List<Answer>> done) {
    new Ask(of)
        .gather(
            place -> true,
            place -> question.apply(of.get(place)),
            timeoutNanos,
            all -> done.accept(all.stream().map(QuestionTargets.From::answer).toList()));
  }

  /** Some hosts, to be asked together. */
  private final class Ask implements QuestionTargets<Question.OfBackup> {
    private final List<Integer> of;

    Ask(List<Integer> of) {
      this.of = of;
    }

    @Override
    public int count() {
      return of.size();
    }

    @Override
    public void ask(int to, Question.OfBackup question, long timeoutNanos, Consumer<Answer> done) {
      hosts.ask(of.get(to), question, timeoutNanos, done);
    }
  }

  /** Asks the hosts one after another until one has the copy. */
  private void piece(
      List<Integer> of, Question.OfBackup question, long timeoutNanos, Consumer<Answer> done) {
    hosts.ask(
        of.getFirst(),
        question,
        timeoutNanos,
        answer -> {
          boolean hasTheCopy =
              answer instanceof Answer.Bytes
                  || answer instanceof Answer.Failed(var code, _) && code.equals(NodeCopy.NO_FILE);
          if (hasTheCopy || of.size() == 1) {
            done.accept(answer);
          } else {
            piece(of.subList(1, of.size()), question, timeoutNanos, done);
          }
        });
  }
}
