// The message about the last change, with its undo button.

const time = 10000;
let leaving = 0;

/** Shows the toast or the error of a page. */
export function showToast(page: Document): void {
  const place = document.querySelector('#toast');
  if (!place) return;
  const fault = faultWords(page);
  const next = page.querySelector('#toast .toast');
  if (!fault) {
    if (next) putToast(next);
    return;
  }
  place.replaceChildren(worded(fault));
  leaveLater(place);
}

/** Returns the error message of a page and its hint; '' if there is none. */
export function faultWords(page: Document): string {
  return ['.fault-message', '.fault-hint'].map((part) => page.querySelector(`#main ${part}`)?.textContent?.trim()).filter(Boolean).join('. ');
}

/** Shows a toast element from the server. */
export function putToast(toast: Element): void {
  const place = document.querySelector('#toast');
  if (!place) return;
  place.replaceChildren(toast);
  leaveLater(place);
}

/** Shows a text as a toast. */
export function say(text: string): void {
  putToast(worded(text));
}

/** Starts the timeout of a toast that is part of the page. The timeout stops while the toast is hovered or focused. */
export function toasts(): void {
  const place = document.querySelector('#toast');
  if (!place) return;
  if (place.firstElementChild) leaveLater(place);
  for (const event of ['pointerenter', 'focusin']) place.addEventListener(event, () => clearTimeout(leaving));
  for (const event of ['pointerleave', 'focusout']) place.addEventListener(event, () => leaveLater(place));
}

const slow = 600;

/** Shows a message if a request takes long. The function that it returns removes it. */
export function working(): () => void {
  let shown: HTMLElement | undefined;
  const waiting = window.setTimeout(() => {
    shown = worded('Working…');
    document.querySelector('#toast')?.replaceChildren(shown);
  }, slow);
  return () => {
    clearTimeout(waiting);
    shown?.remove();
  };
}

function worded(text: string): HTMLElement {
  const toast = document.createElement('div');
  const words = document.createElement('p');
  toast.className = 'toast';
  words.textContent = text;
  if (/\d/.test(text)) words.className = 'has-amount';
  toast.append(words);
  return toast;
}

function leaveLater(place: Element): void {
  clearTimeout(leaving);
  leaving = window.setTimeout(() => place.replaceChildren(), time);
}
