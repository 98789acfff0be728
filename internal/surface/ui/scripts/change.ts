// Changes without reloading the page: a form is sent to the server, the response is the page after the change, and the
// differences are applied to the current page.

import htmx from 'htmx.org';
import { dropForm, keepForm } from './drafts';
import { glowing } from './glow';
import { fetchSignedIn } from './session';
import { piecesIn, place, stamps } from './pieces';
import { newRequestKey } from './request_key';
import { putToast, say, showToast, working } from './toast';
import { ofProxy, patience, stored, storedBehindOthers, storedText } from './unanswered';

let queue: Promise<unknown> = Promise.resolve();

/** Runs tasks one after the other, so that responses are handled in the order of their requests. */
export function inTurn<T>(what: () => Promise<T>): Promise<T> {
  const next = queue.then(what, what);
  queue = next.catch(() => undefined);
  return next;
}

/** Returns the address of this page without the parameter that reports the last change. */
export function here(): string {
  return address(location.href);
}

function address(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('done');
  return url.pathname + url.search;
}

/** Returns the number of the budget's last change that the page shows; '' on a page without a budget. */
export const lastChange = (): string => document.body.dataset['knowledge'] ?? '';

/** Makes every form with data-change apply its change without reloading the page. */
export function changeInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('[data-change]') || form.closest('.menu-page')) return; // a menu that is a page of its own is followed by the screen
    event.preventDefault();
    const body = new URLSearchParams();
    new FormData(form, event.submitter).forEach((value, name) => body.append(name, String(value)));
    void change(event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', body).then((fault) => (fault ? showFault(form, fault) : saved(form)));
  });
  if (new URL(location.href).searchParams.has('done')) history.replaceState(history.state, '', here());
}

function saved(form: HTMLFormElement): void {
  closeMenus();
  dropForm(form);
}

const unanswered = new Map<string, string>(); // the keys of requests without a response, by their content

/** Gives a request a key, so that the server makes its change once. Sending it again after a lost response has the same key. */
function keyed(action: string, body: URLSearchParams | FormData): string {
  const same = `${action}?${[...body].filter(([name]) => name !== 'request').map(([name, value]) => `${name}=${value}`).join('&')}`;
  const key = body.get('request') || unanswered.get(same) || newRequestKey();
  body.set('request', String(key));
  unanswered.set(same, String(key));
  return same;
}

/** Callbacks for the result of a change. They run before the page shows it. */
export interface Told {
  refused?: (answer: string, status: number) => void;
  done?: () => void;
  waits?: () => void; // after done: it is stored on this device, as the server does not respond
}

/** Sends a change and shows the page after it. Returns the response page if the change was refused. */
export function change(action: string, body: URLSearchParams | FormData, told: Told = {}): Promise<Document | undefined> {
  body.set('back', here());
  return inTurn(async () => {
    const done = working();
    const same = keyed(action, body);
    const waits = await storedBehindOthers(action, body);
    const answer = waits ? undefined : await fetchSignedIn(action, { method: 'POST', body, headers: { 'HX-Request': 'true', ...stamps() } }, patience(action, body));
    const text = await answer?.text().catch(() => undefined);
    done();
    if (waits || ((text === undefined || !answer || ofProxy(answer)) && (await stored(action, body)))) {
      unanswered.delete(same);
      told.done?.();
      told.waits?.();
      say(storedText);
      return undefined;
    }
    if (!answer || text === undefined) return unreachable();
    unanswered.delete(same);
    if (answer.ok) told.done?.();
    const elsewhere = answer.redirected && address(answer.url) !== here();
    if (answer.ok && !elsewhere && (await updated(text))) return undefined;
    const page = new DOMParser().parseFromString(text, 'text/html');
    if (!answer.ok) {
      told.refused?.(text, answer.status);
      return page;
    }
    if (elsewhere) location.assign(answer.url);
    else await update(page);
    return undefined;
  });
}

/** Returns the page that is shown if the server does not respond. */
export function unreachable(): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<main id="main"><div class="fault" role="alert"><div><p class="fault-message">Holdover does not respond</p><p class="fault-hint">What you typed is still here. Try again when you are connected</p><p><button type="button" class="button small" data-again-send>Try again</button></p></div></div></main>';
  return page;
}

const keepers: (() => () => void)[] = [];

/** Registers a function that removes a field in use before a page changes. The function that it returns restores the field. */
export function keepThroughChanges(keep: () => () => void): void {
  keepers.push(keep);
}

/** Applies a response in pieces to the page; false if the response is a whole page. */
export async function updated(text: string): Promise<boolean> {
  const pieces = piecesIn(text);
  if (!pieces) return false;
  const at = document.activeElement;
  const restore = keepers.map((keep) => keep());
  const glow = glowing();
  const placed = place(pieces);
  if (placed) drawn();
  restore.forEach((again) => again());
  if (at?.isConnected && document.activeElement === document.body) (at as HTMLElement).focus({ preventScroll: true }); // its row was moved
  if (!placed) {
    await ask();
    return true;
  }
  glow();
  if (pieces.toast) putToast(pieces.toast);
  if (pieces.knowledge) document.body.dataset['knowledge'] = pieces.knowledge;
  document.title = pieces.title;
  return true;
}

/** Notifies listeners that the content of the page has changed. */
function drawn(): void {
  document.dispatchEvent(new CustomEvent('htmx:after:swap'));
}

/** Requests the current page and shows it. */
export async function ask(headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetchSignedIn(location.href, { headers });
  if (!answer?.ok) return;
  const text = await answer.text();
  if (!(await updated(text))) await update(new DOMParser().parseFromString(text, 'text/html'));
}

/** Applies the differences between another page and this one. */
export async function update(page: Document): Promise<void> {
  const screen = page.querySelector('#budget') && document.querySelector('#budget') ? '#budget' : '#main';
  keepFolds(page);
  const restore = keepers.map((keep) => keep());
  const glow = glowing();
  await morph(page, screen);
  await morph(page, '#sidebar');
  restore.forEach((again) => again());
  glow();
  showToast(page);
  const [main, next] = [document.querySelector<HTMLElement>('#main'), page.querySelector<HTMLElement>('#main')];
  if (main && next) main.dataset['around'] = next.dataset['around'] ?? '';
  const knowledge = page.body.dataset['knowledge'];
  if (knowledge) document.body.dataset['knowledge'] = knowledge;
  if (page.title) document.title = page.title;
}

async function morph(page: Document, selector: string): Promise<void> {
  const target = document.querySelector(selector);
  const next = page.querySelector(selector);
  if (!target || !next) return;
  next.querySelectorAll('[autofocus]').forEach((field) => field.removeAttribute('autofocus')); // the user may already have moved the focus
  await htmx.swap({ text: next.outerHTML, target, sourceElement: target, swap: 'outerMorph' });
}

/** Keeps the folded sections of the sidebar folded. */
function keepFolds(page: Document): void {
  page.querySelectorAll<HTMLDetailsElement>('#sidebar details').forEach((next) => {
    const now = document.querySelector<HTMLDetailsElement>(`#sidebar details:has(> #${CSS.escape(next.firstElementChild!.id)})`);
    next.open = now?.open ?? next.open;
  });
}

function closeMenus(): void {
  document.querySelectorAll<HTMLElement>('.menu:popover-open').forEach((menu) => menu.hidePopover());
}

/** Shows the error at the form. */
function showFault(form: HTMLFormElement, page: Document): void {
  const menu = form.closest('.menu-body');
  const again = page.querySelector('.menu-body');
  if (menu && again) {
    menu.replaceWith(again);
    again.querySelectorAll<HTMLFormElement>('details[open] form[data-draft]').forEach(keepForm);
    again.querySelector<HTMLElement>('details[open] input, details[open] select')?.focus();
    return;
  }
  const fault = page.querySelector('.fault');
  form.querySelector('.fault')?.remove();
  const room = form.querySelector('input:not([type="hidden"]), select, textarea'); // a form of one button has no space for a message
  if (fault && !room && !menu) showToast(page);
  else if (fault) form.prepend(fault);
}
