// The switch for payees near here. If it is on, the page shows whether the position is available on this device.

import { type Here, tooVague } from '../../../ui/scripts/place';
import { cannot, position, type Unknown } from '../../../ui/scripts/position';

const why: Record<Unknown, string> = {
  unsafe: 'Browsers share a position over HTTPS only: open Holdover with an address that starts with https.',
  none: 'This browser cannot determine a position.',
  denied: 'This browser does not share your position with Holdover, so payees are suggested as before. You can change this in the settings of your browser.',
  unavailable: 'Your position is not available right now, so payees are suggested as before.',
};

/** Shows the switch if the page has one, also after the page is shown again with an error. */
export function nearSwitch(): void {
  document.addEventListener('form:shown', show);
  show();
}

function show(): void {
  const setting = document.querySelector<HTMLElement>('[data-near-switch]');
  const says = setting?.querySelector('.near-says');
  const form = setting?.querySelector('form');
  if (!setting || !says || !form) return;
  setting.hidden = false;
  const no = cannot();
  form.hidden = no !== undefined && setting.dataset['nearSwitch'] === 'off';
  if (no) says.textContent = why[no];
  else if (setting.dataset['nearSwitch'] === 'on') void position().then((found) => (says.textContent = inWords(found)));
}

function inWords(found: Here | Unknown): string {
  if (typeof found === 'string') return why[found];
  const to = found.accuracy < 1000 ? `${Math.ceil(found.accuracy)} m` : `${Math.round(found.accuracy / 1000)} km`;
  return tooVague(found) ? `Your position is known to ${to} only, which is not precise enough to find payees nearby.` : `It works: your position is known to ${to}.`;
}
