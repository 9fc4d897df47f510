package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.simulator.explorer.search.Covering;
import tutti.simulator.explorer.search.MachineExplorer;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.table.StateTable;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.world.Seeds;

/** The explorer of TAPIR: a few replicas, coordinators and transactions. */
public class TapirExplorer extends MachineExplorer {
  private final TapirModel model;
  private final TapirSteps steps;
  private final TapirScope scope;
  private final InternTable<Member<MemberFacts>> replicas = new InternTable<>();
  private final InternTable<List<Member<MemberFacts>>> coordinators = new InternTable<>();
  private final InternTable<TapirPast> pasts = new InternTable<>();
  private final Covering<TapirPast> choices =
      new Covering<>(pasts, TapirPast::withoutChoices, TapirPast::offers);

  /**
   * @param limit the most states; an exploration with more is not complete
   * @param reduces whether what makes no difference is left out; walks need it not
   */
  public TapirExplorer(TapirScope scope, int limit, boolean reduces) {
    super(seed -> Seeds.stream(seed, "integrated"), limit);
    this.model = new TapirModel(scope, reduces);
    this.steps = new TapirSteps(scope, model);
    this.scope = scope;
  }

  @Override
  protected int[] start() {
    return key(steps.start());
  }

  @Override
  protected void after(int[] state, Steps all) {
    for (TapirStep step : steps.after(world(state))) {
      all.add(key(step.world()), step.world().broken(), step.what());
    }
  }

  @Override
  protected boolean isCovered(int[] state, StateTable states) {
    return model.reduces() && choices.isCovered(state, states);
  }

  /**
   * The contents of the replicas of a state, and the outcomes that are known; no messages under
   * way.
   */
  protected final String replicas(int[] state) {
    TapirWorld world = world(state);
    StringBuilder all = new StringBuilder();
    for (Member<MemberFacts> replica : world.members().subList(0, model.places.replicas())) {
      all.append(replica.isUp() ? model.picture(replica.machine()) : "down").append('\n');
    }
    world.past().lives().forEach(life -> all.append(life.outcome()).append(' '));
    return all.toString();
  }

  @Override
  protected int agreed(int[] state) {
    int committed = 0;
    for (TapirPast.Life life : pasts.value(state[state.length - 1]).lives()) {
      committed += life.outcome() == Outcome.COMMITTED ? 1 : 0;
    }
    return committed;
  }

  private int[] key(TapirWorld world) {
    int many = model.places.replicas();
    int[] key = new int[many + 3];
    for (int each = 0; each < many; each++) {
      key[each] = replicas.number(world.member(each));
    }
    key[many] =
        coordinators.number(List.copyOf(world.members().subList(many, world.members().size())));
    // Where nothing is left to be judged, what is under way makes no difference.
    key[many + 1] = model.isQuiet(scope, world) ? 0 : world.messages();
    key[many + 2] = pasts.number(world.past());
    return key;
  }

  private TapirWorld world(int[] key) {
    int many = model.places.replicas();
    List<Member<MemberFacts>> all = new ArrayList<>();
    for (int each = 0; each < many; each++) {
      all.add(replicas.value(key[each]));
    }
    all.addAll(coordinators.value(key[many]));
    return new TapirWorld(List.copyOf(all), key[many + 1], pasts.value(key[many + 2]), null);
  }
}
