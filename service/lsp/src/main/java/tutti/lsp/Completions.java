package tutti.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Specification;
import tutti.rebel.typed.Accessor;
import tutti.rebel.value.Type;

/** Proposes words and names at a place, by the text before it in its line. */
record Completions(ApplicationDiagnosis application, Path file) {
  private static final Pattern ANNOTATION = Pattern.compile("@\\s*\\w*$");
  private static final Pattern IMPORT = Pattern.compile("^\\s*import\\s+[\\w.]*$");
  private static final Pattern OWN_FIELD = Pattern.compile("\\bthis\\s*\\.\\s*\\w*$");
  private static final Pattern OF_CALLER = Pattern.compile("\\bcaller\\s*\\.\\s*\\w*$");
  private static final Pattern OF_INSTANCE =
      Pattern.compile(
          "\\b([A-Z]\\w*)\\s*(?:\\[[^\\[\\]]*(?:\\[[^\\[\\]]*])*[^\\[\\]]*])?\\s*\\.\\s*\\w*$");
  private static final Pattern PART = Pattern.compile("[\\w\\])]\\s*\\.\\s*\\w*$");
  private static final Pattern STATE = Pattern.compile("\\binstate\\s+(?:\\{[\\w\\s,]*|\\w*)$");
  private static final Pattern TO_STATE = Pattern.compile("->\\s*\\w*$");
  private static final Pattern BY_EVENT =
      Pattern.compile("->\\s*\\w+\\s*:\\s*(?:\\w+\\s*,\\s*)*\\w*$");
  private static final Pattern TYPE = Pattern.compile("(?::|\\b(?:set|map)\\s*\\[)\\s*\\w*$");

  /** The proposals at an offset of the file's text. */
  List<CompletionItem> at(String text, int offset) {
    String line = text.substring(text.lastIndexOf('\n', offset - 1) + 1, offset);
    Optional<Specification> own = application.module(file).flatMap(Module::specification);
    boolean within =
        own.filter(each -> each.span().start() < offset && offset <= each.span().end()).isPresent();
    if (ANNOTATION.matcher(line).find()) {
      return words(Stream.of("key", "ref", "doc"));
    }
    if (IMPORT.matcher(line).find()) {
      return items(
          application.modules().stream().map(each -> each.name().full()),
          CompletionItemKind.Module);
    }
    if (within && BY_EVENT.matcher(line).find()) {
      return events(own.orElseThrow());
    }
    if (within && TO_STATE.matcher(line).find()) {
      return states(own.stream());
    }
    if (STATE.matcher(line).find()) {
      return states(application.specifications());
    }
    if (OWN_FIELD.matcher(line).find()) {
      return fields(
          own.isPresent() ? own.stream() : application.specifications().filter(this::importsThis));
    }
    Matcher instance = OF_INSTANCE.matcher(line);
    if (instance.find()) {
      List<Specification> named =
          application
              .specifications()
              .filter(each -> each.name().text().equals(instance.group(1)))
              .toList();
      List<CompletionItem> items = new ArrayList<>(fields(named.stream()));
      named.forEach(each -> items.addAll(events(each)));
      return items;
    }
    if (OF_CALLER.matcher(line).find()) {
      return items(Stream.of("subject", "tenant", "roles"), CompletionItemKind.Property);
    }
    if (PART.matcher(line).find()) {
      return items(Stream.of(Accessor.values()).map(Accessor::field), CompletionItemKind.Property);
    }
    if (TYPE.matcher(line).find()) {
      return types();
    }
    return everything(offset);
  }

  /** Whether a specification has events of this file, as far as its imports tell. */
  private boolean importsThis(Specification specification) {
    String name = application.module(file).map(module -> module.name().full()).orElse("");
    return application.modules().stream()
        .filter(module -> module.specification().filter(specification::equals).isPresent())
        .anyMatch(module -> module.imports().stream().anyMatch(each -> each.full().equals(name)));
  }

  private List<CompletionItem> everything(int offset) {
    List<CompletionItem> items = new ArrayList<>(words(Parser.keywords().stream()));
    items.addAll(words(Stream.of("caller")));
    items.addAll(types());
    for (Module module : application.modules()) {
      for (Declaration declaration : module.declarations()) {
        items.addAll(
            items(
                Stream.of(declaration.name().text()),
                switch (declaration) {
                  case Declaration.Event _ -> CompletionItemKind.Event;
                  case Declaration.Function _ -> CompletionItemKind.Function;
                  case Declaration.Invariant _ -> CompletionItemKind.Property;
                }));
      }
    }
    application
        .module(file)
        .ifPresent(
            module ->
                module.declarations().stream()
                    .filter(each -> each.span().start() <= offset && offset <= each.span().end())
                    .forEach(each -> items.addAll(parameters(each))));
    return items;
  }

  private static List<CompletionItem> parameters(Declaration declaration) {
    List<Parameter> parameters = new ArrayList<>();
    switch (declaration) {
      case Declaration.Event event -> {
        parameters.addAll(event.configuration());
        parameters.addAll(event.parameters());
      }
      case Declaration.Function function -> parameters.addAll(function.parameters());
      case Declaration.Invariant _ -> {}
    }
    return parameters.stream()
        .map(each -> item(each.name().text(), CompletionItemKind.Variable, each.span().oneLine()))
        .toList();
  }

  private List<CompletionItem> types() {
    List<CompletionItem> items =
        new ArrayList<>(
            items(Stream.of(Type.Simple.values()).map(Type::toString), CompletionItemKind.Struct));
    items.addAll(words(Stream.of("set", "map")));
    items.addAll(
        items(
            application.specifications().map(each -> each.name().text()),
            CompletionItemKind.Class));
    return items;
  }

  private List<CompletionItem> fields(Stream<Specification> specifications) {
    return specifications
        .flatMap(each -> application.line(each).stream())
        .flatMap(each -> each.fields().stream())
        .map(each -> item(each.name().text(), CompletionItemKind.Field, each.span().oneLine()))
        .distinct()
        .toList();
  }

  private List<CompletionItem> events(Specification specification) {
    return items(
        application.line(specification).stream()
            .flatMap(each -> each.events().stream())
            .map(each -> each.name().text()),
        CompletionItemKind.Event);
  }

  private List<CompletionItem> states(Stream<Specification> specifications) {
    return items(
        specifications
            .flatMap(each -> application.line(each).stream())
            .flatMap(each -> each.lifeCycle().stream())
            .map(each -> each.state().text()),
        CompletionItemKind.EnumMember);
  }

  private static List<CompletionItem> words(Stream<String> words) {
    return items(words, CompletionItemKind.Keyword);
  }

  private static List<CompletionItem> items(Stream<String> labels, CompletionItemKind kind) {
    return labels.distinct().map(label -> item(label, kind, "")).toList();
  }

  private static CompletionItem item(String label, CompletionItemKind kind, String detail) {
    CompletionItem item = new CompletionItem(label);
    item.setKind(kind);
    if (!detail.isEmpty()) {
      item.setDetail(detail);
    }
    return item;
  }
}
