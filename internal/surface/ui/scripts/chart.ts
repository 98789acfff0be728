// Interactive charts: a box shows the figures of the spot that is pointed at, touched or focused. A chart is one tab stop;
// arrow keys move between its spots. A range of months is selected by dragging, or with Shift and the arrow keys, and opened
// with Enter; that page links back.

/** Listens for events of all charts on the page, also those inserted later. */
export function pointAtCharts(): void {
  oneStopEach();
  document.addEventListener('htmx:after:swap', oneStopEach);
  document.addEventListener('pointermove', pointed);
  document.addEventListener('focusin', (event) => {
    const spot = spotOf(event.target);
    if (spot) say(spot);
    else hide();
  });
  document.addEventListener('keydown', stepOn);
  document.addEventListener('pointerdown', pressed);
  document.addEventListener('pointerup', released);
  document.addEventListener('pointercancel', drop);
  document.addEventListener('click', clicked, true);
  document.addEventListener('dragstart', (event) => {
    if (spotOf(event.target)) event.preventDefault(); // the browser would drag the link
  });
}

type Spot = SVGGraphicsElement;

let begun: Spot | undefined; // start of a selection by dragging or by keys
let ended: Spot | undefined; // current end of the selection
let dragging = false;
let touched: Spot | undefined; // last spot whose figures were shown by a touch

function spotOf(target: EventTarget | null): Spot | undefined {
  return target instanceof Element ? (target.closest<Spot>('[data-chart] .spot') ?? undefined) : undefined;
}

function spotsOf(spot: Spot): Spot[] {
  return [...spot.closest('.chart')!.querySelectorAll<Spot>('.spot')];
}

/** Makes one spot of each chart a tab stop: the last, which is the newest. */
function oneStopEach(): void {
  for (const chart of document.querySelectorAll('[data-chart] .chart')) {
    const spots = [...chart.querySelectorAll<Spot>('.spot')];
    if (spots.some((spot) => spot.getAttribute('tabindex') === '0')) continue;
    for (const spot of spots.slice(0, -1)) spot.setAttribute('tabindex', '-1');
    if (spots.length > 0) stop(spots.at(-1)!);
  }
}

function stop(spot: Spot): void {
  spot.setAttribute('tabindex', '0');
  if (spot.hasAttribute('href') || spot.hasAttribute('aria-label')) return;
  spot.setAttribute('role', 'img');
  spot.setAttribute('aria-label', wordsOf(spot));
}

function wordsOf(spot: Spot): string {
  const place = spot.querySelector<SVGElement>('.place')!;
  const title = place.querySelector('title');
  const words = title?.textContent ?? place.dataset['says'] ?? '';
  place.dataset['says'] = words; // the browser's tooltip would cover the box
  title?.remove();
  return words;
}

/** Returns the first and the last month of two spots in order of time; undefined for spots without months. */
export function monthsBetween(a: DOMStringMap, b: DOMStringMap): [string, string] | undefined {
  if (!a['from'] || !b['from']) return undefined;
  return a['from'] < b['from'] ? [a['from'], b['to']!] : [b['from'], a['to']!];
}

function chosenMonths(): [string, string] | undefined {
  if (!begun || !ended || begun === ended || !closerOf(begun)) return undefined;
  return monthsBetween(dataOf(begun), dataOf(ended));
}

const dataOf = (spot: Spot): DOMStringMap => spot.querySelector<SVGElement>('.place')!.dataset;
const closerOf = (spot: Spot): string | undefined => spot.closest<HTMLElement>('[data-closer]')?.dataset['closer'];

function pressed(event: PointerEvent): void {
  drop();
  const spot = spotOf(event.target);
  if (event.button !== 0 || event.pointerType === 'touch' || !spot) return; // a moving finger shows figures and does not select
  begun = spot;
  dragging = true;
}

function pointed(event: PointerEvent): void {
  const under = event.pointerType === 'touch' ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
  const spot = spotOf(under as EventTarget | null);
  if (spot && dragging && begun && spot.closest('.chart') === begun.closest('.chart')) {
    ended = spot;
    mark();
  }
  if (spot) say(spot);
  else if (!dragging) hide();
}

function released(event: PointerEvent): void {
  if (!dragging) return;
  dragging = false;
  if (spotOf(event.target)?.closest('.chart') === begun?.closest('.chart') && chosenMonths()) lookCloser();
  else drop();
}

/** The first touch of a spot shows its figures, the second follows its link. */
function clicked(event: MouseEvent): void {
  const spot = spotOf(event.target);
  if (!spot || (event as PointerEvent).pointerType !== 'touch') return;
  if (touched !== spot) event.preventDefault();
  touched = spot;
  say(spot);
}

function lookCloser(): void {
  const months = chosenMonths();
  const closer = begun && closerOf(begun);
  if (!months || closer === undefined) return;
  const url = new URL(closer, location.href);
  url.searchParams.set('from', months[0]);
  url.searchParams.set('to', months[1]);
  location.assign(url);
}

/** Highlights the selected spots. */
function mark(): void {
  if (!begun || !ended) return;
  const spots = spotsOf(begun);
  const [first, last] = [spots.indexOf(begun), spots.indexOf(ended)].sort((a, b) => a - b) as [number, number];
  const months = chosenMonths();
  spots.forEach((spot, i) => spot.classList.toggle('chosen', months !== undefined && i >= first && i <= last));
}

function drop(): void {
  if (begun) for (const spot of spotsOf(begun)) spot.classList.remove('chosen');
  begun = ended = undefined;
  dragging = false;
}

function stepOn(event: KeyboardEvent): void {
  const spot = spotOf(document.activeElement);
  if (!spot) return;
  if (event.key === 'Escape') {
    drop();
    hide();
    return;
  }
  if (event.key === 'Enter' && chosenMonths()) {
    event.preventDefault();
    lookCloser();
    return;
  }
  const spots = spotsOf(spot);
  const at = spots.indexOf(spot);
  const to: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: spots.length - 1 };
  if (spot.closest('.calendar')) Object.assign(to, { ArrowUp: at - 7, ArrowDown: at + 7 });
  const next = spots[to[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  if (event.shiftKey) {
    begun ??= spot;
    ended = next;
  } else drop();
  spot.setAttribute('tabindex', '-1');
  stop(next);
  next.focus();
  mark();
  say(next);
}

function box(): HTMLElement {
  const there = document.querySelector<HTMLElement>('#chart-box');
  if (there) return there;
  const made = document.createElement('div');
  made.id = 'chart-box';
  made.setAttribute('aria-hidden', 'true'); // screen readers read the label of the spot
  const said = document.createElement('p');
  said.id = 'chart-said';
  said.className = 'sr-only';
  said.setAttribute('role', 'status');
  document.body.append(made, said);
  return made;
}

function say(spot: Spot): void {
  const words = wordsOf(spot);
  if (!words) return;
  const b = box();
  const months = chosenMonths();
  const name = (of: Spot): string => wordsOf(of).split('\n', 1)[0]!;
  const [first, last] = months && begun && ended && dataOf(begun)['from'] === months[0] ? [begun, ended] : [ended, begun];
  const choice = months && first && last ? `${name(first)} to ${name(last)}: ${dragging ? 'release' : 'press Enter'} to zoom in` : '';
  const lines = choice ? [choice, ...words.split('\n')] : words.split('\n');
  b.replaceChildren(...lines.map((line, i) => {
    const row = document.createElement(i === (choice ? 1 : 0) ? 'strong' : 'span');
    row.textContent = line;
    return row;
  }));
  document.querySelector('#chart-said')!.textContent = choice;
  b.hidden = false;
  const at = spot.querySelector('.place')!.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const right = at.right + 4;
  const left = right + b.offsetWidth + 8 > width ? at.left - b.offsetWidth - 4 : right;
  b.style.left = `${Math.max(8, Math.min(left, width - b.offsetWidth - 8)) + scrollX}px`;
  b.style.top = `${Math.max(8, at.top + 8) + scrollY}px`;
}

function hide(): void {
  const b = document.querySelector<HTMLElement>('#chart-box');
  if (b) b.hidden = true;
}
