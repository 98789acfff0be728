// Drafts: text that was typed into a form and not saved is kept in the browser's storage, and restored when the user opens the
// same form again. Only forms with data-draft have drafts. Passwords, codes and files are never kept; of a file its name is, so that
// the restored form can say which one to choose again.

import { keepDetails } from './details';
import { type Field, fieldsOf, renderedValue, setValue, fieldValue } from './fields';

type Values = Record<string, string>; // by the keys of fieldsOf

export interface Draft {
  at: number; // when it was typed, in milliseconds
  opened: string; // the budget's last change when the form was rendered; '' for a form that creates something
  request: string; // the form's key, so that saving twice creates one thing
  was: Values; // the rendered values
  now: Values; // the typed values
  file?: string; // the name of the chosen file
}

/** Requests a form with as many parts or conditions as the draft has, and shows it in place of the form. */
export type Redraw = (form: HTMLFormElement, draft: Draft) => Promise<HTMLFormElement | undefined>;

const prefix = 'holdover-draft ';
const most = 30; // drafts of a browser
const longest = 20_000; // characters of a draft
const oldest = 14 * 24 * 60 * 60 * 1000; // milliseconds

const keyOf = (address: string) => `${prefix}${encodeURIComponent(document.body.dataset['user'] ?? '')} ${address}`;

/** Returns the draft of an address. */
export function draftAt(address: string): Draft | undefined {
  return stored(keyOf(address));
}

/** Returns the drafts whose address begins with a text, by the rest of the address. */
export function draftsUnder(start: string): Map<string, Draft> {
  const found = new Map<string, Draft>();
  for (const key of keys()) {
    const draft = key.startsWith(keyOf(start)) && stored(key);
    if (draft) found.set(key.slice(keyOf(start).length), draft);
  }
  return found;
}

/** Stores a draft. The oldest drafts make room for it. */
export function keepDraft(address: string, draft: Draft): void {
  const text = JSON.stringify(draft);
  if (text.length > longest) return;
  try {
    localStorage.setItem(keyOf(address), text);
  } catch {
    return; // the browser's storage is full or turned off
  }
  const all = keys().map((key) => ({ key, at: stored(key)?.at ?? 0 }));
  all.sort((a, b) => b.at - a.at).slice(most).forEach(({ key }) => localStorage.removeItem(key));
}

export function dropDraft(address: string): void {
  remove(keyOf(address));
}

/** Describes a restored draft. */
export function restoredText(draft: Draft): string {
  const day = new Date(draft.at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `Restored what you typed on ${day} at ${new Date(draft.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}.`;
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Returns a stored draft. One that is too old or cannot be read is removed. */
function stored(key: string): Draft | undefined {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return undefined;
    const draft = JSON.parse(text) as Draft;
    if (Date.now() - draft.at < oldest && draft.was && draft.now) return draft;
  } catch {
    // removed below
  }
  remove(key);
  return undefined;
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // the browser's storage is turned off
  }
}

// Forms

let redraw: Redraw | undefined;

/** Keeps drafts of all forms with data-draft, and restores them in forms that are opened. Forms whose shape varies need a function. */
export function keepDrafts(shape?: Redraw): void {
  redraw = shape;
  keys().forEach(stored);
  for (const kind of ['input', 'change']) document.addEventListener(kind, (event) => keepForm((event.target as Field).form));
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    keepForm(form);
    if (form.getAttribute('action') === '/sign-out') draftsUnder('').forEach((_, address) => dropDraft(address));
  }, true);
  document.addEventListener('submit', (event) => {
    if (methodOf(event) === 'get') dropForm(event.target as HTMLFormElement); // its text is in the address of the next page
  });
  document.addEventListener('click', (event) => {
    const leave = (event.target as HTMLElement).closest?.<HTMLElement>('a[data-leave]');
    if (leave && !event.defaultPrevented) dropForm(leave.closest('form')); // on a page of its own
  });
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
  follow();
}

/** Returns the method that a form is submitted with: a button of a form that saves may only look something up. */
export function methodOf(event: SubmitEvent): string {
  return (event.submitter?.getAttribute('formmethod') ?? (event.target as HTMLFormElement).getAttribute('method') ?? 'get').toLowerCase();
}

const hidden = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`);

function addressOf(form: HTMLFormElement): string {
  return [new URL(form.getAttribute('action') ?? '', location.href).pathname, hidden(form, 'menu')?.value, form.dataset['draft']].join(' ');
}

const isSecret = (field: Field) => field.type === 'password' || field.autocomplete === 'one-time-code';

/** Returns the fields of a form that a draft contains: those that the user sees, and those that belong to them. */
function draftFields(form: HTMLFormElement): [string, Field][] {
  const belongs = (field: Field) => field.type !== 'hidden' || /-ref$|^part-id$/.test(field.name);
  return [...fieldsOf(form)].filter(([, field]) => belongs(field) && !isSecret(field) && field.type !== 'file');
}

const fileOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[type="file"]')?.files?.[0]?.name;

const isText = (field: Field) => field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && /^(text|number)$/.test(field.type));

/** Stores the drafts of the forms on a page that the server has rendered again for one of them. The drafts of its others stay. */
export function keepAgain(form: HTMLFormElement, page: Element): void {
  for (const one of page.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    if (addressOf(one) !== addressOf(form)) continue;
    keepDetails(form, one);
    keepForm(one);
  }
}

/** Stores the draft of a form, or removes it if nothing was typed. */
export function keepForm(form: HTMLFormElement | null): void {
  if (!form?.matches?.('[data-draft]')) return;
  const address = addressOf(form);
  const fields = draftFields(form);
  const earlier = draftAt(address);
  const was = earlier?.was ?? valuesOf(fields, renderedValue);
  const file = fileOf(form) ?? earlier?.file;
  if (!file && !fields.some(([key, field]) => isText(field) && fieldValue(field) !== (was[key] ?? ''))) {
    dropDraft(address);
    return;
  }
  const opened = earlier?.opened ?? hidden(form, 'opened')?.value ?? '';
  keepDraft(address, { at: Date.now(), opened, request: hidden(form, 'request')?.value ?? '', was, now: valuesOf(fields, fieldValue), ...(file && { file }) });
}

const valuesOf = (fields: [string, Field][], value: (field: Field) => string): Values => Object.fromEntries(fields.map(([key, field]) => [key, value(field)]));

/** Removes the draft of a form that was saved or discarded. */
export function dropForm(form: HTMLFormElement | null): void {
  if (form?.matches('[data-draft]')) dropDraft(addressOf(form));
}

const seen = new WeakSet<HTMLFormElement>();

/** Restores drafts in forms that are new to the page. */
function follow(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    if (seen.has(form)) continue;
    seen.add(form);
    void restore(form, addressOf(form));
  }
}

async function restore(form: HTMLFormElement, address: string): Promise<void> {
  const draft = draftAt(address);
  if (!draft) return;
  const creates = !hidden(form, 'opened');
  const typed = Object.entries(draft.now).filter(([key, value]) => creates || value !== draft.was[key]);
  const fields = fieldsOf(form);
  const fileIsHere = !draft.file || fileOf(form) !== undefined;
  if (fileIsHere && typed.every(([key, value]) => fields.has(key) && fieldValue(fields.get(key)!) === value)) return; // the server rendered it as typed
  const redraws = form.dataset['shape'] ?? form.dataset['shown']; // no other form may be sent without the user
  const other = redraws && typed.some(([key]) => !fields.has(key)) ? await redraw?.(form, draft) : undefined;
  const to = other ?? form;
  const at = fieldsOf(to);
  const stale = !creates && typed.some(([key]) => fields.has(key) && renderedValue(fields.get(key)!) !== (draft.was[key] ?? ''));
  const unsaved = ['opened', 'request'].map((name) => [hidden(to, name), hidden(to, name)?.value ?? '', draft[name as 'opened' | 'request']] as const);
  for (const [field, , value] of unsaved) if (field && value) field.value = value; // so a later change is a conflict, and saving again is one
  for (const [key, value] of typed) {
    const field = at.get(key);
    if (!field || fieldValue(field) === value) continue;
    setValue(field, value);
    field.dispatchEvent(new Event(field.matches('[data-combo]') ? 'draft:restored' : 'input', { bubbles: true })); // input would open its list
  }
  note(to, draft, stale, () => {
    dropDraft(address);
    for (const [field, value] of unsaved) if (field) field.value = value;
    form.reset();
    if (other) replace(other, form);
    else form.querySelectorAll('[data-amount], [data-date]').forEach((field) => field.dispatchEvent(new Event('input', { bubbles: true })));
    dropDraft(address);
  });
}

function note(form: HTMLFormElement, draft: Draft, stale: boolean, discard: () => void): void {
  const line = document.createElement('p');
  line.className = 'restored';
  line.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'linklike';
  button.textContent = 'Discard';
  button.addEventListener('click', () => {
    line.remove();
    discard();
    form.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus();
  });
  line.append(restoredText(draft), stale ? ' The saved values have changed since; saving asks before it replaces them. ' : ' ', draft.file ? `Choose the file \u2068${draft.file}\u2069 again: the browser does not keep it. ` : '', button);
  form.prepend(line);
}

/** Replaces a form, and tells its listeners that the new one is shown. */
export function replace(form: HTMLFormElement, next: HTMLFormElement): void {
  form.replaceWith(next);
  next.dispatchEvent(new Event('form:shown', { bubbles: true }));
}
