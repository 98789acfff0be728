// Dragging of rows with a mouse or a pen: what drag.ts does with categories, and ordered.ts with accounts and
// rules. Fingers scroll; they find the same in the menus.

/** What is dragged, where it would go, and what dropping it there does. */
export interface Draggable<Place> {
  grab(at: HTMLElement): HTMLElement | null | undefined;
  /** Marks where the row would go; undefined where it cannot. */
  aim(row: HTMLElement, y: number): Place | undefined;
  drop(row: HTMLElement, to: Place): void;
}

const slack = 5; // pixels, before a press becomes a drag

/** Listens for drags of one kind. */
export function dragging<Place>(what: Draggable<Place>): void {
  let drag: { row: HTMLElement; x: number; y: number; begun: boolean; to?: Place | undefined } | undefined;

  /** Ends dragging and says what it was, where it had begun. The click that a drag ends with is none. */
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

/** Says whether a place is in the lower half of an element. */
export function lower(element: Element, y: number): boolean {
  const box = element.getBoundingClientRect();
  return y > box.top + box.height / 2;
}

/** Lets the click that a drag ends with do nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

/** Takes the marks of where a row would go away. */
function unmark(): void {
  document.querySelectorAll('.drop-before, .drop-after').forEach((row) => row.classList.remove('drop-before', 'drop-after'));
}
