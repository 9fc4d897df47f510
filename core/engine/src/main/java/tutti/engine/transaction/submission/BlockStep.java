package tutti.engine.transaction.submission;

import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.outside.Irrevocable;

/** A step of a client's block. */
public sealed interface BlockStep {

  /** A step that the attempt performs, with a result that the block sees. */
  sealed interface Work extends BlockStep {
    ActorId actor();
  }

  /** A call of a procedure, or an event with all that it synchronizes with. */
  record Perform(Call call) implements Work {
    @Override
    public ActorId actor() {
      return call.target();
    }
  }

  /**
   * A look at the whole state of a declarative actor, which stays as it is until the transaction
   * ends. Events of the block's own do not show in it.
   */
  record Look(ActorId actor) implements Work {}

  /**
   * A hint: the block does not use the actor again. Only a concurrency control that releases actors
   * before the decision heeds it.
   */
  record Release(ActorId actor) implements BlockStep {}

  /**
   * The end of the block: all of its effects are to happen.
   *
   * @param operation happens with them, when all else is prepared; or null
   */
  record Commit(@Nullable Irrevocable operation) implements BlockStep {
    /** A commit of a block without an irrevocable operation. */
    public Commit() {
      this(null);
    }
  }

  /**
   * The end of the block, which rolls the transaction back.
   *
   * @param why the reason, for people; bounded and readable as the reason of an {@link Abort}; null
   *     is replaced by the code
   */
  record RollBack(String why) implements BlockStep {
    /** The code of a transaction that its own block has rolled back. */
    public static final String CODE = "rolled-back";

    public RollBack {
      why = new Abort(CODE, why).refusal().message();
    }
  }
}
