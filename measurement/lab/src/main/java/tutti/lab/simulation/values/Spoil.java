package tutti.lab.simulation.values;

import java.util.List;
import tutti.lab.mistake.Mistake;
import tutti.model.actor.Procedure;

/** A procedure with a mistake: it changes its chest all the same, and never commits. */
record Spoil(String how, String other) implements Procedure<Chest, Mistake.Label> {
  @Override
  public Mistake.Label run(Chest chest) {
    chest.things.upsert(Thing.of("spoilt", 1));
    var beside = chest.actor(Chest.class, other);
    return Mistake.WITH_CALL.contains(how)
        ? Mistake.calling(
            how,
            () -> {
              var call = beside.call(new Chest.Put(List.of(Thing.of("spoilt", 2)), List.of()));
              return how.equals("untaken") ? call : call.get();
            },
            () -> beside.call(new Spoil("throw", other)).get())
        : Mistake.label(how);
  }
}
