// Keyboard navigation of tables: an arrow key moves the focus to the next button or link in the same row or column.

/** Moves the focus from a button or link to the next one of its row or its column. */
export function goIn(rows: HTMLTableRowElement[], at: HTMLElement, across: number, vertical: number): void {
  const cell = at.closest<HTMLTableCellElement>('td, th');
  let row: HTMLTableRowElement | null | undefined = at.closest('tr');
  if (!cell || !row) return;
  let column = cell.cellIndex;
  for (let step = 0; step < 400; step++) {
    column += across;
    if (vertical) row = rows[rows.indexOf(row) + vertical];
    const next: HTMLElement | null | undefined = row?.cells[column]?.querySelector<HTMLElement>('button, a');
    if (!row || column < 0 || column >= row.cells.length) return;
    if (!next) continue;
    next.focus();
    return;
  }
}

/** Returns the columns and the rows by which an arrow key moves; undefined for other keys. */
export function arrowOf(key: string): [number, number] | undefined {
  return ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[key];
}
