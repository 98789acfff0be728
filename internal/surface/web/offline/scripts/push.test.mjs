import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

// The part of a service worker that shows reminders.
const listeners = new Map();
const seen = { shown: [], opened: [], badge: [] };
let windows = [];
const clients = { matchAll: async () => windows, openWindow: async (url) => seen.opened.push(url) };
const registration = { showNotification: async (title, options) => seen.shown.push({ title, ...options }) };
globalThis.self = { addEventListener: (kind, listen) => listeners.set(kind, listen), clients, registration, location: { origin: 'https://budget.example.org' } };
globalThis.navigator ??= {};
Object.defineProperty(navigator, 'setAppBadge', { value: async (count) => seen.badge.push(count), configurable: true });
const { showReminders } = await import('./push');
showReminders();

/** Dispatches an event to the worker, and waits until it is handled. */
async function dispatch(kind, event) {
  const waiting = [];
  listeners.get(kind)({ ...event, waitUntil: (promise) => waiting.push(promise) });
  await Promise.all(waiting);
}

const click = (data) => dispatch('notificationclick', { notification: { data, close: () => undefined } });

beforeEach(() => {
  for (const list of Object.values(seen)) list.length = 0;
  windows = [];
});

test('a push message becomes a notification with its number on the icon', async () => {
  const message = { title: 'Household', body: '3 transactions to approve', url: '/budgets/b1/to-approve', tag: 'approve b1', badge: 3 };
  await dispatch('push', { data: { json: () => message } });
  assert.deepEqual(seen.shown, [{ title: 'Household', body: '3 transactions to approve', tag: 'approve b1', data: '/budgets/b1/to-approve' }]);
  assert.deepEqual(seen.badge, [3]);
});

test('a push message without content still shows a notification, which browsers require', async () => {
  await dispatch('push', { data: null });
  assert.deepEqual([seen.shown.length, seen.badge.length], [1, 0]);
});

test('a notification opens its page in a window of Holdover, or in a new one', async () => {
  await click('/budgets/b1/to-approve');
  assert.deepEqual(seen.opened, ['https://budget.example.org/budgets/b1/to-approve']);
  const at = [];
  windows = [{ navigate: async (url) => ({ focus: async () => at.push(url) }) }];
  await click('/budgets/b1');
  assert.deepEqual([seen.opened.length, at], [1, ['https://budget.example.org/budgets/b1']]);
});

test('a notification does not open another site', async () => {
  await click('https://elsewhere.example.org/');
  assert.deepEqual(seen.opened, []);
});
