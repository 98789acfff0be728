// Pages, sort orders and filters of a register are shown without reloading the page. The address is updated, and the back
// button works. The search runs while the user types.

import { here, inTurn, update } from '../../../ui/scripts/change';

type How = 'push' | 'replace' | 'back';

const links = '#register :is(.chip, .clear, .todo), #register .rows thead a, #register .pager a, #register .empty a, .filter-body :is(.chip, a.button)';
const register = () => document.querySelector<HTMLElement>('#register');
let shown = '';
let latest = 0;

/** Makes the links and the search of a register work in place. */
export function visitRegisters(): void {
  if (!register()) return;
  shown = here();
  document.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest?.<HTMLAnchorElement>(links);
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void visit(link.href, 'push').then(() => toTop(link.closest('.pager') !== null));
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('#register .search, #spot .filter-form')) return;
    event.preventDefault();
    void visit(addressOf(form), 'push');
  });
  window.addEventListener('popstate', () => {
    if (register() && here() !== shown) void visit(location.href, 'back');
  });
  searchWhileTyping();
}

/** Shows another address of the register. */
export function visit(url: string, how: How): Promise<void> {
  const mine = ++latest;
  document.querySelector<HTMLElement>('#spot:popover-open')?.hidePopover();
  return inTurn(async () => {
    if (mine !== latest) return;
    const answer = await fetch(url).catch(() => undefined);
    if (!answer?.ok || answer.redirected && new URL(answer.url).pathname !== new URL(url, location.href).pathname) {
      location.assign(url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (mine !== latest) return;
    if (how === 'push') history.pushState(null, '', answer.url);
    if (how === 'replace') history.replaceState(history.state, '', answer.url);
    shown = here();
    const restore = keepTyped();
    await update(page);
    restore();
  });
}

/** Returns the address of a form with method GET, without empty parameters. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  new FormData(form).forEach((value, name) => value !== '' && query.append(name, String(value)));
  const text = query.toString();
  return (form.getAttribute('action') ?? '') + (text ? `?${text}` : '');
}

const field = () => document.querySelector<HTMLInputElement>('#search');

/** Keeps the text and the cursor of the focused search field. The function that it returns restores them. */
function keepTyped(): () => void {
  const now = field();
  if (!now || document.activeElement !== now) return () => undefined;
  return () => {
    const next = field();
    if (!next) return;
    if (next !== now) {
      next.value = now.value;
      next.focus();
      next.setSelectionRange(now.selectionStart, now.selectionEnd);
    }
  };
}

function searchWhileTyping(): void {
  let waiting = 0;
  let typing = false; // whether the search has a history entry; it has one for all text typed without leaving the field
  document.addEventListener('focusin', (event) => (typing &&= event.target === field()));
  document.addEventListener('input', (event) => {
    const input = event.target as HTMLInputElement;
    if (input.id !== 'search' || !input.form) return;
    clearTimeout(waiting);
    const form = input.form;
    waiting = window.setTimeout(() => {
      void visit(addressOf(form), typing ? 'replace' : 'push');
      typing = true;
    }, 180);
  });
}

function toTop(paged: boolean): void {
  document.querySelector('#main')?.scrollTo(0, 0);
  window.scrollTo(0, 0);
  if (paged) document.querySelector<HTMLElement>('.tx .edit-row')?.focus({ preventScroll: true });
}
