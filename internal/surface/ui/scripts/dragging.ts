// Dragging of rows with a mouse or a pen. It is used by drag.ts for categories and by ordered.ts for accounts and rules. A
// touch scrolls; menus offer the same moves.

/** A kind of drag: which row is dragged, where it can be dropped, and the effect of dropping it. */
export interface Draggable<Place> {
  grab(at: HTMLElement): HTMLElement | null | undefined;
  /** Marks the place where the row would be dropped; undefined if it cannot be dropped. */
  aim(row: HTMLElement, y: number): Place | undefined;
  drop(row: HTMLElement, to: Place): void;
}

const slack = 5; // pixels that the pointer moves before a press becomes a drag

/** Listens for drags of one kind. */
export function dragging<Place>(what: Draggable<Place>): void {
  let drag: { row: HTMLElement; x: number; y: number; begun: boolean; to?: Place | undefined } | undefined;

  /** Ends a drag and returns it if it had begun. The click event that follows it is suppressed. */
  const end = () => {
    const was = drag;
    drag = undefined;
    if (!was?.begun) return undefined;
    was.row.classList.remove('dragged');
    document.body.classList.remove('dragging');
    unmark();
    swallowClick();
    return was;
  };

  document.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const row = what.grab(event.target as HTMLElement);
    if (row) drag = { row, x: event.clientX, y: event.clientY, begun: false };
  });
  document.addEventListener('pointermove', (event) => {
    if (!drag || (!drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack)) return;
    event.preventDefault();
    if (!drag.begun) begin(drag.row);
    drag.begun = true;
    unmark();
    drag.to = what.aim(drag.row, event.clientY);
  });
  document.addEventListener('pointerup', () => {
    const was = end();
    if (was?.to !== undefined) what.drop(was.row, was.to);
  });
  document.addEventListener('pointercancel', end);
  document.addEventListener('keydown', (event) => {
    if (drag?.begun && event.key === 'Escape') end();
  });
}

function begin(row: HTMLElement): void {
  row.classList.add('dragged');
  document.body.classList.add('dragging');
  getSelection()?.removeAllRanges();
}

/** Reports whether a y coordinate is in the lower half of an element. */
export function lower(element: Element, y: number): boolean {
  const box = element.getBoundingClientRect();
  return y > box.top + box.height / 2;
}

/** Suppresses the click event that follows a drag. */
function swallowClick(): void {
  const swallow = (event: Event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

/** Removes the markers of the drop place. */
function unmark(): void {
  document.querySelectorAll('.drop-before, .drop-after').forEach((row) => row.classList.remove('drop-before', 'drop-after'));
}
