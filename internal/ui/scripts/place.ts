// How far payees are from where somebody stands. Go's package place reckons the same.

/** A place on the earth, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Where this device is, to so many metres, and since when that is known. */
export interface Here extends Point {
  accuracy: number;
  at: number;
}

/** A payee with where it was paid: latitude and longitude by turns. */
export interface Placed {
  ref: string;
  text: string;
  at: number[];
}

/** A payee that is near. */
export interface Near {
  ref: string;
  text: string;
  metres: number;
}

const radius = 6_371_008.8; // the earth's mean one, in metres
const within = 250; // metres that are near
const vague = 500; // metres, beyond which a position says nothing of who is near
const same = 100; // metres, within which a place is the same one
const most = 5;
const stays = 5 * 60_000; // milliseconds that somebody is about where they were

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const half = (angle: number) => Math.sin(angle / 2) ** 2;

/** The metres between two places, along the earth taken as a ball. */
export function metres(p: Point, q: Point): number {
  const across = Math.cos(radians(p.latitude)) * Math.cos(radians(q.latitude)) * half(radians(q.longitude - p.longitude));
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half(radians(q.latitude - p.latitude)) + across)));
}

/** The metres to the closest place of a payee. */
function closest(payee: Placed, here: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < payee.at.length; i += 2) least = Math.min(least, metres(here, { latitude: payee.at[i]!, longitude: payee.at[i + 1]! }));
  return least;
}

/** Says whether a position is too rough to tell who is near. */
export const tooVague = (here: Here) => here.accuracy > vague;

/** The payees that are near, the nearest first. A position that is known roughly reaches as much farther. */
export function nearest(payees: Placed[], here: Here): Near[] {
  if (tooVague(here)) return [];
  return payees
    .map((payee) => ({ ref: payee.ref, text: payee.text, metres: closest(payee, here) }))
    .filter((payee) => payee.metres <= within + here.accuracy)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, most);
}

/** A distance as people say it. */
export function inWords(distance: number): string {
  const step = distance < 100 ? 10 : 50;
  return `${Math.max(10, Math.round(distance / step) * step)} m`;
}

/**
 * What a form says of where a transaction is entered, "" for nothing: only where that is known well, and now, and is no place
 * of the payee yet. Four decimals tell a shop from the one beside it.
 */
export function toKeep(payees: Placed[], ref: string, text: string, here: Here | undefined, now: number): string {
  const name = text.trim().toLocaleLowerCase();
  if (!here || here.accuracy > same || now - here.at > stays || !name || /^transfer ?:/.test(name)) return '';
  const chosen = ref.endsWith(`=${text}`) ? ref.slice(0, -text.length - 1) : '';
  const payee = payees.find((one) => (chosen ? one.ref === chosen : one.text.toLocaleLowerCase() === name));
  return payee && closest(payee, here) <= same ? '' : `${here.latitude.toFixed(4)},${here.longitude.toFixed(4)}`;
}
