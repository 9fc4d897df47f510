package tutti.model.actor;

import tutti.model.Application;

/** A declarative application whose actions may have procedures of actors in Java as partners. */
public interface BesideActors extends Application {

  /** Returns this application, which then calls the procedures that the finder finds. */
  Application beside(ProcedureFinder procedures);
}
