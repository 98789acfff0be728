// The number of months on the budget screen: as many as fit, or as chosen. The server renders the number that last fitted in
// this browser. If another number fits now, the screen is requested again with it, and the server stores it.

import htmx from 'htmx.org';

/** Watches the width of the budget screen. */
export function fitMonths(): void {
  fit();
  let waiting = 0;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = window.setTimeout(fit, 150);
  }).observe(document.documentElement);
}

function fit(): void {
  const screen = document.querySelector<HTMLElement>('#budget');
  const room = screen?.querySelector<HTMLElement>('.sheet-scroll');
  if (!screen || !room) return;
  const wanted = monthsFor(room.clientWidth, screen);
  if (wanted === Number(screen.dataset['months']) || screen.dataset['asked'] === String(wanted)) return;
  screen.dataset['asked'] = String(wanted);
  const url = new URL(location.href);
  url.searchParams.delete('show'); // it has been stored
  url.searchParams.set('months', String(wanted));
  void htmx.ajax('GET', url.pathname + url.search, { target: '#budget', select: '#budget', swap: 'outerMorph' });
}

function monthsFor(room: number, screen: HTMLElement): number {
  if (window.matchMedia('(max-width: 720px)').matches) return 1;
  const chosen = Number(screen.dataset['chosen'] ?? 0);
  if (chosen > 0) return chosen;
  const probe = document.createElement('div');
  probe.className = 'month-probe';
  screen.append(probe);
  const month = probe.getBoundingClientRect().width;
  const name = probe.getBoundingClientRect().height;
  probe.remove();
  return Math.max(1, Math.min(12, Math.floor((room - name) / month)));
}
