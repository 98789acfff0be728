// What a page is made of comes in pieces, each with a stamp that follows from its text. The server is
// told which stamps are here, and sends the pieces that are others by then.

import htmx from 'htmx.org';

const stamped = '[data-is]';
const most = 6000; // characters: what is in front of a server takes headers of some 8,000

/** What is said to the server of what is here, for fetch. */
export function stamps(): Record<string, string> {
  const around = document.querySelector<HTMLElement>('#main')?.dataset['around'];
  const here = [...document.querySelectorAll<HTMLElement>(stamped)].map((piece) => piece.dataset['is']).filter(Boolean);
  const said = [around, ...here].join(' ');
  return around && said.length <= most ? { 'Holdover-Has': said } : {};
}

/** Lets the piece that an element stands in come again, whatever it says: something else is shown there for now. */
export function spoil(element: Element | null): void {
  element?.closest<HTMLElement>(stamped)?.setAttribute('data-is', '');
}

/** The answer of a server that sent pieces: none where it sent the page. */
export interface Pieces {
  order: string[][]; // the stamps of all pieces, those that stand together in one list
  title: string;
  knowledge: string;
  fresh: Map<string, HTMLElement>; // by stamp
  toast: Element | undefined;
}

/** Reads pieces. */
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

/** Puts pieces in place; false where something is not here any more that was when the server was asked. */
export function place(pieces: Pieces): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(stamped)];
  const old = all.filter((piece) => !piece.parentElement?.closest(stamped)); // a piece within another goes where that goes
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

/** Puts the pieces of a run one after the other; those that stand right are not touched. */
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

const persons = new Set(['tabindex', 'open', 'data-htmx-powered']); // what the person did here, or a script for them

/** Makes an element say what another says, and leaves alone what is the same. */
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
