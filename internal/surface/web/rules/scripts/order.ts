// Rules are reordered by dragging their number or text; buttons do the same without a mouse.

import { ordered } from '../../../ui/scripts/ordered';

/** Makes the rules of every list with data-order movable. */
export function orderRules(): void {
  ordered('rule', (at) => (at.closest?.('button, form') ? undefined : at.closest?.<HTMLElement>('ol.rules[data-order] > li[data-rule]')));
}
