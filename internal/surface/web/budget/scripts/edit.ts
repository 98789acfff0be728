// Budgeted amounts are edited in place. Enter and the arrow keys move to the next row, Tab moves to the right, Escape discards
// the change. An expression such as 120/4 or +15 is calculated by the server.

import { ask, change, inTurn, keepThroughChanges, lastChange } from '../../../ui/scripts/change';
import { draftsUnder, dropDraft, keepDraft, restoredText } from '../../../ui/scripts/drafts';
import { spoil, stamps } from '../../../ui/scripts/pieces';
import { faultWords, say as sayInToast, showToast } from '../../../ui/scripts/toast';

interface Editing {
  key: string; // "CATEGORY.2026-03"
  was: string;
  input: HTMLInputElement;
  opened: string; // the last change that the page showed when editing began; '' while the figure is being saved
}

interface Refused {
  typed: string;
  words: string; // the error message
  told: boolean; // the user has seen another user's change: saving again overwrites it
  does?: 'Try again' | 'Discard'; // the button beside the message: the server did not respond, or the text is a restored draft
  opened?: string; // of a draft: the last change when it was typed
}

let editing: Editing | undefined;
const refused = new Map<string, Refused>(); // by the key of the figure, until it is edited again
const saving = new Map<string, number>(); // number of pending saves by key

/** Returns the beginning of the addresses of the drafts of figures; a figure's key follows. */
const drafts = () => `figure ${/^\/budgets\/[^/]+/.exec(location.pathname)?.[0] ?? ''} `;

const buttonOf = (key: string) => document.querySelector<HTMLButtonElement>(`button[name="budgeted"][value="${CSS.escape(key)}"]`);

/** Makes a click on a budgeted amount edit it. */
export function editInPlace(): void {
  keepThroughChanges(keepEditing);
  if (document.querySelector('.sheet')) restore();
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button[name="budgeted"]');
    if (!button) return;
    event.preventDefault();
    begin(button);
  });
  document.addEventListener('keydown', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button[name="budgeted"]');
    if (!button || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9+\-*/(.,]$/.test(event.key)) return;
    begin(button); // the typed character replaces the figure in the field
  });
}

/** Marks the figures with drafts: their fields open with the typed text. */
function restore(): void {
  for (const [key, draft] of draftsUnder(drafts())) {
    const [was, is] = [draft.was['figure'], buttonOf(key)?.textContent];
    const changed = is && is !== was ? ` The figure was ${was} then.` : '';
    refused.set(key, { typed: draft.now['figure'] ?? '', words: restoredText(draft) + changed, told: false, does: 'Discard', opened: draft.opened });
  }
  mark();
}

/** Stores the typed text as a draft, or removes the draft if there is none. */
function keep({ key, was, input, opened }: Editing): void {
  if (input.value.trim() === was.trim()) dropDraft(drafts() + key);
  else keepDraft(drafts() + key, { at: Date.now(), opened, request: '', was: { figure: was }, now: { figure: input.value } });
}

function begin(button: HTMLButtonElement): HTMLInputElement {
  leave();
  const cell = button.closest('td')!;
  const input = document.createElement('input');
  input.type = 'text';
  input.inputMode = 'decimal';
  input.autocomplete = 'off';
  input.className = 'edit';
  input.defaultValue = button.textContent ?? ''; // keys.ts compares with it whether something was typed
  input.setAttribute('aria-label', label(button));
  cell.append(input);
  cell.classList.add('editing');
  editing = { key: button.value, was: input.value, input, opened: saving.get(button.value) ? '' : lastChange() };
  input.addEventListener('keydown', onKey);
  input.addEventListener('input', () => editing?.input === input && keep(editing));
  input.addEventListener('blur', leave);
  input.focus();
  const fault = refused.get(button.value);
  if (fault) input.value = fault.typed;
  if (fault?.opened !== undefined) editing.opened = fault.opened;
  input.select();
  if (fault) say(input, fault);
  return input;
}

function label(button: HTMLButtonElement): string {
  const name = button.closest('tr')?.querySelector('.name bdi')?.textContent ?? '';
  return `Budgeted, ${name}, ${button.value.slice(-7)}`;
}

function onKey(event: KeyboardEvent): void {
  if (!editing || event.isComposing) return;
  const from = buttonOf(editing.key);
  const to = {
    Enter: event.shiftKey ? below(from, -1) : below(from, 1),
    ArrowDown: below(from, 1),
    ArrowUp: below(from, -1),
    Tab: beside(from, event.shiftKey ? -1 : 1),
  }[event.key];
  if (event.key === 'Escape') {
    event.preventDefault();
    discard();
    return;
  }
  if (to === undefined) return;
  event.preventDefault();
  leave();
  if (to) begin(to);
  else from?.focus();
}

const all = () => [...document.querySelectorAll<HTMLButtonElement>('button[name="budgeted"]')].filter((b) => b.closest('tr')?.offsetParent != null || b.offsetParent !== null);

/** Returns the figure of the same month in the row below or above; null at the end. */
function below(from: HTMLButtonElement | null, step: number): HTMLButtonElement | null {
  if (!from) return null;
  const column = all().filter((b) => b.value.slice(-7) === from.value.slice(-7));
  return column[column.indexOf(from) + step] ?? null;
}

function beside(from: HTMLButtonElement | null, step: number): HTMLButtonElement | null {
  if (!from) return null;
  const cells = all();
  return cells[cells.indexOf(from) + step] ?? null;
}

/** Removes the field and its typed text. */
function discard(): void {
  const was = stop();
  forget(was);
  if (!was) return;
  dropDraft(drafts() + was.key);
  buttonOf(was.key)?.focus();
}

/** Removes the field without saving. */
function stop(): Editing | undefined {
  const was = editing;
  editing = undefined;
  if (!was) return undefined;
  const cell = was.input.closest('td');
  was.input.remove();
  cell?.classList.remove('editing');
  cell?.querySelectorAll('.edit-fault, .amount-keys').forEach((e) => e.remove());
  return was;
}

/** Removes the field and saves its text. */
function leave(): void {
  const was = stop();
  const told = refused.get(was?.key ?? '')?.told ?? false;
  forget(was);
  if (!was) return;
  if (was.input.value.trim() === was.was.trim()) {
    dropDraft(drafts() + was.key);
    return;
  }
  const button = buttonOf(was.key);
  const action = button?.closest<HTMLElement>('[data-do]')?.dataset['do'];
  if (!button || !action) return;
  button.textContent = was.input.value;
  spoil(button); // the server sends the figure even if it is unchanged
  const body = new URLSearchParams({ category: was.key.slice(0, -8), month: was.key.slice(-7), amount: was.input.value });
  if (was.opened) body.set('opened', was.opened);
  if (told) body.set('told', '1');
  void save(was, `${action}budgeted`, body);
}

/** Saves a figure. If another user has changed it, the page shows their figure before the field opens again. */
async function save(was: Editing, action: string, body: URLSearchParams): Promise<void> {
  let collides = false;
  saving.set(was.key, (saving.get(was.key) ?? 0) + 1);
  const page = await change(action, body, { refused: (_, status) => (collides = status === 409) });
  saving.set(was.key, saving.get(was.key)! - 1);
  if (!page) {
    if (draftsUnder(drafts()).get(was.key)?.now['figure'] === was.input.value) dropDraft(drafts() + was.key); // it was not edited since
    return;
  }
  if (collides) await inTurn(() => ask(stamps()));
  refuse(was, page, collides);
}

/**
 * Opens the field again with the typed text and shows the error. If the user types in another field by then, the focus stays
 * there: the figure is marked, and its field opens with the typed text when the user edits it again.
 */
function refuse(was: Editing, page: Document, told: boolean): void {
  const button = buttonOf(was.key);
  if (!button) return;
  if (!told) button.textContent = was.was;
  const fault: Refused = { typed: was.input.value, words: faultWords(page), told };
  if (page.querySelector('[data-again-send]')) Object.assign(fault, { does: 'Try again', opened: was.opened });
  if (editing?.key === was.key) { // the user edits it again already
    say(editing.input, fault);
    return;
  }
  refused.set(was.key, fault);
  if (!document.activeElement?.matches('input, textarea, select')) {
    begin(button);
    return;
  }
  mark();
  if (told) sayInToast(`${page.querySelector('#main .fault-message')?.textContent?.trim() ?? ''}. Your ${fault.typed} was not saved; choose the figure to see it in its field.`);
  else showToast(page);
}

/** Shows a message below a field, with its button. */
function say(input: HTMLInputElement, { words, does }: Refused): void {
  const fault = document.createElement('p');
  fault.className = does === 'Discard' ? 'edit-fault restored' : 'edit-fault';
  fault.id = 'edit-fault';
  fault.setAttribute('role', 'alert');
  fault.textContent = words;
  if (does) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button small';
    button.textContent = does;
    button.addEventListener('mousedown', (event) => event.preventDefault()); // the field keeps the focus: it saves when it loses it
    button.addEventListener('click', does === 'Discard' ? discard : leave);
    fault.append(' ', button);
  }
  input.parentElement?.querySelector('.edit-fault')?.remove();
  input.after(fault);
  input.setAttribute('aria-describedby', fault.id);
  if (does !== 'Discard') input.setAttribute('aria-invalid', 'true');
}

/** Marks the figures whose new text was refused. */
function mark(): void {
  for (const [key, fault] of refused) {
    const button = buttonOf(key);
    button?.closest('td')?.classList.add('refused');
    button?.setAttribute('title', fault.words);
  }
}

/** Removes the refused text of a field that was left. */
function forget(left: Editing | undefined): void {
  if (!left || !refused.delete(left.key)) return;
  const button = buttonOf(left.key);
  button?.closest('td')?.classList.remove('refused');
  button?.removeAttribute('title');
}

/** Removes the field while the page changes. The function that it returns restores it with its error. */
function keepEditing(): () => void {
  const [from, to] = [editing?.input.selectionStart ?? 0, editing?.input.selectionEnd ?? 0];
  const kept = stop();
  return () => {
    mark();
    const button = kept && buttonOf(kept.key);
    if (!kept || !button) return;
    const fresh = begin(button);
    if (kept.input.value === kept.was && !refused.has(kept.key)) return; // nothing typed yet: the field shows the new figure, selected
    if (editing) editing.opened = kept.opened; // the typed text was meant for the earlier figure
    fresh.value = kept.input.value;
    fresh.setSelectionRange(from, to);
  };
}
