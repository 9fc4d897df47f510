package tutti.simulator.door;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import tutti.engine.admission.Admission;
import tutti.engine.runtime.Promise;
import tutti.simulator.world.SimulatedScheduler;

/**
 * One service whose clients are too many for some virtual seconds, and a quarter of what it does
 * after that. The service is a model: a loop that reads sockets in turns, judges each request and
 * hands it on, and workers. Its clients come by a schedule, close their connections a fifth of a
 * second after their time, and send their requests again, four times in all.
 *
 * <p>The rule: in each second of the overload but the first two, or five times a request's time,
 * 70% of the capacity is answered in time; and of the clients that come so long after it or later
 * nine of ten are answered in time by one of their tries.
 *
 * <p>Where clients ask again until they are answered, and nobody new comes after the overload, the
 * rule is that each of them is answered: what comes again and again is begun where nothing is under
 * way.
 *
 * <p>For example, a loop that parses for 5 ms does 200 requests a second, and 600 clients come, of
 * whom each waits for 0.7 s. All that the loop reads has waited for longer soon, and its clients
 * have gone: only a door that knows how old a request is answers anybody.
 */
public final class OverloadedDoor {
  private static final long SECOND = 1_000_000_000L;
  private static final long TICK_NANOS = 20_000_000;
  private static final long MOST_WAIT_NANOS = 200_000_000;

  /** A request that was read so late is begun only if its client has not gone. */
  private static final long ABANDONED_NANOS = 250_000_000;

  /** The part of its work that a request costs elsewhere whose time is over when it is begun. */
  private static final int LATE_WORK = 4;

  private static final int SETTLING_SECONDS = 2;

  /** An overload settles after so many times a request's time, where that is longer. */
  private static final int SETTLING_TIMES = 5;

  private static final int OVERLOAD_SECONDS = 8;
  private static final int AFTER_SECONDS = 8;
  private static final int TRIES = 4;

  /** The time after an overload by which each client is answered that asks until it is. */
  private static final int LASTING_SECONDS = 120;

  /** The time after which both services have long done all, in nanoseconds. */
  public static final long LONGEST_NANOS = 600 * SECOND;

  private static final double LEAST_SHARE = 0.7;
  private static final double LEAST_SERVED = 0.9;
  private static final double QUARTER = 0.25;

  private final DoorDraw draw;
  private final RandomGenerator random;
  private final Admission admission = new Admission(this::behind);
  private final SimulatedScheduler world;
  private final long begun;
  private final Promise<Boolean> over = new Promise<>();
  private final ArrayDeque<Try> sockets = new ArrayDeque<>();
  private final ArrayDeque<Task> tasks = new ArrayDeque<>();
  private final long overloadEnds;
  private final long arrivalsEnd;
  private final int[] inTime;
  private final int[] came;
  private final int[] served;
  private long now;

  /** The events that are to come. */
  private int coming;

  private int clients;
  private int working;
  private boolean reading;

  /** The time of the loop's look before, and of the present one. */
  private long lookedBefore;

  private long looked;

  /** The wait of the task that was begun last, as an executor measures it. */
  private long lastWait;

  private static final class OneClient {
    final long number;
    final int second;
    int tries;
    boolean served;

    OneClient(long number, int second) {
      this.number = number;
      this.second = second;
    }
  }

  /** A request as it is sent once. */
  private static final class Try {
    final OneClient client;
    final long sent;
    boolean gone;
    boolean answered;

    Try(OneClient client, long sent) {
      this.client = client;
      this.sent = sent;
    }
  }

  private record Task(Try what, long began) {}

  private OverloadedDoor(SimulatedScheduler world, DoorDraw draw, RandomGenerator random) {
    this.world = world;
    this.begun = world.nanos();
    this.random = random;
    this.draw = draw;
    overloadEnds = draw.standstillNanos() + OVERLOAD_SECONDS * SECOND;
    arrivalsEnd = overloadEnds + (draw.lasting() ? 0 : AFTER_SECONDS * SECOND);
    int seconds = (int) (arrivalsEnd / SECOND);
    inTime = new int[seconds + TRIES * 40 + LASTING_SECONDS];
    came = new int[seconds + 1];
    served = new int[seconds + 1];
  }

  /**
   * Draws two services and their overloads, and judges them: one whose clients give up, and one
   * whose clients do not. In a task only.
   *
   * @param world in whose time all happens, and which draws the order of what happens at one moment
   * @param found takes what breaks the rule
   */
  public static void judge(
      SimulatedScheduler world, RandomGenerator random, Consumer<String> found) {
    OverloadedDoor door = new OverloadedDoor(world, DoorDraw.draw(random), random);
    door.run();
    door.findings().forEach(found);
    OverloadedDoor slow = new OverloadedDoor(world, DoorDraw.drawSlow(random), random);
    slow.run();
    slow.unanswered().forEach(found);
  }

  private void at(long time, Runnable what) {
    coming++;
    world.later(
        time - now,
        () -> {
          now = world.nanos() - begun;
          what.run();
          if (--coming == 0) {
            over.complete(true);
          }
        });
  }

  private void run() {
    at(0, this::come);
    at(draw.standstillNanos(), this::tick);
    over.await();
    world.trace("door: answered in time " + Arrays.toString(inTime));
  }

  // --- clients ---

  /** A client comes, and the next one is due. */
  private void come() {
    int second = (int) (now / SECOND);
    came[second]++;
    send(new OneClient(++clients, second));
    double rate = draw.capacity() * (now < overloadEnds ? draw.times() : QUARTER);
    long next = now + 1 + (long) (-Math.log(1 - random.nextDouble()) / rate);
    if (next < arrivalsEnd) {
      at(next, this::come);
    }
  }

  private void send(OneClient client) {
    Try sent = new Try(client, now);
    client.tries++;
    sockets.add(sent);
    at(now + draw.timeoutNanos() + MOST_WAIT_NANOS, () -> giveUp(sent));
    if (!reading && now >= draw.standstillNanos()) {
      look();
    }
  }

  private void giveUp(Try sent) {
    if (!sent.answered) {
      sent.gone = true;
      again(
          sent.client,
          (long) (SECOND / 10 * (0.5 + random.nextDouble())) << Math.min(TRIES, sent.client.tries));
    }
  }

  private void again(OneClient client, long pause) {
    if (draw.lasting() ? now < lastsUntil() : client.tries < TRIES) {
      at(now + pause, () -> send(client));
    }
  }

  private void answer(Try to, boolean done) {
    if (to.gone) {
      return;
    }
    to.answered = true;
    boolean good = done && now - to.sent <= draw.timeoutNanos();
    if (good) {
      inTime[(int) (now / SECOND)]++;
      if (!to.client.served) {
        to.client.served = true;
        served[to.client.second]++;
      }
    } else {
      again(to.client, admission.retryAfterSeconds(random) * SECOND + random.nextLong(SECOND / 2));
    }
  }

  // --- the service ---

  private void tick() {
    admission.sample(now, reading ? now - lookedBefore : 0);
    if (!reading) {
      look();
    }
    if (now < (draw.lasting() ? lastsUntil() : arrivalsEnd + TRIES * SECOND)) {
      at(now + TICK_NANOS, this::tick);
    }
  }

  /** The loop looks at its sockets, and reads what has come by then. */
  private void look() {
    lookedBefore = looked;
    looked = now;
    readOne(sockets.size());
  }

  private void readOne(int left) {
    reading = left > 0;
    if (!reading) {
      if (!sockets.isEmpty()) {
        at(now + 1, this::lookAgain);
        reading = true;
      }
      return;
    }
    Try next = sockets.remove();
    // What is read in this turn has come after the look before.
    long age = now - lookedBefore;
    boolean begins = begins(next, age);
    boolean parses = begins && draw.queue() == DoorDraw.Queue.SOCKETS;
    at(
        now + (parses ? service() : draw.readNanos()),
        () -> {
          if (begins) {
            begin(next, now - age);
          }
          readOne(left - 1);
        });
  }

  private void lookAgain() {
    reading = false;
    look();
  }

  private boolean begins(Try next, long age) {
    if (age > ABANDONED_NANOS && next.gone) {
      return false;
    }
    if (!admission.isCalm(age)
        && admission.judge(now, age, draw.timeoutNanos(), true, next.client.number)
            != Admission.Verdict.BEGIN) {
      answer(next, false);
      return false;
    }
    admission.work().begins();
    return true;
  }

  /** Hands a request on, which has been parsed. */
  private void begin(Try next, long arrived) {
    if (draw.queue() == DoorDraw.Queue.SOCKETS) {
      ended(next, arrived, true);
      return;
    }
    tasks.add(new Task(next, now));
    work();
  }

  private void work() {
    while (working < draw.workers() && !tasks.isEmpty()) {
      Task task = tasks.remove();
      lastWait = now - task.began;
      boolean late = now - task.began > draw.timeoutNanos();
      if (late && draw.queue() == DoorDraw.Queue.EXECUTORS) {
        // An executor drops what has no time left.
        ended(task.what, task.began, false);
        continue;
      }
      working++;
      at(
          now + (late ? service() / LATE_WORK : service()),
          () -> {
            working--;
            ended(task.what, task.began, now - task.began <= draw.timeoutNanos());
            work();
          });
    }
  }

  private void ended(Try which, long began, boolean done) {
    admission.work().ends(Math.min(now - began, draw.timeoutNanos()), draw.timeoutNanos(), done);
    answer(which, done);
  }

  private long service() {
    return (long) (draw.serviceNanos() * (0.5 + random.nextDouble()));
  }

  /** The delay of the executors; nobody sees another queue. */
  private long behind() {
    if (draw.queue() != DoorDraw.Queue.EXECUTORS || tasks.isEmpty()) {
      return 0;
    }
    return Math.max(lastWait, tasks.size() * draw.serviceNanos() / draw.workers());
  }

  // --- the rule ---

  private long lastsUntil() {
    return arrivalsEnd + LASTING_SECONDS * SECOND;
  }

  private List<String> unanswered() {
    int all = Arrays.stream(came).sum();
    int answered = Arrays.stream(served).sum();
    return answered == all
        ? List.of()
        : List.of(
            "%s of %s clients asked for %s s after an overload, and were not answered: %s"
                .formatted(all - answered, all, LASTING_SECONDS, draw));
  }

  private int settling() {
    return (int)
        Math.max(SETTLING_SECONDS, Math.ceilDiv(SETTLING_TIMES * draw.timeoutNanos(), SECOND));
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>();
    int begins = (int) (draw.standstillNanos() / SECOND);
    double least = LEAST_SHARE * draw.capacity() * SECOND;
    for (int second = begins + settling(); second < begins + OVERLOAD_SECONDS; second++) {
      if (inTime[second] < least) {
        findings.add(
            "in second %s of an overload %s requests were answered in time, of the %s that can be: %s"
                .formatted(second - begins, inTime[second], Math.round(least / LEAST_SHARE), draw));
      }
    }
    int ends = (int) (overloadEnds / SECOND);
    for (int second = ends + settling(); second < ends + AFTER_SECONDS; second++) {
      if (served[second] < LEAST_SERVED * came[second]) {
        findings.add(
            "of the %s clients that came %s s after an overload %s were answered in time: %s"
                .formatted(came[second], second - ends, served[second], draw));
      }
    }
    return findings;
  }
}
