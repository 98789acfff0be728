import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { database, openDatabase } from './database';
import { amend, claim, discard, enqueue, entries, overwrite, refuse, retry, rowID, settle, stateOf, subscribe } from './outbox';
import { add, assign, edit, fresh, remove } from './testing.mjs';

const field = (entry, name) => entry.fields.find(([field]) => field === name)?.[1];
const fault = (more = {}) => ({ status: 409, code: 'changed-meanwhile', message: 'It now has 14', hint: '', field: '', other: 9, guarded: 0, ...more });

beforeEach(() => fresh());

test('an entry has a key, and a new transaction the id of its key', async () => {
  const entry = await enqueue(add('Bakery'));
  assert.match(entry.key, /^[0-9a-f]{32}$/);
  assert.equal(entry.record, `row ${rowID(entry.key)}`);
  assert.equal(rowID('0123456789abcdef0123456789abcdef'), '01234567-89ab-cdef-0123-456789abcdef');
  assert.deepEqual(await entries(), [entry]);
  assert.equal(stateOf(entry), 'waiting');
});

test('an edit of a waiting transaction changes it, and its deletion removes both', async () => {
  const first = await enqueue(add('Bakery'));
  const id = rowID(first.key);
  await enqueue(edit(id, 'Butcher', { label: 'Butcher' }));
  const [only, ...others] = await entries();
  assert.deepEqual(others, []);
  assert.deepEqual([only.what, only.key, only.label, field(only, 'payee'), field(only, 'here'), field(only, 'row')], ['add-row', first.key, 'Butcher', 'Butcher', '52,13', undefined]);
  assert.equal(await enqueue(remove(id)), undefined);
  assert.deepEqual(await entries(), []);
});

test('a later edit of a transaction and a later amount of a figure replace the waiting ones', async () => {
  await enqueue(edit('r1', 'Bakery', { opened: 5, seen: 'first' }));
  await enqueue(edit('r1', 'Butcher', { opened: 9, seen: 'second' }));
  await enqueue(edit('r2', 'Grocer'));
  await enqueue(assign('10'));
  await enqueue(assign('1.234,50'));
  const all = await entries();
  assert.deepEqual(all.map((entry) => field(entry, 'payee') ?? field(entry, 'amount')), ['Butcher', 'Grocer', '1.234,50']);
  assert.deepEqual([all[0].opened, all[0].seen], [5, 'first']); // the versions that the user saw first
});

test('arithmetic on a figure, and a deletion of a known transaction, are entries of their own', async () => {
  await enqueue(assign('10'));
  await enqueue(assign('+15'));
  await enqueue(edit('r1', 'Bakery'));
  await enqueue(remove('r1'));
  assert.deepEqual((await entries()).map((entry) => entry.what), ['budgeted', 'budgeted', 'edit-row', 'delete-rows']);
});

test('an amount typed after money was moved is sent after the move', async () => {
  await enqueue(assign('50'));
  await enqueue({ ...assign('20'), what: 'transfer', record: '' });
  await enqueue(assign('60'));
  assert.deepEqual((await entries()).map((entry) => entry.what), ['budgeted', 'transfer', 'budgeted']);
});

test('a later entry names the changes that waited before it, and follows that of its own record', async () => {
  await enqueue(edit('r1', 'Bakery', { opened: 5 }));
  const sent = await claim('Anna', 0);
  await enqueue(edit('r1', 'Butcher', { opened: 5 }));
  await enqueue(edit('r2', 'Grocer', { opened: 5 }));
  await settle(sent, { change: 6, label: '', repeated: false, seen: 'new' });
  assert.deepEqual((await entries()).map(({ opened, own }) => [opened, own]), [[6, []], [5, [6]]]);
});

test('edits of both sides of a transfer are sent in their order, and each knows the one before', async () => {
  await enqueue(edit('out', 'First', { other: 'row in', opened: 5 }));
  await enqueue(edit('in', 'Second', { other: 'row out', opened: 5, seen: '' }));
  await enqueue(edit('out', 'Third', { other: 'row in', opened: 5, seen: '' }));
  await enqueue(edit('r2', 'Grocer', { opened: 5 }));
  const payees = async () => (await entries()).map((entry) => field(entry, 'payee'));
  assert.deepEqual(await payees(), ['First', 'Second', 'Third', 'Grocer']);
  await settle(await claim('Anna', 0), { change: 6, label: '', repeated: false, seen: 'out at 6' });
  await settle(await claim('Anna', 0), { change: 7, label: '', repeated: false, seen: 'in at 7' });
  assert.deepEqual((await entries()).map(({ opened, own, seen }) => [opened, own, seen]), [[6, [7], ''], [5, [6, 7], 'old']]);
  const third = await claim('Anna', 0);
  await refuse(third, fault());
  await enqueue(edit('in', 'Fourth', { other: 'row out' }));
  assert.equal(field(await claim('Anna', third.seq), 'payee'), 'Grocer');
  assert.equal(await claim('Anna', third.seq + 1), undefined);
});

test('a change of an entry that was sent is an entry of its own, and knows the result', async () => {
  await enqueue(edit('r1', 'Bakery'));
  const sent = await claim('Anna', 0);
  assert.equal(sent.attempts, 1);
  await enqueue(edit('r1', 'Butcher'));
  assert.deepEqual((await entries()).map((entry) => field(entry, 'payee')), ['Bakery', 'Butcher']);
  assert.equal(await amend(sent.seq, { fields: [] }), false);
  await settle(sent, { change: 42, label: '', repeated: false, seen: 'new' });
  const [later] = await entries();
  assert.deepEqual([later.opened, later.seen], [42, 'new']);
});

test('a transaction that was sent and may be saved is deleted on the server', async () => {
  const first = await enqueue(add('Bakery'));
  await claim('Anna', 0);
  await enqueue(remove(rowID(first.key)));
  assert.deepEqual((await entries()).map((entry) => entry.what), ['add-row', 'delete-rows']);
});

test('an entry that needs attention holds back the later ones of its record, until the user decides', async () => {
  const first = await enqueue(edit('r1', 'Bakery'));
  await refuse(first, fault());
  await enqueue(edit('r1', 'Butcher'));
  const other = await enqueue(edit('r2', 'Grocer'));
  assert.equal(stateOf((await entries())[0]), 'attention');
  assert.equal((await claim('Anna', 0)).seq, other.seq);
  assert.equal(await claim('Anna', other.seq), undefined);
  assert.equal(await overwrite(other.seq), false);
  assert.equal(await overwrite(first.seq), true);
  const again = await claim('Anna', 0);
  assert.deepEqual([again.seq, again.key, again.fault, field(again, 'told'), again.seen, again.opened], [first.seq, first.key, undefined, '1', '', 9]); // a third change is a conflict again
});

test('overwriting confirms reconciled transactions, and both confirmations stay', async () => {
  const entry = await enqueue(edit('r1', 'Bakery'));
  await refuse(entry, fault());
  await overwrite(entry.seq);
  await refuse(entry, fault({ code: '', guarded: 2 }));
  await overwrite(entry.seq);
  const [now] = await entries();
  assert.deepEqual([field(now, 'told'), field(now, 'even')], ['1', '1']);
});

test('other values under a saved key get a new key', async () => {
  const entry = await enqueue(add('Bakery'));
  await refuse(entry, fault({ code: 'saved-before' }));
  assert.equal(await retry(entry.seq), true);
  const [now] = await entries();
  assert.notEqual(now.key, entry.key);
  assert.equal(now.record, `row ${rowID(now.key)}`);
});

test('discarding a transaction discards its later changes', async () => {
  const first = await enqueue(add('Bakery'));
  await claim('Anna', 0);
  await enqueue(edit(rowID(first.key), 'Butcher'));
  await enqueue(edit('r2', 'Grocer'));
  assert.equal(await discard(first.seq), 2);
  assert.deepEqual((await entries()).map((entry) => field(entry, 'payee')), ['Grocer']);
});

test('a receipt is stored with its transaction, also when that is edited', async () => {
  const first = await enqueue(add('Bakery', { file: new File(['a picture'], 'receipt.png', { type: 'image/png' }) }));
  await enqueue(edit(rowID(first.key), 'Butcher'));
  const [entry] = await entries();
  assert.equal(await entry.file.text(), 'a picture');
});

test('an entry of another user is neither shown nor sent', async () => {
  await enqueue(add('Bakery'));
  await (await database()).put('device', 'Ben', 'user');
  assert.deepEqual(await entries(), []);
  assert.equal(await claim('Ben', 0), undefined);
});

test('listeners hear of changes in this window and in others', async () => {
  const heard = [];
  const end = subscribe(() => heard.push('changed'));
  await enqueue(add('Bakery'));
  assert.equal(heard.length, 1);
  const other = new BroadcastChannel('holdover-outbox');
  const twice = new Promise((resolve) => subscribe(resolve));
  other.postMessage('changed');
  await twice;
  assert.equal(heard.length, 2);
  end();
});

test('an upgrade of the database keeps the outbox', async () => {
  const entry = await enqueue(add('Bakery'));
  const newer = await openDatabase(99); // closes the connection of the older version
  assert.deepEqual(await newer.getAll('outbox'), [entry]);
  assert.deepEqual([...newer.objectStoreNames], ['device', 'outbox', 'sent', 'shared', 'snapshots']);
  newer.close();
  await assert.rejects(database(), { name: 'VersionError' }); // an older script cannot write into the newer version
});
