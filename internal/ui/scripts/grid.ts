// Tables of figures by keyboard: an arrow goes to the next thing that can be used in the same row or column.

/** Moves the focus from a button or a link of a table along its row, or to another of the rows. */
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

/** What an arrow key moves by, undefined where it is none: columns, then rows. */
export function arrowOf(key: string): [number, number] | undefined {
  return ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[key];
}
