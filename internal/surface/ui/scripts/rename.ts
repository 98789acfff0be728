// Names are edited in place: a click replaces the name by a field, Enter saves it, Escape discards the change.

import { change, keepThroughChanges, lastChange } from './change';
import { showAt } from './spot';
import { showToast } from './toast';

interface Renaming {
  button: HTMLButtonElement;
  was: string;
  input: HTMLInputElement;
  opened: string; // the last change that the page showed when editing began
}

let renaming: Renaming | undefined;

/** Makes a click on a [data-rename] button replace it by a field. */
export function renameInPlace(): void {
  keepThroughChanges(keepRenaming);
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button[data-rename]');
    if (!button) return;
    event.preventDefault();
    begin(button);
  });
}

function begin(button: HTMLButtonElement): HTMLInputElement {
  leave();
  const was = button.querySelector('bdi')?.textContent ?? '';
  const input = document.createElement('input');
  input.type = 'text';
  input.className = 'rename-in';
  input.dir = 'auto';
  input.autocomplete = 'off';
  input.value = was;
  input.setAttribute('aria-label', `Name of ${was}`);
  renaming = { button, was, input, opened: lastChange() };
  button.parentElement?.classList.add('renaming');
  button.after(input);
  input.addEventListener('keydown', onKey);
  input.addEventListener('blur', leave);
  input.focus();
  input.select();
  return input;
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
  event.preventDefault();
  const button = renaming?.button;
  if (event.key === 'Enter') leave();
  else stop();
  // The focus returns on keyup: the same press of Enter would activate the button.
  document.addEventListener('keyup', () => document.activeElement === document.body && button?.focus(), { once: true });
}

/** Removes the field without saving. */
function stop(): Renaming | undefined {
  const was = renaming;
  renaming = undefined;
  was?.button.parentElement?.classList.remove('renaming');
  was?.input.remove();
  return was;
}

/** Removes the field and saves its text. */
function leave(): void {
  const was = stop();
  const name = was?.input.value.trim() ?? '';
  if (was && name !== '' && name !== was.was) void rename(was, name);
}

/** Saves the name. If it is refused, the menu of the renamed item opens with the error and other actions. */
async function rename({ button, opened }: Renaming, name: string): Promise<void> {
  const body = new URLSearchParams({ [button.name]: button.value, name, menu: `${button.name}=${button.value}` });
  if (opened) body.set('opened', opened);
  const fault = await change(button.dataset['rename'] ?? '', body);
  if (!fault) return;
  if (fault.querySelector('.menu-body')) {
    showAt(button, fault);
    return;
  }
  showToast(fault); // the server did not respond: the typed name stays in its field
  if (!document.activeElement?.matches('input, textarea, select')) begin(button).value = name;
}

/** Removes the field while the page changes. The function that it returns restores it. */
function keepRenaming(): () => void {
  const was = stop();
  return () => {
    const button = was && document.querySelector<HTMLButtonElement>(`button[data-rename][value="${CSS.escape(was.button.value)}"]`);
    if (!was || !button) return;
    const fresh = begin(button);
    if (was.input.value === was.was) return; // nothing typed yet: the field shows the new name
    fresh.value = was.input.value;
    if (renaming) renaming.opened = was.opened;
  };
}
