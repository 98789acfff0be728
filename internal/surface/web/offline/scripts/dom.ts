// Elements of the offline page. All text becomes text nodes: names of payees and categories are never read as HTML.

type Child = Node | string | false | undefined;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** Makes an element. A function is a listener for the event that its attribute names. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== false && child !== undefined));
  return made;
}

const paths: Record<string, string> = {
  budget: 'M2 3.5h12M2 8h12M2 12.5h12M10 2v12',
  accounts: 'M2 6.2 8 2.5l6 3.7M3.5 7.5v4.5M6.5 7.5v4.5M9.5 7.5v4.5M12.5 7.5v4.5M2 13.5h12',
  check: 'm3.5 8.5 3 3 6-7',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  waiting: 'M8 4.5V8l2.5 1.6M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z',
  back: 'M9.8 4 6 8l3.8 4',
};

/** Returns an icon in the colour of the text. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [key, value] of Object.entries({ class: 'icon', viewBox: '0 0 16 16', width: '16', height: '16', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  for (const [key, value] of Object.entries({ d: paths[name]!, fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })) path.setAttribute(key, value);
  svg.append(path);
  return svg;
}

/** Makes a name of the user's data, whose direction of writing does not affect the text around it. */
export const named = (name: string): HTMLElement => make('bdi', {}, name);

/** Makes an amount. */
export const amount = (words: string, negative: boolean, uncertain = false): HTMLElement =>
  make('span', { class: `fig${negative ? ' minus' : ''}${uncertain ? ' uncertain' : ''}`, ...(uncertain && { title: 'As of the last sync, without the waiting changes' }) }, words, uncertain && '*');

/** Makes an option of a list; `chosen` is the value that the list has at first. */
export const option = (value: string, text: string, chosen?: string): HTMLOptionElement => make('option', { value, selected: value === chosen }, text);

let fields = 0;

/** Makes a labelled field. */
export function labelled(label: string, field: HTMLElement, hint = ''): HTMLElement {
  field.id ||= `field-${++fields}`;
  return make('div', { class: 'field' }, make('label', { for: field.id }, label), field, hint !== '' && make('p', { class: 'hint' }, hint));
}
