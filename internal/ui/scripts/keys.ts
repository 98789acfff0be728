// Keys of the whole page: undo and redo, the months, and Enter, which presses what had the focus when it went down.

import { change } from './change';
import { showToast } from './toast';

/** Listens for Ctrl+Z, Ctrl+Shift+Z and the arrows. */
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
 * Keeps one press of Enter from pressing two things. What comes to the focus while the key is still down, a question whether a
 * reconciled amount may change or a form that a link opens, would be answered or sent by a finger that lies on the key. What a
 * script has done something with when the key went down does nothing more when it types.
 */
export function pressOnce(): void {
  let down: KeyboardEvent | undefined; // by which a key went down, over what had the focus then
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

/** Whether it is the field of a figure that the focus only came by: nothing is typed in it that Ctrl+Z could take back. */
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
  if (document.activeElement === document.body) stillHere(at)?.focus(); // what moves on the page loses the focus
  if (fault) showToast(fault);
}

/** An element, or what stands for it after a change: what has its name and value, or its label. */
function stillHere(at: Element | null): HTMLElement | null {
  if (at?.isConnected) return at as HTMLElement;
  const alike = ['name', 'value', 'aria-label'].filter((by) => at?.hasAttribute(by)).map((by) => `[${by}="${CSS.escape(at!.getAttribute(by)!)}"]`);
  return alike.length ? document.querySelector<HTMLElement>(alike.join('')) : null;
}
