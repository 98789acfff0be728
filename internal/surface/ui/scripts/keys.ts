// Keys of the whole page: undo and redo, change of month, and Enter, which acts on the element that had the focus at keydown.

import { change } from './change';
import { showToast } from './toast';

/** Listens for Ctrl+Z, Ctrl+Shift+Z and the arrow keys. */
export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    const at = event.target as HTMLElement;
    if ((at.matches?.('input, textarea, select') && !untouched(at)) || event.defaultPrevented) return;
    const step = undoStep(event);
    if (step) {
      event.preventDefault();
      void reverse(step);
    } else if (at === document.body || at.id === 'main') {
      const arrow = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
      if (arrow) document.querySelector<HTMLElement>(`.strip [rel="${arrow}"]`)?.click();
    }
  });
}

/**
 * Prevents one press of Enter from acting twice. An element that gets the focus while the key is down (the question whether a
 * reconciled amount may change, or a form opened by a link) would otherwise be activated or submitted by the same press. A
 * keypress whose keydown was handled by a script is ignored.
 */
export function pressOnce(): void {
  let down: KeyboardEvent | undefined; // the last keydown; its target had the focus then
  document.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) down = event;
      else if (event.key === 'Enter' && (event.target as HTMLElement).matches?.('a, button, summary')) event.preventDefault();
    },
    true,
  );
  document.addEventListener(
    'keypress',
    (event) => {
      if (event.key === 'Enter' && down && (down.defaultPrevented || down.target !== event.target)) event.preventDefault();
    },
    true,
  );
}

/** Reports whether the element is a figure's field with unchanged text, so that Ctrl+Z has nothing to undo in it. */
function untouched(at: HTMLElement): boolean {
  return at instanceof HTMLInputElement && at.matches('.sheet .edit') && at.value === at.defaultValue;
}

function undoStep(event: KeyboardEvent): string | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : undefined;
}

async function reverse(step: string): Promise<void> {
  const events = document.body.dataset['live'];
  if (!events) return;
  const at = document.activeElement;
  const fault = await change(events.replace(/events$/, step), new URLSearchParams());
  if (document.activeElement === document.body) stillHere(at)?.focus(); // an element that is moved loses the focus
  if (fault) showToast(fault);
}

/** Returns the element, or the one that replaces it after a change: with the same name, value and label. */
function stillHere(at: Element | null): HTMLElement | null {
  if (at?.isConnected) return at as HTMLElement;
  const alike = ['name', 'value', 'aria-label'].filter((by) => at?.hasAttribute(by)).map((by) => `[${by}="${CSS.escape(at!.getAttribute(by)!)}"]`);
  return alike.length ? document.querySelector<HTMLElement>(alike.join('')) : null;
}
