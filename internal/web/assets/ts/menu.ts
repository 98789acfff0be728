// Menus: popovers that open at their button and are walked with the arrow keys.

const margin = 8;

/** Opens every popover with class "menu" at the button that called it. */
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
    if (button && window.matchMedia('(min-width: 721px)').matches) place(menu, button);
    else menu.removeAttribute('style');
    first(menu)?.focus();
  }, true);
  document.addEventListener('keydown', walk);
}

function opener(menu: HTMLElement): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)];
  const active = buttons.find((b) => b === document.activeElement);
  return active ?? buttons.find((b) => b.offsetParent !== null);
}

function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = at.bottom + 4;
  const top = below + height + margin <= innerHeight ? below : Math.max(margin, at.top - 4 - height);
  const left = Math.max(margin, Math.min(at.left, innerWidth - width - margin));
  menu.style.top = `${top}px`;
  menu.style.left = `${left}px`;
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function first(menu: HTMLElement): HTMLElement | null {
  return menu.querySelector<HTMLElement>('[aria-current], .shown, [role="menuitem"]');
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
