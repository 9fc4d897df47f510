package tutti.engine.transaction.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * An event of a transaction and the partners that it asked for, kept so that a refusal can name the
 * event for which the refused partner was asked.
 *
 * @param by the event
 * @param partners in the order in which the event's action returns them
 * @param before the events that asked before this one, the latest first
 */
record EventPartners(Call by, List<Call> partners, @Nullable EventPartners before) {

  /**
   * Returns a refusal in the client's form: with the path to the refused call if an event asked for
   * that call, else unchanged.
   *
   * @param latest the events that have asked for partners, the latest first; null if none has
   */
  static Refusal told(@Nullable EventPartners latest, Call refused, Refusal refusal) {
    String path = refused.target() + "." + refused.action().name();
    StringBuilder syncs = new StringBuilder();
    Call call = refused;
    for (EventPartners each = latest; each != null; each = each.before) {
      int partner = each.position(call);
      if (partner >= 0) {
        call = each.by;
        path = call.target() + "." + call.action().name() + " → " + path;
        String documentation = call.action().partnerDocumentation(partner).strip();
        syncs.insert(
            0, documentation.isEmpty() || syncs.isEmpty() ? documentation : documentation + " ");
      }
    }
    if (call == refused) {
      return refusal;
    }
    Refusal known =
        refusal.code().equals("no-such-instance")
            ? Refusal.of("unknown-partner", "there is no " + refused.target() + ": " + path)
            : refusal;
    return new PartnerRefusal(known, path, syncs.toString());
  }

  /**
   * Returns the call's place among the partners: this very call, for equal ones may be asked for
   * twice.
   */
  private int position(Call call) {
    for (int i = 0; i < partners.size(); i++) {
      if (partners.get(i) == call) {
        return i;
      }
    }
    return -1;
  }
}
