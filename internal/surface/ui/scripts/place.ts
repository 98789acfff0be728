// Distances of payees from a position. The Go package place computes the same.

/** A point on the earth, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The position of this device, its accuracy in metres, and its time in milliseconds. */
export interface Here extends Point {
  accuracy: number;
  at: number;
}

/** A payee with the points where it was paid: latitudes and longitudes alternate. */
export interface Placed {
  ref: string;
  text: string;
  at: number[];
}

/** A payee that is near, with its distance. */
export interface Near {
  ref: string;
  text: string;
  metres: number;
}

const radius = 6_371_008.8; // the earth's mean radius, in metres
const within = 250; // metres; closer payees are near
const vague = 500; // metres; a position less accurate is not used
const same = 100; // metres; closer points are the same place
const most = 5;
const stays = 5 * 60_000; // milliseconds for which a position is valid

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const half = (angle: number) => Math.sin(angle / 2) ** 2;

/** Returns the great-circle distance of two points in metres. */
export function metres(p: Point, q: Point): number {
  const across = Math.cos(radians(p.latitude)) * Math.cos(radians(q.latitude)) * half(radians(q.longitude - p.longitude));
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half(radians(q.latitude - p.latitude)) + across)));
}

/** Returns the distance in metres to the closest point of a payee. */
function closest(payee: Placed, here: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < payee.at.length; i += 2) least = Math.min(least, metres(here, { latitude: payee.at[i]!, longitude: payee.at[i + 1]! }));
  return least;
}

/** Reports whether a position is too inaccurate to find payees near it. */
export const tooVague = (here: Here) => here.accuracy > vague;

/** Returns the payees that are near, the nearest first. The inaccuracy of the position is added to the radius. */
export function nearest(payees: Placed[], here: Here): Near[] {
  if (tooVague(here)) return [];
  return payees
    .map((payee) => ({ ref: payee.ref, text: payee.text, metres: closest(payee, here) }))
    .filter((payee) => payee.metres <= within + here.accuracy)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, most);
}

/** Formats a distance, rounded to 10 or 50 metres. */
export function inWords(distance: number): string {
  const step = distance < 100 ? 10 : 50;
  return `${Math.max(10, Math.round(distance / step) * step)} m`;
}

/**
 * Returns the coordinates to store with a transaction; "" for none. They are stored only if the position is accurate and recent
 * and the payee has no point there yet. Four decimals distinguish adjacent shops.
 */
export function toKeep(payees: Placed[], ref: string, text: string, here: Here | undefined, now: number): string {
  const name = text.trim().toLocaleLowerCase();
  if (!here || here.accuracy > same || now - here.at > stays || !name || /^transfer ?:/.test(name)) return '';
  const chosen = ref.endsWith(`=${text}`) ? ref.slice(0, -text.length - 1) : '';
  const payee = payees.find((one) => (chosen ? one.ref === chosen : one.text.toLocaleLowerCase() === name));
  return payee && closest(payee, here) <= same ? '' : `${here.latitude.toFixed(4)},${here.longitude.toFixed(4)}`;
}
