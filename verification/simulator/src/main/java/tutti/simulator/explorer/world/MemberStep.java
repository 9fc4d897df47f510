package tutti.simulator.explorer.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;

/**
 * A step of one member on its way: it gives events to the member's machine and carries out the
 * effects, as {@code MachineRunner} does in an engine. A subclass defines the meaning of messages,
 * records and outputs in its model. Confined to one thread.
 *
 * <p>A flush is immediate, unless the model defines it otherwise, or comes too late: a flush that
 * is later but not too late is equivalent to one before the member's messages arrive. A flush that
 * comes too late leaves a first part of what was written, and the member is {@linkplain
 * Member#doomed doomed}.
 *
 * <p>For example, a replica that is asked for a promise, no record of which shall become durable,
 * is a step {@code on(received)} with 0 durable records: its member has the machine that has
 * promised, the disk of before, and sends no promise until it crashes.
 *
 * @param <I> the inputs of the machine from its node
 * @param <O> the machine's decisions
 * @param <F> the model's facts about members
 * @param <P> the facts about the past
 */
public abstract class MemberStep<I, O, F, P> extends EffectCarrier<O> {
  /** The value for all records, or all effects. */
  public static final int ALL = Integer.MAX_VALUE;

  private final Machines<?, I, O> machines;
  private final DiskTable<?> disks;
  private final Judge<P> judge;
  private final int durable;
  private final List<InFlight> sent = new ArrayList<>();
  private Member<F> member;
  private @Nullable Event<I> cause;
  private int before;
  private int records;

  /**
   * @param durable how many of the records that are written become durable; the member is doomed if
   *     these are not all
   */
  protected MemberStep(
      Machines<?, I, O> machines,
      DiskTable<?> disks,
      Judge<P> judge,
      Member<F> member,
      int durable) {
    this.machines = machines;
    this.disks = disks;
    this.judge = judge;
    this.member = member;
    this.durable = durable;
  }

  /** The member as it is by now. */
  public final Member<F> member() {
    return member;
  }

  protected final void member(Member<F> next) {
    member = next;
  }

  /** The event whose effects are carried out. */
  protected final Event<I> cause() {
    return Objects.requireNonNull(cause);
  }

  /** The number of the machine before the event whose effects are carried out. */
  protected final int before() {
    return before;
  }

  public final P past() {
    return judge.past();
  }

  protected final void past(P next) {
    judge.past(next);
  }

  /** The number of records that could have become durable. */
  public final int records() {
    return records;
  }

  /** Returns the messages that were sent so far; the caller may add to the list. */
  public final List<InFlight> sent() {
    return sent;
  }

  /** Returns the whole step. */
  public Local<F, P> local(Supplier<String> what) {
    return new Local<>(what, member, List.copyOf(sent), judge.past(), judge.broken());
  }

  protected final void breaks(String rule, String text, Object... with) {
    judge.breaks(rule, text, with);
  }

  protected final boolean isBroken() {
    return judge.broken() != null;
  }

  /**
   * Takes a step whose records all become durable; and, as long as a crash is left, each of which
   * only a first part does, and which dooms its member.
   *
   * @param steps makes such a step, and takes it, by the past and the durable records
   * @param then is given each, with its durable records
   */
  public static <S extends MemberStep<?, ?, ?, P>, P extends Bounded<P>> void takeEach(
      P past, BiFunction<P, Integer, S> steps, ObjIntConsumer<S> then) {
    S whole = steps.apply(past, ALL);
    then.accept(whole, ALL);
    past.less(ChoiceKind.CRASH)
        .ifPresent(
            less -> {
              for (int durable = 0; durable < whole.records(); durable++) {
                then.accept(steps.apply(less, durable), durable);
              }
            });
  }

  /** Gives an event to the machine, and carries out its effects. */
  public final void on(Event<I> event) {
    on(event, ALL);
  }

  /** Gives an event to the machine, and carries out the first {@code most} effects. */
  public final void on(Event<I> event, int most) {
    try {
      int from = member.machine();
      Machines.Step<O> step = machines.on(from, event);
      member = member.with(step.machine());
      List<Effect<O>> effects = step.effects();
      for (int each = 0; each < effects.size(); each++) {
        if (each == most) {
          return;
        }
        cause = event;
        before = from;
        carryOut(effects.get(each));
      }
      if (isFlushedAtOnce()) {
        flush();
      }
      carriedOut(effects);
    } catch (IllegalStateException wrong) {
      judge.thrown(wrong);
    }
  }

  /** A timer runs down. */
  public final void fire(TimerName timer) {
    time(timer, false);
    on(new Event.TimerFired<>(timer));
  }

  /** Makes the tail durable, or as much of it as becomes durable at all. */
  public final void flush() {
    List<Effect.Persist<?>> tail = member.tail();
    if (tail.isEmpty()) {
      return;
    }
    int many = Math.min(tail.size(), durable - records);
    records += tail.size();
    int disk = disks.append(member.disk(), tail.subList(0, many));
    member = member.flushed(disk, many == tail.size());
    flushed();
    int told = (int) tail.stream().filter(Effect.Persist::isTold).count();
    if (!member.doomed() && told > 0) {
      on(new Event.Persisted<>(told));
    }
  }

  @Override
  protected final void appends(Effect.Persist<O> record) {
    member = member.writing(record);
    writes(record.record());
  }

  /** The machine has written a record; one without a log writes none. */
  protected void writes(ProtocolRecord record) {
    throw new IllegalStateException("it has no log: " + record);
  }

  /** Whether the end of a timer is a step that can make a difference. */
  protected boolean counts(TimerName timer) {
    return false;
  }

  @Override
  protected void sets(TimerName timer, long nanos) {
    time(timer, true);
  }

  @Override
  protected final void stops(TimerName timer) {
    time(timer, false);
  }

  /** A timer runs, or does not run any more. */
  protected void time(TimerName timer, boolean runs) {
    if (counts(timer)) {
      member = member.timing(timer, runs);
    }
  }

  /**
   * Returns whether records are flushed before anything else happens; if not, a flush may come too
   * late.
   */
  protected boolean isFlushedAtOnce() {
    return true;
  }

  /** The log was flushed; the machine was not told yet. */
  protected void flushed() {}

  /** All effects of an event were carried out. */
  protected void carriedOut(List<Effect<O>> effects) {}
}
