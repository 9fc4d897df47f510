package tutti.model.actor;

import tutti.model.Application;

/** A declarative application whose actions may have procedures of actors in Java as partners. */
public interface BesideActors extends Application {

  /** This application, calling the procedures that are found so. */
  Application beside(ProcedureFinder procedures);
}
