// Bank files: a file is sent as soon as it is chosen, and its preview is updated on each choice.

import { inTurn, unreachable } from '../../../ui/scripts/change';
import { keepDetails } from '../../../ui/scripts/details';
import { fetchSignedIn } from '../../../ui/scripts/session';
import { showToast } from '../../../ui/scripts/toast';

/** Makes the pages of bank files send each choice. */
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

/** The time of the last letter typed into a select. */
let lastLetter = -Infinity;
let waiting: number | undefined;

/**
 * Calls a function once typing into a select has paused. Typing "Money out" selects "Money in" on the way, and a select that is
 * replaced in the meantime would treat the remaining letters as a new word.
 */
function onceTyped(act: () => void): void {
  window.clearTimeout(waiting);
  const left = lastLetter + wordPause - performance.now();
  if (left <= 0) act();
  else waiting = window.setTimeout(() => onceTyped(act), left);
}

/** Milliseconds in which browsers append a letter typed into a select to the word before it. */
const wordPause = 1000;

/** Reports whether a button leaves the preview. */
function leaves(button: HTMLElement | null): boolean {
  return button instanceof HTMLButtonElement && button.name === 'do' && (button.value === 'import' || button.value === 'leave');
}

/** Sends the choices and shows the updated preview. */
function follow(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  new FormData(form, button).forEach((value, name) => body.append(name, String(value)));
  form.setAttribute('aria-busy', 'true');
  return inTurn(async () => {
    const answer = await fetchSignedIn(form.action, { method: 'POST', body });
    if (!answer) {
      form.removeAttribute('aria-busy');
      showToast(unreachable());
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector<HTMLElement>('#bank-preview');
    const now = document.querySelector<HTMLElement>('#bank-preview');
    if (!next || !now) {
      location.reload(); // the reloaded page shows the error
      return;
    }
    history.replaceState(history.state, '', answer.url);
    put(now, next);
  });
}

/** Shows the new preview. The focus, open details and scroll position stay, and the heading is announced. */
function put(now: HTMLElement, next: HTMLElement): void {
  const focus = document.activeElement?.id;
  keepDetails(now, next);
  const cells = now.querySelector('.bank-cells')?.scrollLeft ?? 0;
  now.replaceWith(next);
  const scrolled = next.querySelector('.bank-cells');
  if (scrolled) scrolled.scrollLeft = cells;
  // The focused question is gone once it is answered: the focus moves to the next action.
  const to = focus && (document.getElementById(focus) ?? document.querySelector<HTMLElement>('#bank-import, #bank-right'));
  if (to) to.focus({ preventScroll: true });
  say(next.querySelector('h1')?.textContent ?? '');
}

/** Announces a text to screen readers. */
function say(text: string): void {
  const said = document.querySelector('[data-said]');
  if (said) said.textContent = text;
}
