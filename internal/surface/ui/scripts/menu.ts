// Menus: popovers that open at their button, with arrow key navigation.

const margin = 8;
const wide = () => window.matchMedia('(min-width: 721px)').matches;

/** Opens every popover with class "menu" at the button that opened it. */
export function placeMenus(): void {
  document.addEventListener('beforetoggle', (event) => {
    const menu = event.target as HTMLElement;
    if (event.newState !== 'open' || !menu.classList?.contains('menu')) return;
    menu.querySelectorAll<HTMLElement>('[role="menuitem"]').forEach((item) => (item.tabIndex = -1));
  }, true);
  document.addEventListener('toggle', (event) => {
    const menu = event.target as HTMLElement;
    if (event.newState !== 'open' || !menu.classList?.contains('menu')) return;
    const button = opener(menu);
    delete menu.dataset['side'];
    if (button && wide()) place(menu, button);
    else menu.removeAttribute('style');
    first(menu)?.focus();
  }, true);
  document.addEventListener('keydown', walk);
  document.addEventListener('keydown', sendFromList);
}

/** Submits a menu's form when Enter is pressed in one of its selects, as browsers do for its fields. */
function sendFromList(event: KeyboardEvent): void {
  const list = event.target as HTMLSelectElement;
  if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || !list.matches?.('.menu-form select')) return;
  event.preventDefault();
  list.form?.requestSubmit();
}

const anchors = new WeakMap<HTMLElement, HTMLElement>();

/** Opens a menu at an element that is not its own button. */
export function openAt(menu: HTMLElement, at: HTMLElement): void {
  anchors.set(menu, at);
  menu.showPopover();
}

function opener(menu: HTMLElement): HTMLElement | undefined {
  const anchor = anchors.get(menu);
  if (anchor?.isConnected) return anchor;
  const buttons = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)];
  const active = buttons.find((b) => b === document.activeElement);
  return active ?? buttons.find((b) => b.offsetParent !== null);
}

/**
 * Places a menu below its button, or above it if there is no space; on a phone it is at the bottom. An open menu that grows
 * stays on its side and moves only as far as needed to fit into the window.
 */
export function place(menu: HTMLElement, button: HTMLElement): void {
  if (!wide()) return;
  menu.style.left = '0px'; // its width must not depend on its last position
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const lowest = innerHeight - margin - height;
  menu.dataset['side'] ??= at.bottom + 4 <= lowest ? 'below' : 'above';
  const top = menu.dataset['side'] === 'below' ? Math.min(at.bottom + 4, lowest) : at.top - 4 - height;
  const left = Math.max(margin, Math.min(at.left, innerWidth - width - margin));
  menu.style.top = `${Math.max(margin, top)}px`;
  menu.style.left = `${left}px`;
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"], .item')].filter((item) => item.checkVisibility());
}

function first(menu: HTMLElement): HTMLElement | null {
  return (
    menu.querySelector<HTMLElement>('details[open] :is(input:not([type="hidden"]), select, textarea, button)') ??
    menu.querySelector<HTMLElement>('[aria-current], .shown, [role="menuitem"], .item') ??
    [...menu.querySelectorAll<HTMLElement>('a, button, input:not([type="hidden"]), select, summary')].find((e) => e.checkVisibility()) ??
    null
  );
}

function walk(event: KeyboardEvent): void {
  const menu = (event.target as HTMLElement).closest?.<HTMLElement>('.menu:popover-open');
  if (!menu) return;
  const all = items(menu);
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined || all.length === 0 || now < 0) return;
  event.preventDefault();
  all[(next + all.length) % all.length]?.focus();
}
