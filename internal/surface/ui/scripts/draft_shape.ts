// Forms whose shape varies: those with parts or conditions, which the server draws.

import { type Draft, replace } from './drafts';
import { fieldsOf, isBox } from './fields';
import { fetchSignedIn } from './session';

/** Implements Redraw with the address that the form names. */
export async function drawShape(form: HTMLFormElement, draft: Draft): Promise<HTMLFormElement | undefined> {
  const [name, value] = (form.dataset['shown'] ?? 'shape=').split('=') as [string, string];
  const body = new URLSearchParams();
  const fields = fieldsOf(form);
  for (const [key, field] of fields) if (field.type === 'hidden' && !(key in draft.now)) body.append(field.name, field.value);
  for (const [key, typed] of Object.entries(draft.now)) {
    const box = fields.get(key);
    const value = box && isBox(box) ? (typed === 'true' ? box.value : undefined) : typed;
    if (value !== undefined) body.append(key.slice(0, key.lastIndexOf(' ')), value);
  }
  body.set(name, value);
  const answer = await fetchSignedIn(form.dataset['shape'] ?? form.getAttribute('action') ?? '', { method: 'POST', body, headers: { 'HX-Request': 'true' } });
  const holder = document.createElement('template');
  holder.innerHTML = (await answer?.text()) ?? '';
  const next = holder.content.querySelector<HTMLFormElement>('form[data-draft]');
  if (next && form.isConnected) replace(form, next);
  return next ?? undefined;
}
