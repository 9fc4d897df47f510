package tutti.engine.recovery;

import tutti.engine.storage.ActorTable;
import tutti.model.ActorId;
import tutti.model.Application;

/** The tables into which a {@link Replay} puts actors. */
interface ReplayTables {

  /**
   * Returns the table of an actor.
   *
   * @param writer the application that wrote the actor
   */
  ActorTable of(Application writer, ActorId actor);
}
