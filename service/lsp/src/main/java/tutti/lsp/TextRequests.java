package tutti.lsp;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.Span;

/** The changes of documents, and the requests about places in them. */
record TextRequests(EditorSession session) implements TextDocumentService {

  @Override
  public void didOpen(DidOpenTextDocumentParams parameters) {
    TextDocumentItem item = parameters.getTextDocument();
    Documents.Document document =
        new Documents.Document(item.getUri(), item.getVersion(), item.getText());
    Documents.file(item.getUri())
        .ifPresent(file -> session.change(() -> session.documents().put(file, document), true));
  }

  @Override
  public void didChange(DidChangeTextDocumentParams parameters) {
    VersionedTextDocumentIdentifier document = parameters.getTextDocument();
    Documents.file(document.getUri())
        .ifPresent(
            file ->
                session.change(
                    () ->
                        session
                            .documents()
                            .change(file, document.getVersion(), parameters.getContentChanges()),
                    false));
  }

  @Override
  public void didClose(DidCloseTextDocumentParams parameters) {
    Documents.file(parameters.getTextDocument().getUri())
        .ifPresent(file -> session.change(() -> session.documents().close(file), true));
  }

  @Override
  public void didSave(DidSaveTextDocumentParams parameters) {
    // The text is known already.
  }

  @Override
  public CompletableFuture<@Nullable Hover> hover(HoverParams parameters) {
    return session
        .answer(
            parameters.getTextDocument().getUri(),
            Optional.<Hover>empty(),
            (file, application) ->
                new Hovers(application).at(file, session.offset(file, parameters.getPosition())))
        .thenApply(hover -> hover.orElse(null));
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams parameters) {
    return session.answer(
        parameters.getTextDocument().getUri(),
        Either.forLeft(List.of()),
        (file, application) ->
            Either.forLeft(
                application
                    .at(file, session.offset(file, parameters.getPosition()))
                    .map(mention -> locations(mention.declarations().stream()))
                    .orElse(List.of())));
  }

  @Override
  public CompletableFuture<List<? extends Location>> references(ReferenceParams parameters) {
    boolean declaration = parameters.getContext().isIncludeDeclaration();
    return session.answer(
        parameters.getTextDocument().getUri(),
        List.of(),
        (file, application) ->
            application
                .at(file, session.offset(file, parameters.getPosition()))
                .map(
                    mention ->
                        locations(
                            mention.declarations().stream()
                                .flatMap(
                                    each ->
                                        Stream.concat(
                                            declaration ? Stream.of(each) : Stream.empty(),
                                            application.uses(each).stream()))))
                .orElse(List.of()));
  }

  private List<Location> locations(Stream<Span> places) {
    return places
        .distinct()
        .map(
            place ->
                new Location(
                    session.documents().uri(ApplicationDiagnosis.path(place)), Lines.range(place)))
        .toList();
  }

  @Override
  public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
      DocumentSymbolParams parameters) {
    return session.answer(
        parameters.getTextDocument().getUri(),
        List.of(),
        (file, application) ->
            application.module(file).map(Outline::of).orElse(List.of()).stream()
                .map(Either::<SymbolInformation, DocumentSymbol>forRight)
                .toList());
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(
      CodeActionParams parameters) {
    return session.answer(
        parameters.getTextDocument().getUri(),
        List.of(),
        (file, application) ->
            new QuickFixes(session.documents(), application)
                .in(file, parameters.getRange()).stream()
                    .map(Either::<Command, CodeAction>forRight)
                    .toList());
  }

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams parameters) {
    return session.answer(
        parameters.getTextDocument().getUri(),
        Either.forLeft(List.of()),
        (file, application) ->
            Either.forLeft(
                Optional.ofNullable(session.documents().of(file))
                    .map(
                        document ->
                            new Completions(application, file)
                                .at(
                                    document.text(),
                                    session.offset(file, parameters.getPosition())))
                    .orElse(List.of())));
  }
}
