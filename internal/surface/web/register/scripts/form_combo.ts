// Comboboxes that complete typed text: payees and tags in notes, requested from the server, and categories, listed in the form.
// All share one list. Arrow keys move the highlight; Enter and Tab accept the highlighted option. No tag is highlighted until the
// user moves to it, because any word may be a new tag.

import { searchKey } from '../../../ui/scripts/search_key';
import { nearestOption, nearGroup, whenNearKnown } from './form_near';

interface Open {
  field: HTMLInputElement;
  list: HTMLElement;
  text: string; // the text that the options match
  marked: number;
  moved: boolean; // the user has moved the highlight
}

let open: Open | undefined;
let turn = 0;

const refOf = (field: HTMLInputElement) => field.parentElement?.querySelector<HTMLInputElement>(`input[name="${field.name}-ref"]`);
const options = () => [...(open?.list.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled])') ?? [])];

/** Makes a field a combobox. */
export function completing(field: HTMLInputElement): void {
  if (field.dataset['combo'] === 'notes') return; // a plain field until there is a tag to complete
  field.removeAttribute('list');
  asCombobox(field);
  if (field.dataset['combo'] === 'category') needed(field, field.placeholder);
}

function asCombobox(field: HTMLInputElement): void {
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-expanded', 'false');
  field.setAttribute('aria-controls', 'row-options');
}

/** Listens for events of all comboboxes. */
export function comboboxes(): void {
  document.addEventListener('input', (event) => {
    const field = comboOf(event);
    if (!field) return;
    anotherPayee(field);
    void show(field, field.value);
  });
  document.addEventListener('draft:restored', (event) => anotherPayee(event.target as HTMLInputElement));
  document.addEventListener('click', (event) => {
    const field = comboOf(event);
    if (field && open?.field !== field) void show(field, '');
  });
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('focusout', (event) => {
    const field = comboOf(event);
    if (field) leave(field);
  });
  document.addEventListener('mousedown', (event) => {
    const option = (event.target as HTMLElement).closest?.<HTMLElement>('#row-options [role="option"]:not([aria-disabled])');
    if (!open || !(event.target as HTMLElement).closest?.('#row-options')) return;
    event.preventDefault(); // the field keeps the focus
    if (option) take(option);
  });
  whenNearKnown(nearCame);
  window.addEventListener('scroll', () => open && place(open), { capture: true, passive: true });
}

/** Makes the category of a transfer editable when another payee is entered. */
function anotherPayee(field: HTMLInputElement): void {
  const category = field.dataset['combo'] === 'payee' ? categoryOf(field) : undefined;
  if (category) needed(category, field.form?.dataset['none'] ?? '');
}

function comboOf(event: Event): HTMLInputElement | undefined {
  const field = event.target as HTMLInputElement;
  return field.matches?.('input[data-combo]') && !field.readOnly ? field : undefined;
}

async function show(field: HTMLInputElement, text: string): Promise<void> {
  const now = ++turn;
  const kind = field.dataset['combo'];
  const word = kind === 'notes' ? tagBefore(field) : text;
  if (word === undefined) return close();
  const list = kind === 'payee' ? await payees(field, text) : kind === 'notes' ? await tags(field, word) : categories(text);
  if (kind === 'payee' && !text) list.unshift(...nearGroup(field));
  if (now !== turn || document.activeElement !== field) return;
  const fresh = !open || open.field !== field;
  if (fresh) close();
  const box = open?.list ?? made(field);
  box.replaceChildren(...list);
  open = { field, list: box, text, marked: -1, moved: false };
  number();
  if (options().length === 0) return close();
  if (kind === 'notes') asCombobox(field);
  field.setAttribute('aria-expanded', 'true');
  mark(text.trim() && kind !== 'notes' ? first(text) : -1);
  place(open);
}

const number = () => options().forEach((option, i) => (option.id = `row-option-${i}`));

/** Replaces the placeholder line by the nearest payee. No other line moves, and the highlight stays on its option. */
function nearCame(): void {
  const kept = open?.list.querySelector('[aria-label="Near here"] [aria-disabled]');
  if (!open || !kept) return;
  const marked = options()[open.marked];
  kept.replaceWith(nearestOption(open.field));
  number();
  if (marked) mark(options().indexOf(marked));
}

/**
 * Returns the index of the option that Tab accepts: the first with a word that begins with the text, else the new one, else the
 * first.
 */
function first(text: string): number {
  const all = options();
  const found = all.findIndex((o) => begins(o, text));
  if (found >= 0) return found;
  const fresh = all.findIndex((o) => o.matches('.new'));
  return Math.max(fresh, 0);
}

function begins(option: HTMLElement, text: string): boolean {
  const key = searchKey(text.trim());
  const name = searchKey(option.dataset['text'] ?? '');
  return !option.matches('.new') && (name.startsWith(key) || name.includes(` ${key}`));
}

async function payees(field: HTMLInputElement, text: string): Promise<Node[]> {
  const form = field.form;
  const url = new URL(form?.dataset['suggest'] ?? '', location.href);
  url.searchParams.set('q', text);
  url.searchParams.set('account', form?.querySelector<HTMLInputElement | HTMLSelectElement>('[name="account"]')?.value ?? '');
  const answer = await fetch(url, { headers: { 'HX-Request': 'true' } }).catch(() => undefined);
  if (!answer?.ok) return [];
  const body = new DOMParser().parseFromString(await answer.text(), 'text/html').body;
  return [...(body.firstElementChild?.childNodes ?? [])];
}

/** Returns the beginning of a tag before the cursor, without its sign: the same rule as package logic/tag. */
function tagBefore(field: HTMLInputElement): string | undefined {
  return /(?:^|[^\p{L}\p{M}\p{Nd}_#/-])[#＃]([\p{L}\p{M}\p{Nd}_-]*)$/u.exec(field.value.slice(0, field.selectionStart ?? 0))?.[1];
}

async function tags(field: HTMLInputElement, begins: string): Promise<Node[]> {
  const url = new URL((field.form?.dataset['suggest'] ?? '').replace(/payees\/suggest$/, 'tags/suggest'), location.href);
  url.searchParams.set('q', begins);
  const answer = await fetch(url).catch(() => undefined);
  const names = answer?.ok ? ((await answer.json()) as string[] | null) : null;
  return (names ?? []).map((name) => offered(Object.assign(document.createElement('option'), { value: `#${name}` })));
}

function categories(text: string): Node[] {
  const words = searchKey(text).split(/[\s:]+/).filter(Boolean);
  const groups = new Map<string, HTMLElement>();
  for (const option of document.querySelectorAll<HTMLOptionElement>('#row-categories option')) {
    const group = option.textContent ?? '';
    const whole = searchKey(`${group} ${option.value}`);
    if (!words.every((word) => whole.includes(word))) continue;
    if (!groups.has(group)) groups.set(group, grouped(group));
    groups.get(group)?.append(offered(option));
  }
  return [...groups.values()];
}

function grouped(label: string): HTMLElement {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  return group;
}

function offered(from: HTMLOptionElement): HTMLElement {
  const option = document.createElement('div');
  const name = document.createElement('bdi');
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.dataset['ref'] = from.dataset['ref'] ?? '';
  option.dataset['text'] = from.value;
  name.textContent = from.value;
  option.append(name);
  if (from.dataset['has']) {
    const has = document.createElement('span');
    has.className = `fig has ${from.dataset['sign'] ?? ''}`;
    has.textContent = from.dataset['has'];
    option.append(has);
  }
  return option;
}

function made(field: HTMLInputElement): HTMLElement {
  const list = document.createElement('div');
  list.id = 'row-options';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', { payee: 'Payees', notes: 'Tags' }[field.dataset['combo'] ?? ''] ?? 'Categories');
  list.popover = 'manual';
  field.form?.append(list);
  list.showPopover();
  return list;
}

function place({ field, list }: Open): void {
  const at = field.getBoundingClientRect();
  const below = (visualViewport?.height ?? innerHeight) - at.bottom - 12; // an on-screen keyboard covers the rest
  const up = below < 180 && at.top > below;
  list.style.maxHeight = `${Math.min(320, up ? at.top - 12 : below)}px`;
  list.style.minWidth = `${at.width}px`;
  list.style.left = `${Math.max(8, Math.min(at.left, innerWidth - list.offsetWidth - 8))}px`;
  list.style.top = up ? `${at.top - list.offsetHeight - 4}px` : `${at.bottom + 4}px`;
}

function mark(to: number): void {
  if (!open) return;
  const all = options();
  all[open.marked]?.setAttribute('aria-selected', 'false');
  open.marked = all[to] ? to : -1;
  const option = all[open.marked];
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) open.field.setAttribute('aria-activedescendant', option.id);
  else open.field.removeAttribute('aria-activedescendant');
}

function onKey(event: KeyboardEvent): void {
  const field = comboOf(event);
  if (!field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
  if (!open && field.dataset['combo'] === 'notes') return;
  if (step) {
    event.preventDefault();
    if (!open) void show(field, '').then(() => mark(step > 0 ? 0 : options().length - 1));
    else walk(step);
    return;
  }
  if (!open) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  } else if (event.key === 'Enter' && field.dataset['combo'] === 'notes' && open.marked < 0) {
    close();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    takeMarked();
  } else if (event.key === 'Tab') {
    takeMarked();
  }
}

/** Accepts the highlighted option, unless text was typed since the options were requested: then the typed text is used. */
function takeMarked(): void {
  if (!open) return;
  const option = options()[open.marked];
  const behind = open.field.value !== open.text && open.text !== '' && !open.moved;
  if (option && (!behind || begins(option, open.field.value))) take(option);
  else close();
}

function walk(step: number): void {
  if (!open) return;
  const count = options().length;
  const to = open.marked < 0 ? (step > 0 ? 0 : count - 1) : Math.max(0, Math.min(count - 1, open.marked + step));
  open.moved = true;
  mark(to);
}

/** Sets the field to an option. */
function take(option: HTMLElement): void {
  const field = open?.field;
  const { ref, text, none } = option.dataset;
  close();
  if (!field) return;
  if (field.dataset['combo'] === 'notes') {
    const end = field.selectionStart ?? 0;
    field.setRangeText(`${text} `, end - (tagBefore(field)?.length ?? 0) - 1, end, 'end');
    return;
  }
  const chosen = refOf(field);
  field.value = text ?? '';
  if (chosen) chosen.value = ref ? `${ref}=${text}` : '';
  if (field.dataset['combo'] !== 'payee') return;
  const category = categoryOf(field);
  if (!category) return;
  needed(category, none ?? '');
  if (!none && ref && !category.value) void fillCategory(field, category, 'payee', ref);
}

const categoryOf = (payee: HTMLInputElement) => payee.closest('.row-line')?.querySelector<HTMLInputElement>('[data-combo="category"]') ?? undefined;

/** Makes a category read-only with the reason as its placeholder, or editable if none is ''. */
function needed(category: HTMLInputElement, none: string): void {
  category.placeholder = none;
  category.readOnly = none !== '';
  if (!none) return;
  category.value = '';
  const ref = refOf(category);
  if (ref) ref.value = '';
}

/** Fills an empty category from a rule, or with the usual category of the payee. */
async function fillCategory(payee: HTMLInputElement, category: HTMLInputElement, by: 'payee' | 'name', value: string): Promise<void> {
  const url = new URL((payee.form?.dataset['suggest'] ?? '').replace(/suggest$/, 'category'), location.href);
  url.searchParams.set(by, value);
  url.searchParams.set('account', payee.form?.querySelector<HTMLInputElement | HTMLSelectElement>('[name="account"]')?.value ?? '');
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok) return;
  const last = (await answer.json()) as { ref: string; text: string };
  if (!last.ref || category.value) return;
  category.value = last.text;
  const chosen = refOf(category);
  if (chosen) chosen.value = `${last.ref}=${last.text}`;
  if (document.activeElement === category) category.select();
}

/** Leaves typed text in the field. A category field accepts the highlighted option instead, as no other category exists. */
function leave(field: HTMLInputElement): void {
  const mine = open?.field === field;
  const option = mine && field.dataset['combo'] === 'category' && field.value.trim() ? options()[open!.marked] : undefined;
  if (option) take(option);
  else if (mine) close();
  if (field.dataset['combo'] !== 'payee' || !field.value.trim() || refOf(field)?.value.endsWith(`=${field.value}`)) return;
  const category = categoryOf(field);
  if (category && !category.readOnly && !category.value) void fillCategory(field, category, 'name', field.value);
}

function close(): void {
  turn++;
  if (!open) return;
  open.field.setAttribute('aria-expanded', 'false');
  open.field.removeAttribute('aria-activedescendant');
  open.list.remove();
  open = undefined;
}

/** Closes the list while its form is removed from the page. The function that it returns opens it again. */
export function keepList(): () => void {
  const field = open?.field;
  close();
  return () => {
    if (field && document.activeElement === field) void show(field, field.value);
  };
}
