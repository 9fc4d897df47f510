package tutti.rebel.compile;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.SourceFile;

/**
 * The texts of an application by the places that their module names give them, not by those they
 * were read from, so that the same specifications have the same bytes on every machine. The words
 * that say which events clients may call are left out: nothing that is executed follows from them,
 * so that data goes on, and nodes run beside each other, whether the words are there or not.
 *
 * @param texts by paths such as {@code bank/Account.ebl}, in the order of the paths
 * @param actors the actors in Java, with the procedures that events sync with
 */
record ModuleTexts(Map<String, String> texts, ApplicationSchema actors) {
  private static final String MAGIC = "tutti-rebel-1";

  /**
   * The first bytes of the sources of an application that calls procedures, which stand before the
   * texts.
   */
  private static final String MAGIC_WITH_ACTORS = "tutti-rebel-2";

  private static final String SUFFIX = ".ebl";

  /**
   * @param root the folder from which the module's name leads to the file
   * @param path the rest of the file's path
   */
  private record Placed(String root, String path, String text) {
    static Placed of(SourceFile file) {
      Module module = Parser.parse(file).module();
      String path = module.name().full().replace('.', '/') + SUFFIX;
      String name = file.name();
      int root = name.endsWith(path) ? name.length() - path.length() : name.length();
      return new Placed(name.substring(0, root), path, executed(file, module));
    }
  }

  /** The text without the words before events, and the blanks behind them. */
  private static String executed(SourceFile file, Module module) {
    StringBuilder text = new StringBuilder(file.text());
    module.specification().stream()
        .flatMap(specification -> specification.events().reversed().stream())
        .forEach(event -> text.delete(event.span().start(), event.name().span().start()));
    return text.toString();
  }

  static ModuleTexts of(List<SourceFile> files, ApplicationSchema actors) {
    List<Placed> placed = files.stream().map(Placed::of).toList();
    TreeSet<String> roots = new TreeSet<>();
    placed.forEach(one -> roots.add(one.root()));
    TreeMap<String, String> texts = new TreeMap<>();
    for (Placed one : placed) {
      int number = roots.headSet(one.root()).size();
      texts.put(number == 0 ? one.path() : "root" + number + "/" + one.path(), one.text());
    }
    return new ModuleTexts(texts, actors);
  }

  byte[] bytes() {
    Encoder out = new Encoder(4096);
    if (actors.types().isEmpty()) {
      out.putString(MAGIC);
    } else {
      out.putString(MAGIC_WITH_ACTORS).putBytes(actors.encode());
    }
    out.putVarLong(texts.size());
    texts.forEach((path, text) -> out.putString(path).putString(text));
    return out.toByteArray();
  }

  /**
   * @throws MalformedData if these are not the bytes of sources
   */
  static ModuleTexts read(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    String magic = in.getString();
    boolean withActors = magic.equals(MAGIC_WITH_ACTORS);
    if (!withActors && !magic.equals(MAGIC)) {
      throw new MalformedData("not the sources of a Rebel application");
    }
    ApplicationSchema actors =
        withActors ? ApplicationSchema.decode(in.getBytes()) : new ApplicationSchema(List.of());
    TreeMap<String, String> texts = new TreeMap<>();
    for (int count = in.getCount(in.remaining()); count > 0; count--) {
      texts.put(in.getString(), in.getString());
    }
    return new ModuleTexts(texts, actors);
  }
}
