package tutti.lab.objects;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.lab.mistake.Mistake;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** An object with a number: a value of the hash table, an account, or a fund that lends. */
public final class Register extends Actor {
  static final String TYPE = "Register";

  /** The code with which a change is refused that would make the number negative. */
  static final String OVERDRAWN = "overdrawn";

  private static final String NUMBER = "number";

  public final Relation<String, Entry> entries = relation("entries", Entry.class, Entry::name);

  /** The one row. */
  public record Entry(String name, long number) {}

  private long number() {
    return entries.get(NUMBER).number();
  }

  /** A procedure that makes the register. */
  public record Open(long number) implements Procedure<Register, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Register register) {
      register.entries.insert(new Entry(NUMBER, number));
      return null;
    }
  }

  /**
   * A read of the register, and of those below it.
   *
   * @param below as {@link LoanTree} has them
   */
  @Accesses(actor = Register.class, key = "below", most = 1, readsOnly = true)
  public record Look(ServiceTime service, List<String> below) implements Query<Register, Long> {
    @Override
    public Long run(Register register) {
      long number = register.number();
      service.take();
      return number + LoanTree.look(register, service, below);
    }
  }

  /**
   * A write of the register, and of those below it; no number gets negative.
   *
   * @param by added to each
   * @param below as {@link LoanTree} has them
   */
  @Accesses(actor = Register.class, key = "below", most = 1)
  public record Add(ServiceTime service, long by, List<String> below)
      implements Procedure<Register, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Register register) {
      long number = register.number();
      service.take();
      if (number + by < 0) {
        throw register.abort(OVERDRAWN, register.key() + " has " + number + ", and not " + -by);
      }
      register.entries.update(new Entry(NUMBER, number + by));
      LoanTree.add(register, service, by, below);
      return null;
    }
  }

  /** A write of the register alone, which declares nothing; it returns the number before. */
  public record Pass(long by) implements Procedure<Register, Long> {
    @Override
    public Long run(Register register) {
      long number = register.number();
      if (number + by < 0) {
        throw register.abort(OVERDRAWN, register.key() + " has " + number + ", and not " + -by);
      }
      register.entries.update(new Entry(NUMBER, number + by));
      return number;
    }
  }

  /**
   * A write with a mistake, which never commits.
   *
   * @param how one of the mistakes of {@link Mistake}
   * @param other a register that it may call
   */
  public record Spoil(String how, String other) implements Procedure<Register, Mistake.Label> {
    @Override
    public Mistake.Label run(Register register) {
      register.entries.upsert(new Entry(NUMBER, -1));
      var beside = register.actor(Register.class, other);
      return Mistake.WITH_CALL.contains(how)
          ? Mistake.calling(
              how,
              () -> {
                var call = beside.call(new Pass(1));
                return how.equals("untaken") ? call : call.get();
              },
              () -> beside.call(new Spoil("throw", other)).get())
          : Mistake.label(how);
    }
  }

  /** Returns the application of registers and their callers. */
  static JavaApplication application() {
    return builder().build();
  }

  /** Returns the same, with a procedure that has mistakes. */
  static JavaApplication withMistakes() {
    return builder().procedures(Spoil.class).build();
  }

  private static JavaApplication.Builder builder() {
    return JavaApplication.named("registers")
        .actor(TYPE, Register::new)
        .procedures(Open.class, Look.class, Add.class, Pass.class)
        .actor(RegisterClient.TYPE, RegisterClient::new)
        .procedures(
            RegisterClient.LookAtAll.class,
            RegisterClient.AddToAll.class,
            RegisterClient.LookDown.class,
            RegisterClient.AddDown.class,
            RegisterClient.Chase.class);
  }
}
