// The form of a row in its register: it replaces the row, or is placed before all rows for a new one. Without scripts the same
// form is a page of its own.

import { change, here, inTurn, keepThroughChanges, unreachable } from '../../../ui/scripts/change';
import { dropForm } from '../../../ui/scripts/drafts';
import { sayUnsent } from '../../../ui/scripts/send';
import { fetchSignedIn } from '../../../ui/scripts/session';
import { showToast } from '../../../ui/scripts/toast';
import { keepList } from './form_combo';
import { exchange, type Sent, standing } from './form_meanwhile';
import { settleFields } from './form_fields';
import { placeToKeep } from './form_near';

interface Opened {
  body: HTMLElement; // tbody.row-form; the form itself on a row's own page
  row: string; // the id of the row's tbody, "" for a new row
  was: string; // the initial values of the fields
}

let opened: Opened | undefined;
let ownPage = ''; // the initial values of the form on a row's own page
let opening = 0; // number of the last request for a form; Escape increments it to discard the response
let lastDate = ''; // date of the last entered row, while several are added

const formAddress = /^\/budgets\/[^/]+\/rows\/[^/]+$/;
const phone = () => window.matchMedia('(max-width: 720px)').matches; // focusing a date opens a keypad there, and most rows are of today
const formOf = (body: HTMLElement | undefined) => body?.querySelector<HTMLFormElement>('form') ?? undefined;
const rows = () => document.querySelector<HTMLTableElement>('table.ledger.rows');
const addLink = () => document.querySelector<HTMLAnchorElement>('.register a.add-row');

/** Makes links to forms of rows open them in the register, and handles the forms there. */
export function rowForms(): void {
  keepThroughChanges(keepRowForm);
  document.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest?.<HTMLAnchorElement>('.register a[href], .bar-add');
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches('[data-leave]') && opened?.body.contains(link)) {
      event.preventDefault();
      close();
    } else if (formAddress.test(link.pathname) && !link.matches('.row-more, .other-side') && rows()) {
      event.preventDefault();
      void open(link.matches('.bar-add') ? (addLink()?.href ?? link.href) : link.href, link.pathname.endsWith('/new') ? undefined : (link.closest<HTMLTableSectionElement>('tbody.tx') ?? undefined));
    }
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('.row-fields-form')) return;
    const button = event.submitter as HTMLButtonElement | null;
    if (button?.name === 'shape') {
      event.preventDefault();
      void shape(form, button.value);
    } else if (opened?.body.contains(form)) {
      event.preventDefault();
      void save(form, button);
    } else if (!form.dataset['saving']) say(form, placeToKeep(form));
  });
  window.addEventListener('pageshow', () => document.querySelectorAll<HTMLFormElement>('.row-fields-form').forEach((form) => say(form, '')));
  document.addEventListener('form:shown', (event) => {
    if (opened?.body.contains(event.target as Node)) settleFields(event.target as HTMLFormElement);
    else settlePage();
  });
  document.addEventListener('keydown', onKey);
  settlePage();
}

/** Sets the form's field for the position. It is set only when a transaction is saved, not when its form is rendered again. */
function say(form: HTMLFormElement, here: string): void {
  const field = form.querySelector<HTMLInputElement>('input[name="here"]');
  if (field) field.value = here;
}

function settlePage(): void {
  const page = document.querySelector<HTMLFormElement>('.row-page form');
  if (!page) return;
  settleFields(page);
  ownPage = typed(page);
  const first = page.querySelector<HTMLInputElement>('.amount-first #row-amount') ?? page.querySelector<HTMLInputElement>('#row-payee');
  const isNew = !page.querySelector<HTMLInputElement>('input[name="row"]')?.value;
  if (first && !first.value && isNew && document.activeElement === document.body) first.focus();
}

/** Opens the form of a row in its place, or of a new row if row is undefined. */
export function openRowForm(row: HTMLTableSectionElement | undefined): void {
  const budget = /^\/budgets\/[^/]+/.exec(location.pathname)?.[0] ?? '';
  const url = row ? `${budget}/rows/${row.id.slice(2)}?back=${encodeURIComponent(here())}` : addLink()?.href;
  if (url) void open(url, row);
}

async function open(address: string, row: HTMLTableSectionElement | undefined): Promise<void> {
  if (opened && !leave()) return;
  const url = new URL(address, location.href);
  if (!row && lastDate) url.searchParams.set('date', lastDate);
  if (!row && phone()) url.searchParams.set('first', 'amount');
  const turn = ++opening;
  const body = await ask(url.href);
  if (!body || opened || turn !== opening) return;
  opened = { body, row: row?.id ?? '', was: '' };
  put(opened);
  const form = formOf(body)!;
  settleFields(form);
  opened.was = typed(form);
  focusOn(row ? 'row-payee' : phone() ? 'row-amount' : 'row-date', form);
}

/** Requests a form and returns it. An error is shown as a toast. */
async function ask(url: string, init?: RequestInit): Promise<HTMLTableSectionElement | undefined> {
  const answer = await fetchSignedIn(url, { ...init, headers: { 'HX-Request': 'true' } });
  const text = (await answer?.text().catch(() => undefined)) ?? '';
  const body = bodyIn(text);
  if (!body) showToast(answer ? new DOMParser().parseFromString(text, 'text/html') : unreachable());
  return body;
}

/** Parses a form. A tbody outside of a table can only be parsed in a template. */
function bodyIn(text: string): HTMLTableSectionElement | undefined {
  const template = document.createElement('template');
  template.innerHTML = text;
  return template.content.querySelector<HTMLTableSectionElement>('tbody.row-form') ?? undefined;
}

/** Returns the form of a row's own page if its values have been changed. */
function onPage(): Opened | undefined {
  const form = document.querySelector<HTMLFormElement>('.row-page form');
  return form && typed(form) !== ownPage ? { body: form, row: '', was: '' } : undefined;
}

/** Inserts the form: in place of its row, or before all rows. */
function put(form: Opened): void {
  if (form.body instanceof HTMLFormElement) {
    document.querySelector('.row-page form')?.replaceWith(form.body);
    return;
  }
  const table = rows();
  const row = form.row ? document.getElementById(form.row) : null;
  const columns = [...(table?.tHead?.rows[0]?.cells ?? [])].filter((heading) => getComputedStyle(heading).display !== 'none').length; // a cell over a column left out would add one
  const cell = form.body.querySelector('td');
  if (cell && columns) cell.colSpan = columns;
  if (row) {
    row.hidden = true;
    row.after(form.body);
  } else if (table) {
    table.insertBefore(form.body, table.tBodies[0] ?? null);
  }
}

const typed = (form: HTMLFormElement) => new URLSearchParams(textOf(new FormData(form))).toString();
const textOf = (data: FormData) => [...data].map(([name, value]): [string, string] => [name, value instanceof File ? value.name : value]);

function focusOn(id: string, form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
  field?.focus();
  if (field instanceof HTMLInputElement && field.type === 'text') field.select();
  if (phone() && form.closest('.row-form')) window.scrollBy(0, form.getBoundingClientRect().top); // a keypad covers the space below
  else form.scrollIntoView({ block: 'nearest' });
}

const fileOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[type="file"]');

/** Removes the form with its draft and focuses its row. */
function close(): void {
  const form = formOf(opened?.body);
  const row = shut();
  if (form) dropForm(form);
  if (row !== undefined) focusRow(document.getElementById(row));
}

/** Removes the form and returns the id of its row. */
function shut(): string | undefined {
  const was = opened;
  opened = undefined;
  lastDate = '';
  was?.body.remove();
  const row = was?.row ? document.getElementById(was.row) : null;
  if (row) row.hidden = false;
  return was?.row;
}

function focusRow(row: HTMLElement | null): void {
  const at = row?.querySelector<HTMLElement>('.edit-row') ?? [addLink(), document.querySelector<HTMLElement>('.bar-add')].find((add) => add?.checkVisibility());
  at?.focus();
}

/** Closes the form unless its values have been changed; then it shows a warning first. */
function leave(): boolean {
  const form = formOf(opened?.body);
  if (!opened || !form || typed(form) === opened.was || form.querySelector('.row-leaving')) {
    close();
    return true;
  }
  const word = document.createElement('p');
  word.className = 'row-leaving';
  word.setAttribute('role', 'alert');
  word.textContent = 'Your changes are not saved. Press Escape again to discard them.';
  form.prepend(word);
  return false;
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') opening++;
  const form = (event.target as HTMLElement).closest?.<HTMLFormElement>('.row-fields-form');
  if (!form || event.defaultPrevented || event.isComposing) return;
  if (event.key === 'Escape' && opened?.body.contains(form)) {
    event.preventDefault();
    if (!form.dataset['saving']) leave();
    return;
  }
  if (event.key !== 'Escape') form.querySelector('.row-leaving')?.remove();
  if (event.key !== 'Enter') return;
  const at = event.target as HTMLElement;
  const all = event.ctrlKey || event.metaKey;
  if (!all && (at.matches('button, a, select, summary') || (at.matches('textarea') && event.shiftKey))) return;
  event.preventDefault();
  if (event.repeat) return;
  if (!all && at.matches('[enterkeyhint="next"]')) {
    focusOn('row-payee', form);
    return;
  }
  const touch = matchMedia('(pointer: coarse)').matches; // the Enter key of a touch keyboard is labelled "done"
  const again = all || touch ? null : form.querySelector<HTMLButtonElement>('button[data-again]');
  form.requestSubmit(again ?? form.querySelector<HTMLButtonElement>('button[data-save]'));
}

/** Saves the form. If it is refused, the response contains the form with its errors. */
async function save(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const now = opened;
  if (!now || form.dataset['saving']) return;
  form.dataset['saving'] = 'yes';
  const sent = standing(form);
  say(form, placeToKeep(form));
  const file = fileOf(form)?.files?.length ? button?.getAttribute('formaction') : null; // the address for a form with a file
  const body = file ? new FormData(form) : new URLSearchParams(textOf(new FormData(form)));
  say(form, '');
  let again = button?.matches('[data-again]') ? nextRow(form, String(body.get('account') ?? '')) : undefined;
  if (button?.name === 'even') body.set('even', '1');
  const date = form.querySelector<HTMLInputElement>('[data-date]');
  const turn = opening;
  let refused: HTMLTableSectionElement | undefined;
  let row: string | undefined; // the row of the form, if it was closed
  const fault = await change(file ?? form.getAttribute('action') ?? '', body, {
    refused: (text) => (refused = bodyIn(text)),
    done: () => {
      row = opened === now ? shut() : undefined;
      dropForm(form);
    },
    waits: () => (again = undefined), // the next form cannot be loaded
  });
  delete form.dataset['saving'];
  if (fault && refused) replace(now, refused, sent);
  else if (fault) sayUnsent(form, fault);
  if (fault) return;
  if (row !== undefined) focusRow(document.getElementById(row));
  if (!again || turn !== opening) return;
  lastDate = date?.dataset['iso'] ?? '';
  await open(again, undefined);
}

/** Returns the address of the form for the next row, in the same account. */
function nextRow(form: HTMLFormElement, account: string): string {
  const url = new URL(form.dataset['again'] ?? '', location.href);
  url.searchParams.set('account', account);
  return url.href;
}

/** Requests the form again with a button's change, after earlier requests. A form that is being saved is left unchanged. */
function shape(asked: HTMLFormElement, how: string): Promise<void> {
  return inTurn(async () => {
    const form = asked.isConnected ? asked : (formOf(opened?.body) ?? document.querySelector<HTMLFormElement>('.row-page form'));
    if (!form || form.dataset['saving']) return;
    const sent = standing(form);
    const body = new URLSearchParams(textOf(new FormData(form)));
    body.set('shape', how);
    const next = await ask(form.dataset['shape'] ?? '', { method: 'POST', body });
    if (next && form.isConnected && !form.dataset['saving']) swapForms(form, next, sent, how);
  });
}

/** Shows a refused form with its errors. */
function replace(now: Opened, next: HTMLTableSectionElement, sent: Sent): void {
  const form = formOf(now.body);
  if (form) swapForms(form, next, sent, '');
}

function swapForms(form: HTMLFormElement, next: HTMLTableSectionElement, sent: Sent, how: string): void {
  const fresh = formOf(next);
  if (!fresh) return;
  settleFields(fresh);
  const file = fileOf(form);
  if (file?.files?.length) fileOf(fresh)?.replaceWith(file); // a response cannot contain the chosen file
  const stays = exchange(form, fresh, sent, how);
  const wrong = fresh.querySelector<HTMLElement>('[aria-invalid], [name="even"]');
  const at = fresh.dataset['focus'] ?? wrong?.id;
  if (stays && how) return;
  if (at) focusOn(at, fresh);
  else (wrong ?? fresh.querySelector<HTMLElement>('#row-payee'))?.focus();
}

/** Removes the form while the page changes. The function that it returns restores it. */
function keepRowForm(): () => void {
  const now = opened ?? onPage();
  if (!now) return settlePage;
  const showList = keepList();
  const at = now.body.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
  const field = at instanceof HTMLInputElement && at.type === 'text' ? at : undefined;
  const [from, to] = [field?.selectionStart ?? null, field?.selectionEnd ?? null];
  now.body.remove();
  const row = now.row ? document.getElementById(now.row) : null;
  if (row) row.hidden = false;
  return () => {
    if (now.body.tagName === 'TBODY' && opened !== now) return;
    put(now);
    at?.focus({ preventScroll: true });
    field?.setSelectionRange(from, to);
    showList();
  };
}

