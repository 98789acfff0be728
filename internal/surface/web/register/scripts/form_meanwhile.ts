// Text typed into a row's form while the server renders it again is copied into the new form, so that none is lost however long
// the response takes.

import { keepDetails } from '../../../ui/scripts/details';
import { keepForm } from '../../../ui/scripts/drafts';
import { type Field, fieldsOf, setValue, fieldValue } from '../../../ui/scripts/fields';
import { keepList } from './form_combo';

/** The values of a form when it was sent, by field. */
export type Sent = Map<string, string>;

export function standing(form: HTMLFormElement): Sent {
  return new Map([...fieldsOf(form)].map(([key, field]) => [key, fieldValue(field)]));
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
  keepDetails(form, fresh);
  form.replaceWith(fresh);
  const now = fieldsOf(fresh);
  const place = (key: string) => now.get(movedTo(key, how) ?? '');
  const changed: Field[] = [];
  for (const [key, field] of old) {
    const next = place(key);
    if (!next || fieldValue(field) === sent.get(key)) continue;
    setValue(next, fieldValue(field));
    if (field.type !== 'hidden') changed.push(next);
  }
  const here = at && place(at[0]);
  here?.focus({ preventScroll: true });
  if (from !== null && here instanceof HTMLInputElement) here.setSelectionRange(from, to);
  changed.forEach((field) => field.dispatchEvent(new Event('input', { bubbles: true })));
  keepForm(fresh);
  return here !== undefined;
}
