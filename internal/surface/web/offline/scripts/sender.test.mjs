import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { database } from './database';
import { enqueue, entries, rowID, sent } from './outbox';
import { send } from './sender';
import { add, assign, edit, fresh, remove, startServer } from './testing.mjs';

const server = await startServer();

beforeEach(async () => {
  await fresh();
  Object.assign(server, { journal: [], requests: [], session: 'Anna', before: () => undefined, after: () => undefined });
});

const urls = () => server.requests.map((request) => request.url.replace('/budgets/b1/', ''));
const waiting = async () => (await entries()).map((entry) => entry.label);

test('entries are sent in order, once each, with their keys', async () => {
  const first = await enqueue(add('Bakery'));
  await enqueue(assign('10'));
  await enqueue(edit('r1', 'Butcher'));
  assert.deepEqual(await send(), { saved: 3, retryAfter: 0 });
  assert.deepEqual(urls(), ['do/add-row', 'do/budgeted', 'do/edit-row']);
  const [adding, assigning, editing] = server.requests;
  assert.deepEqual([adding.get('request'), adding.get('payee'), adding.get('opened')], [first.key, 'Bakery', null]);
  assert.deepEqual([adding.headers.accept, adding.headers['holdover-outbox']], ['application/json', '1']);
  assert.deepEqual([assigning.get('opened'), editing.get('seen')], ['7', 'old']);
  assert.deepEqual(await entries(), []);
  assert.deepEqual((await sent()).length, 3);
  await send();
  assert.equal(server.requests.length, 3);
});

test('a change after a lost response is made once', async () => {
  await enqueue(add('Bakery'));
  server.after = (_, reply) => (reply.cut(), true);
  assert.equal((await send()).stopped, 'no-connection');
  assert.equal(server.journal.length, 1);
  assert.deepEqual((await entries()).map((entry) => entry.attempts), [1]);
  server.after = () => undefined;
  assert.equal((await send()).saved, 1);
  assert.equal(server.journal.length, 1);
  assert.equal(server.requests[0].get('request'), server.requests[1].get('request'));
  assert.equal((await sent())[0].saved.repeated, true);
});

test('a later entry of a record is sent with the result of the earlier one', async () => {
  const first = await enqueue(add('Bakery'));
  server.after = (_, reply) => (reply.cut(), true);
  await send();
  server.after = () => undefined;
  await enqueue(edit(rowID(first.key), 'Butcher', { opened: 0, seen: '' }));
  await enqueue(remove(rowID(first.key), { opened: 0 }));
  assert.equal((await send()).saved, 3);
  const [, , editing, removing] = server.requests;
  assert.deepEqual([editing.get('opened'), editing.get('row')], ['100', rowID(first.key)]);
  assert.equal(removing.get('opened'), '101');
});

test('moves of money are sent without the version', async () => {
  for (const what of ['transfer', 'move-to-category', 'cover']) await enqueue({ ...assign('5'), what, record: '' });
  await send();
  assert.deepEqual(server.requests.map((request) => request.get('opened')), [null, null, null]);
});

test('a refused entry needs attention, and others are sent', async () => {
  await enqueue(edit('r1', 'Bakery', { label: 'refused' }));
  await enqueue(edit('r2', 'Butcher', { label: 'sent' }));
  server.before = (asked, { json }) => asked.get('row') === 'r1' && (json(409, { status: 409, code: 'changed-meanwhile', message: 'It now has 14', hint: '', field: '', guarded: 0 }), true);
  assert.deepEqual(await send(), { saved: 1, retryAfter: 0 });
  const [refused] = await entries();
  assert.equal(refused.fault.message, 'It now has 14');
  await enqueue(remove('r1', { label: 'held back' }));
  await send();
  assert.deepEqual(await waiting(), ['refused', 'held back']);
  assert.equal(server.requests.length, 2);
});

for (const [name, answer, stopped, retryAfter] of [
  ['a session that has ended', ({ json }) => json(401, { status: 401, message: 'You are not signed in' }), 'signed-out', 0],
  ['too many requests', ({ json }) => json(429, { status: 429, message: 'Too many' }, { 'Retry-After': '17' }), 'busy', 17],
  ['a proxy without a server', ({ response }) => response.writeHead(502).end('Bad Gateway'), 'busy', 0],
  ['a server that restarts', ({ response }) => response.writeHead(503, { 'Retry-After': '3' }).end(), 'busy', 3],
  ['a broken connection', ({ cut }) => cut(), 'no-connection', 0],
  ['the page of a network', ({ response }) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome to the hotel</h1>'), 'no-connection', 0],
  ['a redirect to the page of a network', ({ response }) => response.writeHead(302, { Location: 'https://hotel.example/' }).end(), 'no-connection', 0],
  ['a refusal of a network', ({ response }) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>Pay first</h1>'), 'no-connection', 0],
  ['a response that ends early', ({ response }) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"chan'), 'no-connection', 0],
]) {
  test(`${name} stops sending, and all entries wait`, async () => {
    await enqueue(edit('r1', 'Bakery', { label: 'first' }));
    await enqueue(edit('r2', 'Butcher', { label: 'second' }));
    server.before = (_, reply) => (answer(reply), true);
    assert.deepEqual(await send(), { saved: 0, stopped, retryAfter });
    assert.equal(server.requests.length, 1);
    assert.deepEqual((await entries()).map((entry) => [entry.label, entry.fault]), [['first', undefined], ['second', undefined]]);
    server.before = () => undefined;
    assert.equal((await send()).saved, 2);
    assert.equal(server.journal.length, 2);
  });
}

test('an error of the server needs attention, and stops sending', async () => {
  await enqueue(edit('r1', 'Bakery', { label: 'first' }));
  await enqueue(edit('r2', 'Butcher', { label: 'second' }));
  server.before = (_, { json }) => (json(500, { status: 500, code: '', message: 'Something went wrong', hint: '', field: '', guarded: 0 }), true);
  assert.equal((await send()).stopped, 'busy');
  assert.deepEqual((await entries()).map((entry) => entry.fault?.status), [500, undefined]);
});

test('the end of a session deletes snapshots, and entries of another user are not sent', async () => {
  const db = await database();
  await db.put('snapshots', { budget: 'b1', user: 'Anna', etag: '', synced: 0, snapshot: { format: 1 } });
  await enqueue(add('Bakery'));
  server.session = 'Ben';
  assert.equal((await send()).stopped, 'signed-out');
  assert.deepEqual(await db.getAll('snapshots'), []);
  assert.equal((await entries()).length, 1);
  assert.equal(server.journal.length, 0);
});

test('a receipt is sent with its transaction', async () => {
  await enqueue(add('Bakery', { file: new File(['a picture'], 'receipt.png', { type: 'image/png' }) }));
  assert.equal((await send()).saved, 1);
  assert.deepEqual(urls(), ['rows/with-receipt']);
  const [request] = server.requests;
  assert.deepEqual([request.get('payee'), await request.get('file').text()], ['Bakery', 'a picture']);
});

test('two senders at once send each of 200 entries once', async () => {
  for (let i = 0; i < 200; i++) await enqueue(add(`Payee ${i}`));
  const results = await Promise.all([send(), send(), send()]);
  assert.equal(results.reduce((sum, result) => sum + result.saved, 0), 200);
  assert.deepEqual(server.requests.map((request) => request.get('payee')), Array.from({ length: 200 }, (_, i) => `Payee ${i}`));
  assert.equal((await sent()).length, 50);
});
