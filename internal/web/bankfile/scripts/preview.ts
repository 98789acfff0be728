// A bank's file: it is sent as soon as it is chosen, and its preview follows each choice.

import { inTurn } from '../../../ui/scripts/change';

/** Makes the pages of bank files follow what is chosen on them. */
export function followBankFile(): void {
  document.addEventListener('change', (event) => {
    const field = event.target as HTMLInputElement;
    const upload = field.closest<HTMLFormElement>('[data-bank-upload]');
    if (upload && field.files?.length) upload.requestSubmit();
    const preview = field.closest<HTMLFormElement>('[data-bank-file]');
    if (preview) onceTyped(() => void follow(preview, null));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key.length === 1 && event.target instanceof HTMLSelectElement) lastLetter = performance.now();
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('[data-bank-file]')) return;
    if (leaves(event.submitter)) {
      form.setAttribute('aria-busy', 'true'); // large files take seconds
      say(event.submitter?.getAttribute('value') === 'import' ? 'Importing' : '');
      return;
    }
    event.preventDefault();
    void follow(form, event.submitter);
  });
}

/** When a letter was last typed into a list. */
let lastLetter = -Infinity;
let waiting: number | undefined;

/**
 * Does something once nobody types into a list: "Money in" passes by "Money out", and
 * a list that is replaced meanwhile would take the rest for a word of its own.
 */
function onceTyped(act: () => void): void {
  window.clearTimeout(waiting);
  const left = lastLetter + wordPause - performance.now();
  if (left <= 0) act();
  else waiting = window.setTimeout(() => onceTyped(act), left);
}

/** How long in milliseconds lists wait for the next letter of a word. */
const wordPause = 1000;

/** Whether a button leads away from the preview. */
function leaves(button: HTMLElement | null): boolean {
  return button instanceof HTMLButtonElement && button.name === 'do' && (button.value === 'import' || button.value === 'leave');
}

/** Sends what is chosen and shows the preview after it. */
function follow(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  new FormData(form, button).forEach((value, name) => body.append(name, String(value)));
  form.setAttribute('aria-busy', 'true');
  return inTurn(async () => {
    const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
    const page = answer && new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page?.querySelector<HTMLElement>('#bank-preview');
    const now = document.querySelector<HTMLElement>('#bank-preview');
    if (!answer || !next || !now) {
      location.reload(); // the page says what is wrong
      return;
    }
    history.replaceState(history.state, '', answer.url);
    put(now, next);
  });
}

/** Puts the new preview in place; focus and what was open stay, and what it says is told. */
function put(now: HTMLElement, next: HTMLElement): void {
  const focus = document.activeElement?.id;
  next.querySelectorAll<HTMLDetailsElement>('details').forEach((details, i) => {
    details.open ||= now.querySelectorAll<HTMLDetailsElement>('details')[i]?.open ?? false;
  });
  const cells = now.querySelector('.bank-cells')?.scrollLeft ?? 0;
  now.replaceWith(next);
  const scrolled = next.querySelector('.bank-cells');
  if (scrolled) scrolled.scrollLeft = cells;
  // What was answered is gone: what can be done now comes next.
  const to = focus && (document.getElementById(focus) ?? document.querySelector<HTMLElement>('#bank-import, #bank-right'));
  if (to) to.focus({ preventScroll: true });
  say(next.querySelector('h1')?.textContent ?? '');
}

/** Tells those who listen what the page says now. */
function say(text: string): void {
  const said = document.querySelector('[data-said]');
  if (said) said.textContent = text;
}
