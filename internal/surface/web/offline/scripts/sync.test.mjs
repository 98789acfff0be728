import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { database } from './database';
import { enqueue, entries } from './outbox';
import { setEnabled, signedIn, signedOut, snapshotOf, snapshots, sync } from './sync';
import { add, fresh, startServer } from './testing.mjs';

const server = await startServer();
const snapshot = { format: 1, knowledge: 3 };
const answers = (status, value, headers) => (server.before = (_, { json }) => (json(status, value, headers), true));

beforeEach(async () => {
  await fresh();
  server.requests = [];
  answers(200, snapshot, { ETag: '"3"' });
  await sync('b1');
});

test('a snapshot is stored, and fetched again only if it has changed', async () => {
  const stored = await snapshotOf('b1');
  assert.deepEqual([stored.user, stored.etag, stored.snapshot], ['Anna', '"3"', snapshot]);
  server.before = (asked, { response }) => (response.writeHead(asked.headers['if-none-match'] === '"3"' ? 304 : 500).end(), true);
  assert.equal(await sync('b1'), 'unchanged');
  assert.deepEqual((await snapshotOf('b1')).snapshot, snapshot);
});

test('a snapshot of another format is neither stored nor used', async () => {
  answers(200, { format: 2 });
  assert.equal(await sync('b2'), 'no-answer');
  await (await database()).put('snapshots', { budget: 'b3', user: 'Anna', etag: '', synced: 0, snapshot: { format: 0 } });
  assert.equal(await snapshotOf('b3'), undefined);
  assert.deepEqual((await snapshots()).map((stored) => stored.budget), ['b1']);
});

for (const status of [403, 404]) {
  test(`status ${status} deletes the snapshot of the budget, and no other`, async () => {
    answers(200, snapshot);
    await sync('b2');
    answers(status, { status, message: 'No budget' });
    assert.equal(await sync('b1'), 'deleted');
    assert.deepEqual((await snapshots()).map((stored) => stored.budget), ['b2']);
  });
}

test('the end of the session deletes all snapshots, and keeps the outbox', async () => {
  await enqueue(add('Bakery'));
  answers(401, { status: 401, message: 'You are not signed in' });
  assert.equal(await sync('b2'), 'signed-out');
  assert.deepEqual(await (await database()).getAll('snapshots'), []);
  assert.equal((await entries()).length, 1);
});

test('without an answer everything stays', async () => {
  server.before = (_, { cut }) => (cut(), true);
  assert.equal(await sync('b1'), 'no-answer');
  server.before = (_, { response }) => (response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hotel</h1>'), true);
  assert.equal(await sync('b1'), 'no-answer');
  assert.ok(await snapshotOf('b1'));
});

test('another user sees neither snapshots nor entries, and the first one finds the entries again', async () => {
  await enqueue(add('Bakery'));
  await signedIn('Ben');
  assert.deepEqual([await snapshots(), await entries()], [[], []]);
  assert.deepEqual(await (await database()).getAll('snapshots'), []);
  await signedIn('Anna');
  assert.equal((await entries()).length, 1);
});

test('signing out deletes everything of the user, and nothing of another one', async () => {
  await enqueue(add('Bakery'));
  await signedIn('Ben');
  await enqueue(add('Butcher', { user: 'Ben' }));
  await signedOut();
  const db = await database();
  assert.deepEqual((await db.getAll('outbox')).map((entry) => entry.user), ['Anna']);
  assert.deepEqual(await db.getAllKeys('device'), []);
});

test('a device that stores no budgets fetches none', async () => {
  await setEnabled(false);
  assert.deepEqual(await snapshots(), []);
  server.requests = [];
  assert.equal(await sync('b1'), 'off');
  assert.deepEqual(server.requests, []);
});
