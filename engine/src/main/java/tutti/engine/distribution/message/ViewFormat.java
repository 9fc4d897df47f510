package tutti.engine.distribution.message;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.record.Resolution;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.Role;

/** The format of views that nodes send each other for people to see. Thread-safe. */
final class ViewFormat {
  private static final List<Role> ROLES = List.of(Role.values());

  private final RecordFormat records;
  private final RecordParts parts;

  ViewFormat(Application application) {
    this.records = new RecordFormat(application);
    this.parts = records.parts();
  }

  void resolution(Encoder out, Resolution it) {
    records.resolution(out, it);
  }

  Resolution resolution(Decoder in) {
    return records.resolution(in);
  }

  void look(Encoder out, PeerMessage.Answer.Progress it) {
    out.putVarLong(it.underway().size());
    it.underway().forEach(each -> underway(out, each));
    out.putVarLong(it.resolved().size());
    it.resolved().forEach(each -> resolution(out, each));
  }

  PeerMessage.Answer.Progress look(Decoder in) {
    return new PeerMessage.Answer.Progress(
        list(in, () -> underway(in)), list(in, () -> resolution(in)));
  }

  private void underway(Encoder out, Underway it) {
    parts.key(out, it.key());
    out.putByte(it.role().ordinal()).putString(it.protocol()).putString(it.phase());
    instant(out, it.began());
    instant(out, it.since());
    out.putBoolean(it.inDoubt()).putBoolean(it.byHand()).putVarLong(it.actors().size());
    it.actors().forEach(out::putString);
    out.putVarLong(it.others().size());
    for (Underway.Other other : it.others()) {
      out.putString(other.node()).putString(other.known());
      out.putBoolean(other.waitedFor()).putBoolean(other.reachable());
    }
    out.putString(it.ending()).putBoolean(it.endsAlone());
  }

  private Underway underway(Decoder in) {
    BranchKey key = parts.key(in);
    int role = in.getByte();
    if (role < 0 || role >= ROLES.size()) {
      throw new MalformedData("no role is " + role);
    }
    return new Underway(
        key,
        ROLES.get(role),
        in.getString(),
        in.getString(),
        instant(in),
        instant(in),
        in.getBoolean(),
        in.getBoolean(),
        list(in, in::getString),
        list(
            in,
            () ->
                new Underway.Other(
                    in.getString(), in.getString(), in.getBoolean(), in.getBoolean())),
        in.getString(),
        in.getBoolean());
  }

  private static <T> List<T> list(Decoder in, Supplier<T> each) {
    List<T> all = new ArrayList<>();
    for (int count = in.getCount(RecordParts.MOST_ITEMS); count > 0; count--) {
      all.add(each.get());
    }
    return all;
  }

  private void instant(Encoder out, @Nullable Instant at) {
    out.putBoolean(at != null);
    if (at != null) {
      parts.instant(out, at);
    }
  }

  private @Nullable Instant instant(Decoder in) {
    return in.getBoolean() ? parts.instant(in) : null;
  }
}
