// The word about what was just done, with the way to take it back.

const time = 10000;
let leaving = 0;

/** Shows the toast of a page, or what was wrong on it. */
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

/** What is wrong on a page and what to do about it, in words; '' where nothing is. */
export function faultWords(page: Document): string {
  return ['.fault-message', '.fault-hint'].map((part) => page.querySelector(`#main ${part}`)?.textContent?.trim()).filter(Boolean).join('. ');
}

/** Shows a toast that the server drew. */
export function putToast(toast: Element): void {
  const place = document.querySelector('#toast');
  if (!place) return;
  place.replaceChildren(toast);
  leaveLater(place);
}

/** Shows words as a toast. */
export function say(text: string): void {
  putToast(worded(text));
}

/** Lets a toast that came with the page leave too. */
export function toasts(): void {
  const place = document.querySelector('#toast');
  if (!place) return;
  if (place.firstElementChild) leaveLater(place);
  for (const event of ['pointerenter', 'focusin']) place.addEventListener(event, () => clearTimeout(leaving));
  for (const event of ['pointerleave', 'focusout']) place.addEventListener(event, () => leaveLater(place));
}

const slow = 600;

/** Says that something is being worked at, when it takes a while; the function it gives ends that. */
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
  toast.append(words);
  return toast;
}

function leaveLater(place: Element): void {
  clearTimeout(leaving);
  leaving = window.setTimeout(() => place.replaceChildren(), time);
}
