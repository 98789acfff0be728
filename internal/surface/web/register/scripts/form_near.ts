// Payees near the device, in the form of a new transaction. The form does not wait for the position: space for these payees is
// reserved from the start, so that nothing moves when they are shown.

import { type Here, inWords, type Near, nearest, type Placed, toKeep } from '../../../ui/scripts/place';
import { cannot, position, refused } from '../../../ui/scripts/position';

interface Look {
  url: string; // address of the payees with their places
  begun: number;
  state: 'asked' | 'looking' | 'over';
  here?: Here;
  payees: Placed[];
  near: Near[];
}

let look: Look | undefined;
const told: (() => void)[] = [];

/** Registers a function to call when the payees near here are known, or known to be unavailable. */
export function whenNearKnown(then: () => void): void {
  told.push(then);
}

/** Finds the payees near here for a form that shows them. */
export function offerNear(form: HTMLFormElement): void {
  const url = form.dataset['near'];
  if (!url || cannot()) return;
  const lasts = look?.url === url && Date.now() - look.begun < 60_000 && (look.state !== 'over' || look.here);
  if (!lasts) void begin(url);
  else showNear(form);
}

async function begin(url: string): Promise<void> {
  const now: Look = { url, begun: Date.now(), state: 'asked', payees: [], near: [] };
  look = now;
  if (await refused()) now.state = 'over';
  if (now.state === 'over' || look !== now) return;
  now.state = 'looking';
  showAll();
  const [found, payees] = await Promise.all([position(), placed(url)]);
  if (look !== now) return;
  now.state = 'over';
  now.payees = payees;
  if (typeof found !== 'string') {
    now.here = found;
    now.near = nearest(payees, found);
  }
  showAll();
  told.forEach((then) => then());
}

async function placed(url: string): Promise<Placed[]> {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Placed[]) : [];
}

const showAll = () => document.querySelectorAll<HTMLFormElement>('.row-fields-form[data-near]').forEach(showNear);

/** Returns the text that is shown if no payee is near. */
function none(): string {
  if (look?.state === 'looking') return 'Looking for payees near here…';
  return look?.here ? 'No known payees near here' : 'Your position is not known';
}

/** Shows the payees near here above the recently used ones. The section is never closed again, as everything below would move. */
function showNear(form: HTMLFormElement): void {
  const room = form.querySelector<HTMLElement>('.near-here');
  if (!room || !look || look.state === 'asked' || (look.state === 'over' && !look.here && room.hidden)) return;
  room.hidden = false;
  const says = room.querySelector('.near-says');
  if (says) says.textContent = look.near.length ? 'Near here' : none();
  room.querySelectorAll('button').forEach((button) => button.remove());
  room.append(...look.near.map((near) => choice(form, near)));
}

/** Returns a button that chooses a payee, like those of recently used payees. */
function choice(form: HTMLFormElement, near: Near): HTMLElement {
  const button = document.createElement('button');
  button.className = 'button';
  button.name = 'shape';
  button.value = `payee:${near.ref}=${near.text}`;
  button.setAttribute('formaction', form.dataset['shape'] ?? '');
  button.append(...named(near));
  return button;
}

function named(near: Near): (Node | string)[] {
  const name = document.createElement('bdi');
  name.textContent = near.text;
  const distance = document.createElement('span');
  distance.className = 'has';
  distance.textContent = inWords(near.metres);
  return [name, ' ', distance];
}

/** Returns the first group of a list of payees; an empty array if no payee is known to be near. */
export function nearGroup(field: HTMLInputElement): HTMLElement[] {
  if (!field.form?.dataset['near'] || !look || look.state === 'asked' || (look.state === 'over' && !look.near.length)) return [];
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Near here');
  group.append(...(look.near.length ? look.near.map((near) => option(field, near)) : [saying(none())]));
  return [group];
}

/** Returns the nearest payee for the one line that an open list has reserved. The others are listed when it is opened again. */
export function nearestOption(field: HTMLInputElement): HTMLElement {
  const near = look?.near[0];
  return near ? option(field, near) : saying(none());
}

function option(field: HTMLInputElement, near: Near): HTMLElement {
  const made = saying('');
  made.removeAttribute('aria-disabled');
  made.setAttribute('aria-selected', 'false');
  made.dataset['ref'] = near.ref;
  made.dataset['text'] = near.text;
  made.dataset['none'] = field.form?.dataset['none'] ?? '';
  made.append(...named(near));
  return made;
}

/** Returns a line of a list that cannot be chosen. */
function saying(words: string): HTMLElement {
  const made = document.createElement('div');
  made.setAttribute('role', 'option');
  made.setAttribute('aria-disabled', 'true');
  made.textContent = words;
  return made;
}

/** Returns the position to store with a form that is being saved; "" for none. */
export function placeToKeep(form: HTMLFormElement): string {
  const value = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  if (!look || look.url !== form.dataset['near'] || form.dataset['today'] !== form.querySelector<HTMLElement>('#row-date')?.dataset['iso']) return '';
  const here = toKeep(look.payees, value('payee-ref'), value('payee'), look.here, Date.now());
  if (here) look.begun = 0; // the next form requests the payees again, which then include this place
  return here;
}
