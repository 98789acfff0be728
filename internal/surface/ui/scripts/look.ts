// The appearance that this browser has chosen, in cookies that the server reads for each page. Scripts read them for the page
// without a connection, and write the one that hides amounts.

import { say } from './toast';

/** Returns the value of an appearance's cookie, or ''. */
const chosen = (name: string): string => new RegExp(`(?:^|; )holdover_${name}=(\\w*)`).exec(document.cookie)?.[1] ?? '';

/** Applies the theme, the density and hidden amounts to a page that the server has rendered without cookies. */
export function applyLook(): void {
  for (const name of ['theme', 'density', 'amounts']) {
    const value = chosen(name);
    if (value) document.documentElement.dataset[name] = value;
  }
}

/** Switches hidden amounts by Alt+Shift+H or the button, without loading the page. Other windows follow when they are shown. */
export function hideAmounts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.code !== 'KeyH' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return;
    event.preventDefault();
    toggle();
  });
  document.addEventListener('submit', (event) => {
    if (!(event.target as HTMLElement).matches('.hide-amounts')) return;
    event.preventDefault();
    toggle();
  });
  document.addEventListener('visibilitychange', show);
  window.addEventListener('pageshow', show);
}

function toggle(): void {
  const hidden = chosen('amounts') !== 'hidden';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is available over HTTPS only.
  document.cookie = `holdover_amounts=${hidden ? 'hidden' : ''}; Path=/; Max-Age=34560000; SameSite=Lax${secure}`;
  show();
  say(hidden ? 'Amounts are hidden' : 'Amounts are shown');
}

function show(): void {
  const hidden = chosen('amounts') === 'hidden';
  const root = document.documentElement;
  if (hidden) root.dataset['amounts'] = 'hidden';
  else delete root.dataset['amounts'];
  for (const button of document.querySelectorAll<HTMLButtonElement>('.hide-amounts button')) {
    button.setAttribute('aria-pressed', String(hidden));
    button.value = hidden ? 'shown' : 'hidden';
  }
}
