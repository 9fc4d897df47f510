// Runs the script of the page, whose file is the argument, on a small stand-in for a browser: node page.js page.html
"use strict";
const fs = require("fs"), vm = require("vm"), assert = require("assert");

class Element {
  constructor(tag) { this.tag = tag; this.attributes = {}; this.nodes = []; this.listeners = {}; this.value = ""; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  append(...all) { for (const one of all) this.put(this.nodes.length, one); }
  prepend(one) { this.put(0, one); }
  put(at, one) { const node = one instanceof Element ? one : new Text(one); node.parent = this; this.nodes.splice(at, 0, node); }
  replaceChildren(...all) { for (const node of this.nodes) node.parent = undefined; this.nodes = []; this.append(...all); }
  replaceWith(other) { const at = this.parent.nodes.indexOf(this); this.parent.nodes[at] = other; other.parent = this.parent; this.parent = undefined; }
  remove() { this.parent.nodes.splice(this.parent.nodes.indexOf(this), 1); this.parent = undefined; }
  get isConnected() { return this === body || this.parent !== undefined && this.parent.isConnected; }
  get children() { return this.nodes.filter(node => node instanceof Element); }
  get lastChild() { return this.nodes[this.nodes.length - 1]; }
  get textContent() { return this.nodes.map(node => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(text); }
  set hidden(value) { this.attributes.hidden = value; }
  all() { return this.children.flatMap(child => [child, ...child.all()]); }
  find(test) { return [this, ...this.all()].find(test); }
  querySelector(selector) { return this.find(node => (node.attributes.class || "").split(" ").includes(selector.slice(1))); }
  click() { return this.listeners.click({}); }
  // As a browser does when somebody presses Enter: nothing is sent while a field that must be filled is empty.
  requestSubmit() {
    if (this.all().some(node => "required" in node.attributes && node.value === "")) return undefined;
    return this.listeners.submit({ preventDefault() {} });
  }
}
class Text { constructor(text) { this.textContent = String(text); } }

const body = new Element("body"), ids = {}, timers = [], sent = [];
const byId = id => {
  if (!ids[id]) { ids[id] = new Element("div"); ids[id].id = id; body.append(ids[id]); }
  return body.find(node => node.attributes.id === id) || ids[id];
};
let answers = {};
function fetch(url, options) {
  sent.push({ url, ...options });
  const path = url.split("?")[0], [status, value] = answers[path] || [404, {}];
  return Promise.resolve({ status, ok: status < 300, json: async () => value, text: async () => JSON.stringify(value) });
}
const settled = async () => { for (let i = 0; i < 50; i++) await Promise.resolve(); };
async function tick() { for (const timer of timers.splice(0)) timer(); await settled(); }

const page = fs.readFileSync(process.argv[2], "utf8");
const script = page.match(/<script>([\s\S]*)<\/script>/)[1];
const schema = { type: "string" };
const operation = {
  operationId: "deposit", tags: ["Account"], summary: "deposit",
  parameters: [{ name: "key", in: "path", required: true, schema, example: "NL91" }, { name: "Idempotency-Key", in: "header", schema }],
  requestBody: { content: { "application/json": { example: { amount: "EUR 5.00" },
    schema: { properties: { amount: schema, sure: { type: "boolean" }, note: schema }, required: ["amount", "sure"] } } } },
};
answers = {
  "/openapi.json": [200, { info: { title: "bank" }, tags: [{ name: "Account" }], paths: { "/Account/{key}/deposit": { post: operation } } }],
  "/ready": [200, { status: "ready" }],
  "/transactions": [200, { count: 0, items: [] }],
};
const item = { number: 1, transaction: "0-7-0", outcome: "in-doubt", at: 0, microseconds: 5, more: 0,
  events: [{ specification: "Account", key: "NL91", event: "deposit", arguments: [] }] };

(async () => {
  vm.runInNewContext(script, { document: { getElementById: byId, createElement: tag => new Element(tag), addEventListener() {}, title: "", hidden: false },
    matchMedia: () => ({ matches: false }), location: { hash: "", origin: "http://here" }, history: { replaceState() {} }, performance, fetch, crypto: {},
    setTimeout: task => timers.push(task), clearTimeout() {}, URL, console });
  await settled();

  // An entry in doubt turns to its outcome.
  const list = byId("list");
  answers["/transactions"] = [200, { count: 1, items: [item] }];
  answers["/transactions/0-7-0"] = [202, { outcome: "in-doubt" }];
  await tick();
  assert.match(list.textContent, /^\? in-doubt/);
  answers["/transactions"] = [200, { count: 1, items: [] }];
  await tick();
  assert.match(list.textContent, /^\? in-doubt/);
  answers["/transactions/0-7-0"] = [200, { outcome: "committed" }];
  await tick();
  assert.match(list.textContent, /^✓ committed.*Account\/NL91 deposit$/);
  const asked = () => sent.filter(each => each.url === "/transactions/0-7-0").length, before = asked();
  assert.ok(before > 1);
  await tick();
  assert.equal(asked(), before);
  answers["/transactions"] = [200, { count: 2, items: [{ ...item, number: 2, transaction: "0-8-0" }] }];
  answers["/transactions/0-8-0"] = [200, { outcome: "aborted", reason: { code: "state", detail: "it is closed" } }];
  await tick();
  await tick();
  assert.match(list.textContent, /^✕ state.*it is closed/);

  // The page says which nodes are not reached, and when they are there again.
  assert.equal(byId("nodes").textContent, "");
  answers["/ready"] = [200, { status: "ready", missing: ["c"], detail: "no connection with node c" }];
  await tick();
  assert.equal(byId("nodes").textContent, "no connection with node c");
  answers["/ready"] = [503, { detail: "the memory is full" }];
  await tick();
  assert.equal(byId("nodes").textContent, "this node takes no requests: the memory is full");
  answers["/ready"] = [200, { status: "ready" }];
  await tick();
  assert.equal(byId("nodes").textContent, "");

  // An example is not sent before somebody asks for it.
  const form = body.find(node => node.tag === "form"), posts = () => sent.filter(each => each.method === "POST");
  assert.equal(byId("p-key").value, "");
  assert.equal(byId("p-key").attributes.placeholder, "NL91");
  assert.match(body.find(node => node.tag === "pre").textContent, /"amount": "EUR 5.00"/);
  await form.requestSubmit();
  assert.deepEqual(posts(), []);
  await body.find(node => node.tag === "button" && node.textContent === "Fill with examples").click();
  await form.requestSubmit();
  assert.deepEqual(posts().map(each => [each.url, each.body]), [["/Account/NL91/deposit", '{"amount": "EUR 5.00", "sure": true}']]);
  console.log("good");
})().catch(error => { console.error(error); process.exit(1); });
