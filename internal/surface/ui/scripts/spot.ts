// Menus in place: the menu of a figure, a name or a file is requested from the server and shown beside the element that was
// clicked.

import { openAt, place } from './menu';
import { here, unreachable } from './change';
import { fetchSignedIn } from './session';

/** Makes the buttons of the form "open", buttons with data-spot and links from one menu to another open the menu in place. */
export function openSpots(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button[form="open"], button[data-spot]');
    if (!button || button.name === 'budgeted' || event.defaultPrevented) return;
    event.preventDefault();
    void open(button);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest?.<HTMLAnchorElement>('#spot :is(a.item, a.dots)');
    if (!link || !anchor?.isConnected || !/\/menu$/.test(link.pathname) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void openSpot(new URL(link.href), anchor);
  });
  document.addEventListener('toggle', (event) => {
    const more = event.target as HTMLDetailsElement;
    if (!more.matches?.('#spot details.more') || !more.open) return;
    const field = more.querySelector<HTMLInputElement>('input:not([type="hidden"]), select, textarea, button');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    const spot = document.querySelector<HTMLElement>('#spot');
    if (spot && anchor?.isConnected) place(spot, anchor);
  }, true);
}

let anchor: HTMLElement | undefined;

function spot(): HTMLElement {
  const there = document.querySelector<HTMLElement>('#spot');
  if (there) return there;
  const made = document.createElement('div');
  made.id = 'spot';
  made.className = 'menu spot';
  made.popover = 'auto';
  made.setAttribute('role', 'dialog');
  document.body.append(made);
  new ResizeObserver(() => anchor?.isConnected && made.matches(':popover-open') && place(made, anchor)).observe(made); // choices made in the menu can enlarge it
  return made;
}

async function open(button: HTMLButtonElement): Promise<void> {
  const url = new URL(button.dataset['spot'] ?? button.form?.action ?? '', location.href);
  if (button.name) url.searchParams.set(button.name, button.value);
  url.searchParams.set('back', here());
  await openSpot(url, button);
}

/** Requests a menu and shows it at an element. */
export async function openSpot(url: URL, at: HTMLElement): Promise<void> {
  const answer = await fetchSignedIn(url, { headers: { 'HX-Request': 'true' } });
  showAt(at, answer ? new DOMParser().parseFromString(await answer.text(), 'text/html') : unreachable());
}

/** Shows the menu or the error of a page at a button. */
export function showAt(button: HTMLElement, page: Document): void {
  const body = page.querySelector<HTMLElement>('.menu-body') ?? page.querySelector<HTMLElement>('.fault');
  if (!body) return;
  const menu = spot();
  menu.hidePopover();
  menu.replaceChildren(body);
  menu.setAttribute('aria-label', body.dataset['heading'] ?? 'Menu');
  anchor = button;
  openAt(menu, button);
}
