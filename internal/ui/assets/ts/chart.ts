// Pictures come to life: a box says the figures of the place that is pointed at or has the focus, arrow keys go from place to
// place, and dragging across places looks at those months alone.

/** Listens to all pictures of the page, those that come later included. */
export function pointAtCharts(): void {
  document.addEventListener('pointermove', (event) => {
    const place = placeOf(event.target);
    if (place) say(place);
    else hide();
  });
  document.addEventListener('focusin', (event) => {
    const place = placeOf((event.target as Element).querySelector?.('.place') ?? null);
    if (place) say(place);
    else hide();
  });
  document.addEventListener('keydown', stepOn);
  document.addEventListener('pointerdown', (event) => {
    from = event.button === 0 ? placeOf(event.target) : undefined;
  });
  document.addEventListener('pointerup', zoom);
}

let from: SVGElement | undefined;

function placeOf(target: EventTarget | null): SVGElement | undefined {
  return target instanceof SVGElement && target.classList.contains('place') ? target : undefined;
}

/** The months from one place to another, the earlier first; nothing where they are one or have none. */
export function monthsBetween(a: string | undefined, b: string | undefined): [string, string] | undefined {
  if (!a || !b || a === b) return undefined;
  return a < b ? [a, b] : [b, a];
}

function zoom(event: PointerEvent): void {
  const months = monthsBetween(from?.dataset['at'], placeOf(event.target)?.dataset['at']);
  from = undefined;
  if (!months || !document.querySelector('.months-form')) return;
  event.preventDefault();
  const url = new URL(location.href);
  url.searchParams.set('from', months[0]);
  url.searchParams.set('to', months[1]);
  location.assign(url);
}

function stepOn(event: KeyboardEvent): void {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
  const step = steps[event.key];
  const link = document.activeElement?.closest<SVGAElement>('.chart a');
  if (!step || !link) return;
  const links = [...link.parentElement!.querySelectorAll<SVGAElement>('a')];
  const next = links[links.indexOf(link) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function box(): HTMLElement {
  const there = document.querySelector<HTMLElement>('#chart-box');
  if (there) return there;
  const made = document.createElement('div');
  made.id = 'chart-box';
  made.setAttribute('aria-hidden', 'true'); // the link says it
  document.body.append(made);
  return made;
}

function say(place: SVGElement): void {
  const title = place.querySelector('title');
  const words = title?.textContent ?? place.dataset['says'];
  if (!words) return;
  place.dataset['says'] = words; // the browser's own box would cover ours
  title?.remove();
  const b = box();
  const lines = words.split('\n');
  b.replaceChildren(...lines.map((line, i) => {
    const row = document.createElement(i === 0 ? 'strong' : 'span');
    row.textContent = line;
    return row;
  }));
  b.hidden = false;
  const at = place.getBoundingClientRect();
  const left = Math.min(at.left + at.width / 2 + 8, document.documentElement.clientWidth - b.offsetWidth - 8);
  b.style.left = `${Math.max(8, left) + scrollX}px`;
  b.style.top = `${Math.max(8, at.top + 8) + scrollY}px`;
}

function hide(): void {
  const b = document.querySelector<HTMLElement>('#chart-box');
  if (b) b.hidden = true;
}
