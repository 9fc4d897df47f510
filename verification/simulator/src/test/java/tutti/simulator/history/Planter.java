package tutti.simulator.history;

import java.util.EnumSet;
import java.util.Set;

/** Anomalies to plant in the middle of a good history, each with the name it must be found by. */
enum Planter {
  DIRTY_WRITE("G0") {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      long a2 = h.next(a);
      long b1 = h.next(b);
      long b2 = h.next(b);
      h.plant("p1", -5, 5).made(a, a1).made(b, b2).committed();
      h.plant("p2", -5, 5).made(a, a2).made(b, b1).committed();
    }
  },
  CIRCULAR_INFORMATION_FLOW("G1c") {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      long b1 = h.next(b);
      h.plant("p1", -5, 5).made(a, a1).saw(b, b1).committed();
      h.plant("p2", -5, 5).made(b, b1).saw(a, a1).committed();
    }
  },
  LOST_UPDATE(
      "G-single",
      HistoryClaim.SERIALIZABLE,
      HistoryClaim.STRICT_SERIALIZABLE,
      HistoryClaim.OBJECT) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long before = h.version(a);
      long a1 = h.next(a);
      long a2 = h.next(a);
      h.plant("p1", -5, 5).made(a, a1).committed();
      h.plant("p2", -5, 5).saw(a, before).made(a, a2).committed();
    }
  },
  WRITE_SKEW("G2") {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long seenA = h.version(a);
      long seenB = h.version(b);
      h.plant("p1", -5, 5).saw(a, seenA).made(b, h.next(b)).committed();
      h.plant("p2", -5, 5).saw(b, seenB).made(a, h.next(a)).committed();
    }
  },
  HALF_SEEN("fractured-read") {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long seenB = h.version(b);
      long a1 = h.next(a);
      h.plant("p1", -5, 5).made(a, a1).made(b, h.next(b)).committed();
      h.plant("p2", -5, 5).saw(a, a1).saw(b, seenB).committed();
    }
  },
  ABORTED_READ("G1a", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      h.plant("p1", -5, 5).made(a, a1).aborted();
      h.plant("p2", -5, 5).saw(a, a1).committed();
    }
  },
  /** No transaction reads the write: the actor is not used otherwise. */
  ABORTED_LEFT("aborted-seen", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      h.plant("p1", -5, 5).made("of no other", h.next("of no other")).aborted();
    }
  },
  INTERMEDIATE_READ("G1b", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      h.plant("p1", -5, 5).made(a, a1).made(a, h.next(a)).committed();
      h.plant("p2", -5, 5).saw(a, a1).committed();
    }
  },
  STALE_READ("G-single-realtime", HistoryClaim.OBJECT, HistoryClaim.STRICT_SERIALIZABLE) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long before = h.version(a);
      h.plant("p1", -5, -4).made(a, h.next(a)).committed();
      h.plant("p2", -3, 5).saw(a, before).committed();
    }
  },
  WRITES_AGAINST_TIME("G0-realtime", HistoryClaim.OBJECT, HistoryClaim.STRICT_SERIALIZABLE) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      h.plant("p1", -5, -4).made(a, h.next(a)).committed();
      h.plant("p2", -3, 5).made(a, a1).committed();
    }
  },
  READ_OF_THE_FUTURE("G1c-realtime", HistoryClaim.OBJECT, HistoryClaim.STRICT_SERIALIZABLE) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      h.plant("p1", -5, -4).saw(a, a1).committed();
      h.plant("p2", -3, 5).made(a, a1).committed();
    }
  },
  SKEW_AGAINST_TIME("G2-realtime", HistoryClaim.STRICT_SERIALIZABLE) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long seenA = h.version(a);
      long seenB = h.version(b);
      h.plant("p1", 3, 5).saw(b, seenB).committed();
      h.plant("p2", -5, 5).saw(a, seenA).made(b, h.next(b)).committed();
      h.plant("p3", -5, 1).made(a, h.next(a)).committed();
    }
  },
  UNMADE("unmade-version", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      h.next(a);
    }
  },
  MADE_TWICE("version-twice", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long a1 = h.next(a);
      h.plant("p1", -5, 5).made(a, a1).committed();
      h.plant("p2", -5, 5).made(a, a1).committed();
    }
  },
  LOST("lost-write", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      h.next("of no other");
      h.plant("p1", -5, 5).made("of no other", 1).committed();
      h.plant("p2", -5, 5).made("of no other", 2).committed();
    }
  },
  HALF_DONE("half-done", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      long b1 = h.next(b);
      h.plant("p1", -5, 5).made(a, h.next(a)).made(b, b1).inDoubt();
      h.plant("p2", -5, 5).made(b, b1).committed();
      h.plant("p3", -5, 5).saw(a, h.version(a)).committed();
    }
  },
  KEY_TWICE("key-twice", HistoryClaim.values()) {
    @Override
    void plant(GeneratedHistory h, String a, String b) {
      h.plant("p1", -5, 5).key("once").made(a, h.next(a)).committed();
      h.plant("p2", -5, 5).key("once").made(a, h.next(a)).committed();
    }
  };

  private final String finding;
  private final Set<HistoryClaim> claims;

  Planter(String finding, HistoryClaim... claims) {
    this.finding = finding;
    this.claims =
        claims.length == 0
            ? EnumSet.of(HistoryClaim.SERIALIZABLE, HistoryClaim.STRICT_SERIALIZABLE)
            : EnumSet.copyOf(Set.of(claims));
  }

  /** Puts it in here and now, on two actors that others use before and after. */
  abstract void plant(GeneratedHistory history, String a, String b);

  /** By which name it is found, when so much is claimed. */
  String finding(HistoryClaim claim) {
    return claim == HistoryClaim.OBJECT && finding.endsWith("-realtime")
        ? "not-linearizable"
        : finding;
  }

  /** The claims that a history with the planted anomaly breaks. */
  Set<HistoryClaim> claims() {
    return claims;
  }

  RecordedHistory history(long seed, int count, HistoryClaim claim) {
    GeneratedHistory made = new GeneratedHistory(seed, Math.max(4, count / 50));
    made.run(count, () -> plant(made, made.actor(1), made.actor(2)));
    return made.end(claim);
  }
}
