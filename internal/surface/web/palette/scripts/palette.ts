// The page "Go to" over any other page: Ctrl+K opens it, the arrow keys choose, Enter opens.

import { here } from '../../../ui/scripts/change';
import { fetchSignedIn } from '../../../ui/scripts/session';

const link = () => document.querySelector<HTMLAnchorElement>('a[data-palette]');

/** Opens the palette at Ctrl+K and at its link. */
export function openPalette(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented || !link()) return;
    event.preventDefault();
    const shown = dialog();
    if (shown?.open) shown.close();
    else if (!document.querySelector('dialog[open]')) void open(link()!);
  });
  document.addEventListener('click', (event) => {
    const at = (event.target as HTMLElement).closest?.<HTMLAnchorElement>('a[data-palette]');
    if (!at || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open(at);
  });
  document.addEventListener('keydown', choose);
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.matches?.('.palette-dialog .palette-form')) {
      event.preventDefault();
      void openFirst(form);
    } else if (form.matches?.('.palette-dialog #palette-send')) dialog()?.close();
  });
}

const dialog = () => document.querySelector<HTMLDialogElement>('dialog.palette-dialog');

async function open(at: HTMLAnchorElement): Promise<void> {
  const url = new URL(at.href);
  url.searchParams.set('back', here());
  const palette = await read(url);
  if (!palette) return location.assign(url);
  const shown = document.createElement('dialog');
  shown.className = 'palette-dialog';
  shown.setAttribute('aria-label', 'Go to');
  shown.append(palette);
  shown.addEventListener('close', () => shown.remove());
  shown.addEventListener('click', (event) => event.target === shown && shown.close()); // the backdrop
  document.body.append(shown);
  shown.showModal();
  shown.querySelector<HTMLInputElement>('[name="q"]')?.focus();
}

async function read(url: URL): Promise<HTMLElement | null> {
  const answer = await fetchSignedIn(url, {});
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>('.palette') : null;
}

/** Activates the first item for the typed text, which may be newer than the shown items. */
async function openFirst(form: HTMLFormElement): Promise<void> {
  const url = new URL(form.action);
  new FormData(form).forEach((value, name) => url.searchParams.set(name, String(value)));
  const found = (await read(url))?.querySelector('.palette-found');
  const shown = form.querySelector('.palette-found');
  if (!found || !shown) return;
  shown.innerHTML = found.innerHTML;
  shown.querySelector<HTMLElement>('.palette-item')?.click();
}

/** Moves the focus between the field and the items; typing returns it to the field. */
function choose(event: KeyboardEvent): void {
  const palette = (event.target as HTMLElement).closest?.('.palette');
  if (!palette || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = palette.querySelector<HTMLInputElement>('[name="q"]')!;
  const all = [field, ...palette.querySelectorAll<HTMLElement>('.palette-item')];
  const now = all.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && now >= 0) {
    event.preventDefault();
    all[(now + step + all.length) % all.length]?.focus();
  } else if (now > 0 && (event.key.length === 1 && event.key !== ' ' || event.key === 'Backspace')) field.focus();
}
