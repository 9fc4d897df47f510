package tutti.simulator.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.ActorState;

/**
 * The checks of nodes that keep nothing ({@code durability = off}). A node that ends loses all its
 * data, including its parts of transactions on several nodes. So the rules about states hold in
 * each <em>life</em> of a node, from its empty start to its end. Not thread-safe.
 */
final class Forgetting {
  private final Findings findings;
  private final Eras eras;
  private final States blank;
  private final ToIntFunction<ActorId> home;
  private final boolean serial;
  private final boolean lasting;

  /** Whether keys are forgotten while their node still runs. */
  private boolean keysExpire;

  /** The present life of each node. */
  private final TreeMap<Integer, Life> lives = new TreeMap<>();

  /** One life of a node. */
  private static final class Life {
    final int number;
    final List<Part> parts = new ArrayList<>();
    final List<EpochCheck.Read> reads = new ArrayList<>();
    final Map<ActorId, Long> highestRead = new HashMap<>();
    final Map<String, TransactionId> keys = new HashMap<>();

    Life(int number) {
      this.number = number;
    }
  }

  /** The actions of a decision on one node. */
  private record Part(LoggedDecision of, List<LoggedDecision.Act> acts) {}

  /**
   * @param home returns the node on which an actor lives
   * @param serial whether the transactions of one life, one after another, must make the states
   *     that were found
   * @param lasting whether an acknowledged decision must outlive its node nevertheless
   */
  Forgetting(
      Findings findings,
      Eras eras,
      States blank,
      ToIntFunction<ActorId> home,
      boolean serial,
      boolean lasting) {
    this.findings = findings;
    this.eras = eras;
    this.blank = blank;
    this.home = home;
    this.serial = serial;
    this.lasting = lasting;
  }

  /**
   * Accepts that nodes forget keys while they run, too: a key may stand for another transaction
   * later.
   */
  void keysExpire() {
    keysExpire = true;
  }

  void begins(int node, int life) {
    lives.put(node, new Life(life));
  }

  /** Judges a node that has ended, and forgets it. */
  void over(int node) {
    Life life = lives.remove(node);
    if (life != null) {
      EpochCheck check = check(life);
      check.accepted();
      if (serial) {
        check.serial();
      }
      for (Part part : life.parts) {
        if (lasting && part.of.acknowledged > 0) {
          findings.add("durable", part.of + " was acknowledged, and a crash lost it");
        }
      }
    }
  }

  /** Notes a decision of a node; the rest of its last step, after its end, counts for nothing. */
  void decided(LoggedDecision decision) {
    Life life = running(decision.node, decision.life);
    if (life != null) {
      life.parts.add(new Part(decision, decision.acts));
      TransactionId before =
          decision.key == null ? null : life.keys.put(decision.key, decision.transaction);
      if (before != null && !keysExpire) {
        findings.add(
            "at-most-once",
            "key " + decision.key + " committed as " + before + " and as " + decision.transaction);
      }
    }
  }

  /** Notes that a node has ended its part of another node's decision. */
  void committed(int node, int life, LoggedDecision decision, List<LoggedDecision.Act> acts) {
    Life there = running(node, life);
    if (there != null) {
      there.parts.add(new Part(decision, acts));
    }
  }

  private @Nullable Life running(int node, int number) {
    Life life = lives.get(node);
    return life != null && life.number == number ? life : null;
  }

  private @Nullable Life of(ActorId actor) {
    return lives.get(home.applyAsInt(actor));
  }

  /** The knowledge of a client that is about to ask for a read. */
  EpochOracle.Look look(ActorId actor, long acknowledgements) {
    Life life = of(actor);
    return life == null
        ? new EpochOracle.Look(actor, eras.now(), acknowledgements, 0, 0)
        : new EpochOracle.Look(
            actor,
            eras.now(),
            acknowledgements,
            life.highestRead.getOrDefault(actor, 0L),
            life.number);
  }

  /**
   * Notes the answer to a read. If the actor's node has ended meanwhile, the answering life is
   * unknown.
   */
  void read(EpochOracle.Look look, long version, @Nullable ActorState state) {
    Life life = of(look.actor());
    if (life != null && life.number == look.life()) {
      life.reads.add(new EpochCheck.Read(look, version, state));
      life.highestRead.merge(look.actor(), version, Math::max);
    }
  }

  /**
   * Judges all nodes that run, when nothing goes on any more.
   *
   * @param found all actors of all nodes
   */
  void end(States found) {
    lives.forEach(
        (node, life) -> {
          States here = found.only(actor -> home.applyAsInt(actor) == node);
          EpochCheck check = check(life);
          check.actors(here);
          if (serial) {
            check.serial(here);
          }
        });
  }

  /** The check of one life, whose reads have been checked. */
  private EpochCheck check(Life life) {
    List<LoggedDecision> there = life.parts.stream().map(part -> part.of.part(part.acts)).toList();
    EpochCheck check = new EpochCheck(eras, blank, there, findings);
    check.reads(life.reads);
    return check;
  }
}
