// The offline page: it shows what belongs to the address in the browser's bar, from the data of this device. While there is no
// connection its links are followed in place; otherwise they lead to the pages of the server.

import { dateFields } from '../../../ui/scripts/date_fields';
import { keepDrafts } from '../../../ui/scripts/drafts';
import { fieldsOf, fieldValue, renderedValue } from '../../../ui/scripts/fields';
import { applyLook, hideAmounts } from '../../../ui/scripts/look';
import { icon, make, named } from './dom';
import { device } from './database';
import { discard, entries, rowID, subscribe } from './outbox';
import type { QueuedChange } from './queued';
import { keepSending } from './schedule';
import { type Result, send } from './sender';
import { sync, type Synced } from './sync';
import { reloadAfterUpdate } from './update';
import { accountsView, approveView, registerView } from './view_accounts';
import { budgetView } from './view_budget';
import { type Context, pageOf, read, timeText, type View } from './context';
import { addView, editView, needsConnection, nothingHere } from './view_forms';
import { waitingView } from './view_waiting';

const ownPages = /^\/(add|waiting|offline)$/; // never a page of the server
const pause = 15_000; // milliseconds between attempts to reach the server

let connection: Synced | 'unknown' = 'unknown';
let retrying = 0;

const isOffline = () => connection === 'no-answer';

/** Returns the budget that an address names, '' for none. */
const budgetOf = (path: string): string => decodeURIComponent(/^\/budgets\/([^/]+)/.exec(path)?.[1] ?? '');

/** Returns what belongs to an address. */
async function viewOf(c: Context, address: URL): Promise<View> {
  const path = address.pathname;
  if (path === '/waiting') return address.searchParams.has('edit') ? editView(c, address, navigate) : waitingView(c, () => void send().then(told));
  const b = c.budget;
  if (!c.user || !b) return nothingHere(c, path);
  const [, , , part = '', id = ''] = path.split('/');
  if (path === '/add' || (part === 'rows' && id === 'new')) return addView(c, b, address, said);
  if (part === '' && /^\/(budgets\/|offline$|$)/.test(path)) return budgetView(c, b, address);
  if (part === 'accounts') return id ? registerView(c, b, decodeURIComponent(id)) : accountsView(b);
  if (part === 'to-approve' || path === '/to-approve') return approveView(c, b);
  if (part === 'rows') return editView(c, address, navigate);
  return needsConnection(b);
}

applyLook(); // before amounts are drawn
hideAmounts();

const main = document.querySelector<HTMLElement>('#main')!;
const status = make('div', { class: 'offline-status', role: 'status' });
const bar = make('nav', { class: 'bottombar', 'aria-label': 'Pages' });
const toast = make('div', { class: 'toast-place', role: 'status' });

/** Draws the page. A form with typed text stays; only the lines around it are drawn again. */
async function draw(again = false): Promise<void> {
  const address = new URL(location.href);
  const c = await read(budgetOf(address.pathname));
  document.body.dataset['user'] = c.user; // whose drafts are shown
  drawStatus(c);
  if (again && isTyping()) return;
  const view = await viewOf(c, address);
  document.title = `${view.title} · Holdover`;
  drawBar(c, view.section);
  const [scroll, focused] = [window.scrollY, again ? (document.activeElement as HTMLElement | null)?.getAttribute('aria-label') : undefined];
  main.replaceChildren(...budgets(c, view), ...view.content);
  if (again) window.scrollTo(0, scroll);
  if (focused) main.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  document.body.dataset['drawn'] = address.pathname;
}

/** Reports whether the page has a form with text that would be lost. */
const isTyping = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('form')].some((form) => [...fieldsOf(form).values()].some((field) => fieldValue(field) !== renderedValue(field)));

/** Offers the other budgets of this device. */
function budgets(c: Context, view: View): Node[] {
  if (!c.budget || c.stored.length < 2 || view.section === 'waiting') return [];
  const select = make('select', { 'aria-label': 'Budget' }, ...c.stored.map(({ budget, snapshot }) => make('option', { value: budget }, snapshot.budget.name)));
  select.value = c.budget.snapshot.budget.id;
  select.addEventListener('change', () => navigate(view.section === 'add' ? `/budgets/${select.value}/rows/new` : `/budgets/${select.value}`));
  return [make('p', { class: 'offline-budget' }, select)];
}

function drawStatus(c: Context): void {
  const synced = c.stored.find((one) => one.budget === c.budget?.snapshot.budget.id)?.synced;
  const [waiting, attention] = [c.queue.filter((entry) => !entry.fault).length, c.queue.filter((entry) => entry.fault).length];
  const words: (Node | string)[] = [];
  if (isOffline()) words.push(make('strong', {}, 'No connection.'), synced ? ` Figures as of ${timeText(synced)}.` : '');
  if (connection === 'signed-out') words.push('You are signed out. ', make('a', { href: `/sign-in?back=${encodeURIComponent(location.pathname)}` }, 'Sign in'), ' to send what waits.');
  const connected = connection === 'stored' || connection === 'unchanged';
  if (connected && !ownPages.test(location.pathname)) words.push('Connected again. ', make('a', { href: location.pathname, 'data-leave': true }, 'Show the page'));
  if (waiting) words.push(' ', make('a', { href: '/waiting' }, waiting === 1 ? '1 change waits' : `${waiting} changes wait`));
  if (attention) words.push(' ', make('a', { href: '/waiting', class: 'attention' }, attention === 1 ? '1 needs attention' : `${attention} need attention`));
  const line = words.filter((word) => word !== '');
  if (status.textContent === line.map((word) => (typeof word === 'string' ? word : word.textContent)).join('')) return;
  status.replaceChildren(...line);
}

function drawBar(c: Context, section: View['section']): void {
  const to = (path = '') => (c.budget ? pageOf(c.budget, path) : '/');
  const link = (href: string, name: string, label: string, at: View['section']) => make('a', { href, ...(at === section && { 'aria-current': 'page' }) }, icon(name), label);
  bar.replaceChildren(
    link(to(), 'budget', 'Budget', 'budget'),
    link(to('/accounts'), 'accounts', 'Accounts', 'accounts'),
    make('a', { class: 'bar-add', href: '/add', 'aria-label': 'New transaction' }, icon('plus')),
    link(to('/to-approve'), 'check', 'To approve', 'approve'),
    link('/waiting', 'waiting', 'Waiting', 'waiting'),
  );
}

/** Shows an address in place. */
function navigate(to: string): void {
  history.pushState(null, '', to);
  void draw().then(() => {
    window.scrollTo(0, 0);
    main.focus();
  });
}

/** Says that a transaction was entered, and offers to take it back while it waits. */
function said(entry: QueuedChange | undefined): void {
  if (!entry) return;
  void send().then(async (result) => {
    void told(result);
    const waits = (await entries()).some(({ seq }) => seq === entry.seq);
    const undo = make('button', { type: 'button', class: 'toast-button', click: () => void discard(entry.seq).then(() => toast.replaceChildren()) }, 'Undo');
    const row = make('a', { class: 'toast-button', href: `/budgets/${encodeURIComponent(entry.budget)}/rows/${rowID(entry.key)}` }, 'Open');
    toast.replaceChildren(make('div', { class: 'toast' }, make('p', {}, waits ? 'Waiting: ' : 'Saved: ', named(entry.label)), waits ? undo : row));
    setTimeout(() => toast.replaceChildren(), 8000);
  });
}

let connecting: Promise<void> | undefined;

/** Fetches the snapshot, and finds out whether there is a connection. */
function connect(): Promise<void> {
  connecting ??= reach().finally(() => (connecting = undefined));
  return connecting;
}

async function reach(): Promise<void> {
  clearTimeout(retrying);
  const before = connection;
  const budget = budgetOf(location.pathname) || (await device('budget')) || '';
  connection = budget && (await device('user')) ? await sync(budget) : await ping();
  if (connection === 'off') connection = await ping();
  if (before !== connection) await draw(true);
  if (isOffline()) retrying = window.setTimeout(() => void connect(), pause);
}

/** Follows the result of sending. */
async function told({ saved, stopped }: Result): Promise<void> {
  if (saved > 0 || stopped) await connect();
}

/** Reports whether the server answers, for a device without a budget. */
async function ping(): Promise<Synced> {
  const response = await fetch('/session', { headers: { Accept: 'application/json' }, cache: 'no-store' }).catch(() => undefined);
  return response ? (response.status === 401 ? 'signed-out' : 'unchanged') : 'no-answer';
}

document.addEventListener('click', (event) => {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/"]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || link.dataset['leave'] !== undefined) return;
  if (!isOffline() && !ownPages.test(new URL(link.href).pathname)) return; // the page of the server
  event.preventDefault();
  navigate(link.getAttribute('href')!);
});

async function begin(): Promise<void> {
  main.before(status);
  main.after(bar, toast);
  keepDrafts();
  dateFields();
  await draw();
  subscribe(() => void draw(true));
  document.addEventListener('dialog:closed', () => void draw(true)); // it was not drawn while the dialog was open
  window.addEventListener('popstate', () => void draw());
  window.addEventListener('online', () => void connect());
  document.addEventListener('visibilitychange', () => document.hidden || void connect());
  reloadAfterUpdate(isTyping);
  keepSending((result) => void told(result));
  await connect();
}

void begin().catch(() => main.replaceChildren(make('h1', {}, 'No connection'), make('p', {}, 'This browser does not let Holdover store data, so nothing can be shown or entered without a connection.')));
