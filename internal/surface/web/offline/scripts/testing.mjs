// What the tests of these scripts share: the database in memory, and an HTTP server that saves each key once, as Holdover does.
import 'fake-indexeddb/auto';
import http from 'node:http';
import { after } from 'node:test';
import { database } from './database';

/** Starts a server. `answer(request)` may return a function that answers in place of it, before or after it has saved. */
export async function startServer() {
  const server = { journal: [], requests: [], session: 'Anna', before: () => undefined, after: () => undefined };
  const listener = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const kind = request.headers['content-type'] ?? '';
    const form = kind.startsWith('multipart/') ? await new Response(body, { headers: { 'Content-Type': kind } }).formData() : new URLSearchParams(body);
    const asked = { url: request.url, headers: request.headers, form: [...form], get: (name) => form.get(name) };
    server.requests.push(asked);
    const json = (status, value, headers = {}) => response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(value));
    const reply = { json, response, cut: () => request.socket.destroy() };
    if (server.before(asked, reply)) return;
    if (request.headers['holdover-user'] !== server.session) return json(401, { status: 401, message: 'You are not signed in' });
    const known = server.journal.find((change) => change.key === asked.get('request'));
    if (!known) server.journal.push({ key: asked.get('request'), what: request.url, form: asked.form });
    if (server.after(asked, reply)) return;
    const change = 100 + (known ? server.journal.indexOf(known) : server.journal.length - 1);
    json(200, { change, label: 'Saved', repeated: known !== undefined, seen: known ? '' : `seen-${change}` });
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  server.address = `http://127.0.0.1:${listener.address().port}`;
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) => real(new URL(url, server.address), init);
  after(() => {
    globalThis.fetch = real;
    listener.closeAllConnections();
    listener.close();
  });
  return server;
}

// Locks of a process, which Node 20 lacks: those who ask for one get it one after the other.
const holders = new Map();
globalThis.navigator ??= {};
if (!navigator.locks) {
  const request = (name, hold) => {
    const held = (holders.get(name) ?? Promise.resolve()).then(hold);
    holders.set(name, held.catch(() => undefined));
    return held;
  };
  Object.defineProperty(navigator, 'locks', { value: { request } });
}

// A channel keeps the process alive.
globalThis.BroadcastChannel = class extends globalThis.BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
};

/** Empties the database, and signs a user in. */
export async function fresh(user = 'Anna') {
  const db = await database();
  for (const name of db.objectStoreNames) await db.clear(name);
  await db.put('device', user, 'user');
}

const base = { user: 'Anna', budget: 'b1', opened: 7, seen: '', record: '', label: 'A change' };
export const add = (payee, more = {}) => ({ ...base, what: 'add-row', fields: [['payee', payee], ['amount', '3.20'], ['here', '52,13']], opened: 0, ...more });
export const edit = (id, payee, more = {}) => ({ ...base, what: 'edit-row', record: `row ${id}`, seen: 'old', fields: [['row', id], ['payee', payee]], ...more });
export const remove = (id, more = {}) => ({ ...base, what: 'delete-rows', record: `row ${id}`, fields: [['pick', id]], ...more });
export const assign = (amount, more = {}) => ({ ...base, what: 'budgeted', record: 'cell c1 2026-11', fields: [['category', 'c1'], ['month', '2026-11'], ['amount', amount]], ...more });
