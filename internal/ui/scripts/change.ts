// Changes without loading the page again: a form goes to the server, which answers with the page as
// it is then, and what differs is put in place.

import htmx from 'htmx.org';
import { glowing } from './glow';
import { fetchSignedIn } from './session';
import { piecesIn, place, stamps } from './pieces';
import { putToast, showToast, working } from './toast';

let queue: Promise<unknown> = Promise.resolve();

/** Runs one thing after the other: answers never overtake each other. */
export function inTurn<T>(what: () => Promise<T>): Promise<T> {
  const next = queue.then(what, what);
  queue = next.catch(() => undefined);
  return next;
}

/** This page's address, without what only says what was just done. */
export function here(): string {
  return address(location.href);
}

function address(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('done');
  return url.pathname + url.search;
}

/** The number of the budget's last change that the page shows; '' on a page without a budget. */
export const lastChange = (): string => document.body.dataset['knowledge'] ?? '';

/** Makes every form with data-change do its work in place. */
export function changeInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('[data-change]') || form.closest('.menu-page')) return; // a menu that is a page gives way to the screen
    event.preventDefault();
    const body = new URLSearchParams();
    new FormData(form, event.submitter).forEach((value, name) => body.append(name, String(value)));
    void change(form.getAttribute('action') ?? '', body).then((fault) => (fault ? showFault(form, fault) : closeMenus()));
  });
  if (new URL(location.href).searchParams.has('done')) history.replaceState(history.state, '', here());
}

/** What is told how a change went, before the page shows it. */
export interface Told {
  refused?: (answer: string, status: number) => void;
  done?: () => void;
}

/** Sends a change and shows the page after it; gives the answer where something was wrong. */
export function change(action: string, body: URLSearchParams | FormData, told: Told = {}): Promise<Document | undefined> {
  body.set('back', here());
  return inTurn(async () => {
    const done = working();
    const answer = await fetchSignedIn(action, { method: 'POST', body, headers: { 'HX-Request': 'true', ...stamps() } });
    const text = await answer?.text();
    done();
    if (!answer || text === undefined) return unreachable();
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

/** What is said when there is no answer at all. */
export function unreachable(): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<main id="main"><div class="fault"><p class="fault-message">Holdover does not answer</p><p class="fault-hint">What you typed is still here: send it again when there is a connection</p></div></main>';
  return page;
}

const keepers: (() => () => void)[] = [];

/** Takes away what somebody is typing into while a page is changed; what keep gives puts it back. */
export function keepThroughChanges(keep: () => () => void): void {
  keepers.push(keep);
}

/** Puts what a server sent in pieces into the page; false where it sent the page. */
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

/** Tells who looks after what is on the page that it has changed. */
function drawn(): void {
  document.dispatchEvent(new CustomEvent('htmx:after:swap'));
}

/** Shows the page as it is by now. */
export async function ask(headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetchSignedIn(location.href, { headers });
  if (!answer?.ok) return;
  const text = await answer.text();
  if (!(await updated(text))) await update(new DOMParser().parseFromString(text, 'text/html'));
}

/** Puts what differs on another page's text into this one. */
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
  next.querySelectorAll('[autofocus]').forEach((field) => field.removeAttribute('autofocus')); // the person is elsewhere already
  await htmx.swap({ text: next.outerHTML, target, sourceElement: target, swap: 'outerMorph' });
}

/** What the person folded in the sidebar stays folded. */
function keepFolds(page: Document): void {
  const now = document.querySelectorAll<HTMLDetailsElement>('#sidebar details');
  page.querySelectorAll<HTMLDetailsElement>('#sidebar details').forEach((next, i) => (next.open = now[i]?.open ?? next.open));
}

function closeMenus(): void {
  document.querySelectorAll<HTMLElement>('.menu:popover-open').forEach((menu) => menu.hidePopover());
}

/** Shows what was wrong where the form stands. */
function showFault(form: HTMLFormElement, page: Document): void {
  const menu = form.closest('.menu-body');
  const again = page.querySelector('.menu-body');
  if (menu && again) {
    menu.replaceWith(again);
    again.querySelector<HTMLElement>('details[open] input, details[open] select')?.focus();
    return;
  }
  const fault = page.querySelector('.fault');
  form.querySelector('.fault')?.remove();
  const room = form.querySelector('input:not([type="hidden"]), select, textarea'); // a button alone has none for words
  if (fault && !room && !menu) showToast(page);
  else if (fault) form.prepend(fault);
}
