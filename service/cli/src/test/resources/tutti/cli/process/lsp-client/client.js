// An editor: starts the server by the words behind the folder of an application, works on its file AccountEvents.ebl, and
// prints what it is told, a line for each answer.
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const {
  createProtocolConnection,
  CancellationTokenSource,
  CodeActionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  InitializedNotification,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} = require("vscode-languageserver-protocol/node");

async function main([folder, command, ...words]) {
  const server = spawn(command, [...words, "lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const file = join(folder, "AccountEvents.ebl");
  const uri = pathToFileURL(file).toString();
  const textDocument = { uri };
  const text = readFileSync(file, "utf8");
  const waiting = new Map();
  const told = (version) => new Promise((resolve) => waiting.set(version, resolve));
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    if (params.uri === uri) waiting.get(params.version)?.(params.diagnostics);
  });
  connection.listen();

  const rootUri = pathToFileURL(folder).toString();
  const begun = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri,
    capabilities: {},
    workspaceFolders: [{ uri: rootUri, name: "bank" }],
  });
  console.log("server", begun.serverInfo.name, begun.capabilities.positionEncoding);
  await connection.sendNotification(InitializedNotification.type, {});

  const first = told(1);
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "rebel", version: 1, text },
  });
  console.log("opened", (await first).length);

  const place = position(text, "deposit(amount: Mo");
  const second = told(2);
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: place, end: { ...place, character: place.character + 2 } }, text: "n" }],
  });
  const mistake = (await second).find((each) => each.code === "unknown-type");
  console.log("mistake", mistake.range.start.line, mistake.range.start.character, mistake.message.replace("\n", " "));

  const [fix] = await connection.sendRequest(CodeActionRequest.type, {
    textDocument,
    range: mistake.range,
    context: { diagnostics: [mistake] },
  });
  const third = told(3);
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 3 },
    contentChanges: fix.edit.changes[uri].map((edit) => ({ range: edit.range, text: edit.newText })),
  });
  console.log("mended", (await third).length);

  const cancelled = new CancellationTokenSource();
  const answer = connection.sendRequest(HoverRequest.type, { textDocument, position: place }, cancelled.token);
  cancelled.cancel();
  await answer.catch(() => null);

  const balance = position(text, "new this.bal");
  const [definition] = await connection.sendRequest(DefinitionRequest.type, { textDocument, position: balance });
  console.log("definition", definition.uri.split("/").pop(), definition.range.start.line);
  const hover = await connection.sendRequest(HoverRequest.type, { textDocument, position: balance });
  console.log("hover", hover.contents.kind, hover.contents.value.split("\n")[1]);

  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  console.log("ended", await ended);
}

// The place behind the first such text.
function position(text, found) {
  const lines = text.slice(0, text.indexOf(found) + found.length).split("\n");
  return { line: lines.length - 1, character: lines[lines.length - 1].length };
}

main(process.argv.slice(2)).catch((failed) => {
  console.error(failed);
  process.exit(1);
});
