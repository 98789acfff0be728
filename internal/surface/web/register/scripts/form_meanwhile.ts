// Text typed into a row's form while the server renders it again is copied into the new form, so that none is lost however long
// the response takes.

import { keepList } from './form_combo';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The values of a form when it was sent, by field. */
export type Sent = Map<string, string>;

/** Returns the fields of a form by name and index: the parts of a split use the same names. */
function fieldsOf(form: HTMLFormElement): Map<string, Field> {
  const counts = new Map<string, number>();
  const found = new Map<string, Field>();
  for (const field of form.querySelectorAll<Field>('input[name], select[name], textarea[name]')) {
    const at = counts.get(field.name) ?? 0;
    counts.set(field.name, at + 1);
    found.set(`${field.name} ${at}`, field);
  }
  return found;
}

const isBox = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === 'checkbox';
const shown = (field: Field) => (isBox(field) ? String(field.checked) : field.value);

export function standing(form: HTMLFormElement): Sent {
  return new Map([...fieldsOf(form)].map(([key, field]) => [key, shown(field)]));
}

/** Returns the key of a field after a button changed the form; undefined if the field was removed with its part. */
function movedTo(key: string, how: string): string | undefined {
  const removed = Number(/^remove-part:(\d+)$/.exec(how)?.[1] ?? 0) - 1;
  const [name, at] = key.split(' ') as [string, string];
  if (removed < 0 || !name.startsWith('part-') || Number(at) < removed) return key;
  return Number(at) === removed ? undefined : `${name} ${Number(at) - 1}`;
}

/**
 * Replaces a form by its new version and copies the text typed since the request. Reports whether the focused field also exists
 * in the new form, where it keeps the focus.
 */
export function exchange(form: HTMLFormElement, fresh: HTMLFormElement, sent: Sent, how: string): boolean {
  const old = fieldsOf(form);
  const at = [...old].find(([, field]) => field === document.activeElement);
  const [from, to] = at && at[1] instanceof HTMLInputElement && at[1].type === 'text' ? [at[1].selectionStart, at[1].selectionEnd] : [null, null];
  keepList();
  form.replaceWith(fresh);
  const now = fieldsOf(fresh);
  const place = (key: string) => now.get(movedTo(key, how) ?? '');
  const changed: Field[] = [];
  for (const [key, field] of old) {
    const next = place(key);
    if (!next || shown(field) === sent.get(key)) continue;
    if (isBox(next)) next.checked = (field as HTMLInputElement).checked;
    else next.value = field.value;
    if (field.type !== 'hidden') changed.push(next);
  }
  const here = at && place(at[0]);
  here?.focus({ preventScroll: true });
  if (from !== null && here instanceof HTMLInputElement) here.setSelectionRange(from, to);
  changed.forEach((field) => field.dispatchEvent(new Event('input', { bubbles: true })));
  return here !== undefined;
}
