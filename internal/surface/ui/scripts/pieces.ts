// A page consists of pieces, each with a stamp derived from its text. A request contains the stamps on the page; the response
// contains only the pieces that have changed.

import htmx from 'htmx.org';

const stamped = '[data-is]';
const most = 6000; // characters; proxies accept about 8,000 in headers

/** Returns the request header that lists the stamps on the page, for fetch. */
export function stamps(): Record<string, string> {
  const around = document.querySelector<HTMLElement>('#main')?.dataset['around'];
  const here = [...document.querySelectorAll<HTMLElement>(stamped)].map((piece) => piece.dataset['is']).filter(Boolean);
  const said = [around, ...here].join(' ');
  return around && said.length <= most ? { 'Holdover-Has': said } : {};
}

/** Invalidates the stamp of an element's piece, as the page temporarily shows other text in it. The server then sends it again. */
export function spoil(element: Element | null): void {
  element?.closest<HTMLElement>(stamped)?.setAttribute('data-is', '');
}

/** A response in pieces. */
export interface Pieces {
  order: string[][]; // the stamps of all pieces; a list for each run of adjacent pieces
  title: string;
  knowledge: string;
  fresh: Map<string, HTMLElement>; // changed pieces by stamp
  toast: Element | undefined;
}

/** Parses a response in pieces; undefined if it is a whole page. */
export function piecesIn(text: string): Pieces | undefined {
  if (!text.startsWith('<template data-order=')) return undefined;
  const holder = document.createElement('template');
  holder.innerHTML = text;
  const [head, ...others] = [...holder.content.children] as HTMLTemplateElement[];
  const elements = others.map((one) => one.content.firstElementChild as HTMLElement);
  return {
    order: (head!.dataset['order'] ?? '').split(',').map((run) => run.split(' ').filter(Boolean)),
    title: head!.dataset['title'] ?? '',
    knowledge: head!.dataset['knowledge'] ?? '',
    fresh: new Map(elements.filter((e) => e.dataset['is']).map((e) => [e.dataset['is']!, e])),
    toast: elements.find((e) => e.id === 'toast')?.querySelector('.toast') ?? undefined,
  };
}

/** Applies pieces to the page; false if the page no longer has a piece that it had when the request was sent. */
export function place(pieces: Pieces): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(stamped)];
  const old = all.filter((piece) => !piece.parentElement?.closest(stamped)); // a nested piece moves with its parent
  const here = new Map(old.map((piece) => [piece.dataset['is']!, piece]));
  const byId = new Map(all.map((piece) => [piece.id, piece]));
  const runs = pieces.order.map((run) => run.map((stamp) => {
    const next = pieces.fresh.get(stamp);
    return here.get(stamp) ?? (next && (byId.get(next.id) ?? next));
  }));
  if (runs.some((run) => run.some((piece) => !piece) || !run.some((piece) => piece!.isConnected))) return false;
  const kept = new Set(runs.flat());
  for (const piece of old) if (!kept.has(piece)) piece.remove();
  for (const run of runs) line(run as HTMLElement[]);
  for (const next of pieces.fresh.values()) {
    const piece = byId.get(next.id);
    if (piece) redraw(piece, next);
    if ((piece ?? next).closest('#budget')) htmx.process(piece ?? next); // its links show other months in place
  }
  return true;
}

/** Orders the pieces of a run. Pieces that are already in order are not moved. */
function line(run: HTMLElement[]): void {
  const first = run.find((piece) => piece.isConnected)!;
  let last: HTMLElement | undefined;
  for (const piece of run) {
    if (!last) {
      if (piece !== first) first.before(piece);
    } else if (nextOf(last) !== piece) last.after(piece);
    last = piece;
  }
}

const nextOf = (piece: Element): Element | null => piece.nextElementSibling;

const persons = new Set(['tabindex', 'open', 'data-htmx-powered']); // set by the user or by a script in this browser

/** Makes an element equal to another and leaves equal parts untouched. */
function redraw(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !persons.has(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes]) if (old.getAttribute(name) !== value && !persons.has(name)) old.setAttribute(name, value);
  const [was, is] = [[...old.childNodes], [...next.childNodes]];
  if (was.length !== is.length || was.some((node, i) => node.nodeName !== is[i]!.nodeName)) {
    old.replaceChildren(...is);
    return;
  }
  was.forEach((node, i) => {
    const to = is[i]!;
    if (node instanceof Element) node.isEqualNode(to) || redraw(node, to as Element);
    else if (node.nodeValue !== to.nodeValue) node.nodeValue = to.nodeValue;
  });
}
