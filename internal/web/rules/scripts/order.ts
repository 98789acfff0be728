// Rules are dragged into another order by their numbers and words; the buttons do the same without a mouse.

import { change } from '../../../ui/scripts/change';
import { dragging, lower } from '../../../ui/scripts/dragging';
import { showToast } from '../../../ui/scripts/toast';

/** Makes the rules of every list with data-do movable. */
export function orderRules(): void {
  dragging<number>({
    grab: (at) => (at.closest?.('button, form') ? undefined : at.closest?.<HTMLElement>('ol.rules[data-do] > li[data-rule]')),
    aim,
    drop: (row, to) => {
      if (to !== rulesOf(row).indexOf(row)) void move(row, to);
    },
  });
}

const rulesOf = (row: HTMLElement) => [...row.parentElement!.querySelectorAll<HTMLElement>('li[data-rule]')];

/** Finds the place that the rule would have, and marks it. */
function aim(row: HTMLElement, y: number): number {
  const others = rulesOf(row).filter((other) => other !== row);
  const to = others.findIndex((other) => !lower(other, y));
  if (to < 0) others.at(-1)?.classList.add('drop-after');
  else others[to]?.classList.add('drop-before');
  return to < 0 ? others.length : to;
}

async function move(row: HTMLElement, to: number): Promise<void> {
  const action = row.parentElement?.dataset['do'];
  if (!action) return;
  const fault = await change(`${action}move-rule`, new URLSearchParams({ rule: row.dataset['rule'] ?? '', to: String(to) }));
  if (fault) showToast(fault);
}
