package tutti.engine.recovery;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/** The folder's knowledge of the other nodes' folders. Thread-safe. */
final class KnownPeers {
  private static final String PEERS = "peers";

  private final MetaStore meta;
  private final Map<Integer, DataFolder.Peer> known = new TreeMap<>();

  KnownPeers(MetaStore meta) throws IOException {
    this.meta = meta;
    Optional<byte[]> kept = meta.get(PEERS);
    if (kept.isPresent()) {
      try {
        read(new Decoder(kept.get()));
      } catch (MalformedData damaged) {
        throw new IOException("what is known of other nodes cannot be read", damaged);
      }
    }
  }

  private void read(Decoder in) {
    while (in.remaining() > 0) {
      int node = in.getCount(Integer.MAX_VALUE);
      known.put(node, new DataFolder.Peer(in.getLong(), in.getVarLong(), in.getLong()));
    }
  }

  synchronized DataFolder.@Nullable Peer get(int node) {
    return known.get(node);
  }

  /** Remembers a peer; durable when this returns. */
  synchronized void remember(int node, DataFolder.Peer peer) throws IOException {
    if (peer.equals(known.get(node))) {
      return;
    }
    Map<Integer, DataFolder.Peer> all = new TreeMap<>(known);
    all.put(node, peer);
    Encoder out = new Encoder();
    all.forEach(
        (number, each) ->
            out.putVarLong(number)
                .putLong(each.folderId())
                .putVarLong(each.incarnation())
                .putLong(each.start()));
    meta.put(PEERS, out.toByteArray());
    known.put(node, peer);
  }
}
