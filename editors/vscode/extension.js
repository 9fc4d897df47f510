// Starts 'tutti lsp' for the specifications of a workspace. The colours come from the grammar alone.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("tutti").get("path") || "tutti";
  const server = { command, args: ["lsp"] };
  const options = { documentSelector: [{ scheme: "file", language: "rebel" }] };
  client = new LanguageClient("tutti", "Rebel (Tutti)", server, options);
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
