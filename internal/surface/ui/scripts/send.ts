// Forms that lead to another page are sent by a script, so that the browser's error page never replaces a form with typed text.
// A response that is a redirect is followed; another one is shown in place, such as the form with an error.

import { unreachable } from './change';
import { dropForm, keepAgain, methodOf } from './drafts';
import { fetchSignedIn } from './session';
import { say, working } from './toast';
import { ofProxy, patience, stored, storedText } from './unanswered';

const submitters = new WeakMap<HTMLFormElement, HTMLElement | null>(); // the button that each form was last submitted with

/** Sends every form that no other script sends. It must be called after the other scripts have registered their listeners. */
export function sendPages(): void {
  document.addEventListener('submit', (event) => submitters.set(event.target as HTMLFormElement, event.submitter), true);
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || methodOf(event) !== 'post') return;
    event.preventDefault();
    if (!form.dataset['saving']) void send(form, event.submitter);
  });
  document.addEventListener('click', (event) => {
    const again = (event.target as HTMLElement).closest?.<HTMLButtonElement>('button[data-again-send]');
    if (again?.form) again.form.requestSubmit(submitters.get(again.form));
  });
  window.addEventListener('pageshow', () => document.querySelectorAll<HTMLFormElement>('form[data-saving]').forEach((form) => delete form.dataset['saving']));
}

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  form.dataset['saving'] = 'yes';
  const typed = new FormData(form, button);
  const enctype = button?.getAttribute('formenctype') ?? form.enctype;
  const body = enctype === 'multipart/form-data' ? typed : new URLSearchParams([...typed].map(([name, value]) => [name, String(value)]));
  const done = working();
  const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const answer = await fetchSignedIn(action, { method: 'POST', body, headers: { Accept: 'text/html', 'Holdover-Form': '1' } }, patience(action, body));
  const to = answer?.headers.get('Holdover-Location') ?? (answer?.redirected ? answer.url : undefined);
  const text = to ? '' : await answer?.text().catch(() => undefined);
  done();
  if (to) {
    dropForm(form);
    load(new URL(to, location.href));
    return;
  }
  if ((text === undefined || !answer || ofProxy(answer)) && (await stored(action, body))) {
    leave(form, String(body.get('after') || body.get('back') || '/'));
    return;
  }
  delete form.dataset['saving'];
  form.removeAttribute('aria-busy');
  if (text === undefined) {
    sayUnsent(form, unreachable());
    return;
  }
  if (answer?.ok) dropForm(form);
  showPage(text, form);
}

/** Leaves a form that is stored on this device. Without the service worker the next page cannot be loaded. */
function leave(form: HTMLFormElement, to: string): void {
  dropForm(form);
  if (navigator.serviceWorker?.controller) {
    load(new URL(to, location.href));
    return;
  }
  form.remove();
  say(storedText);
}

/** Loads a page, also if it is a place on the present page, to which the browser would only scroll. */
function load(to: URL): void {
  if (to.hash && to.pathname + to.search === location.pathname + location.search) {
    history.replaceState(null, '', to);
    location.reload();
  } else location.assign(to);
}

/** Shows in a form that it was not sent, with a button to send it again. */
export function sayUnsent(form: HTMLFormElement, page: Document): void {
  const fault = page.querySelector<HTMLElement>('.fault');
  form.querySelector('.fault')?.remove();
  if (!fault) return;
  const at = submitters.get(form)?.closest('.actions');
  if (at && form.contains(at)) at.before(fault);
  else form.prepend(fault);
  fault.scrollIntoView({ block: 'nearest' });
}

/** Shows the content of a page, the response to a form, in place of the present one. A chosen file stays. */
export function showPage(text: string, form: HTMLFormElement): void {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const [now, next] = [document.querySelector('#main'), page.querySelector('#main')];
  if (!now || !next) return;
  const file = now.querySelector<HTMLInputElement>('input[type="file"]');
  now.replaceChildren(...next.childNodes);
  const empty = now.querySelector<HTMLInputElement>('input[type="file"]');
  if (file?.files?.length && empty) {
    for (const { name, value } of empty.attributes) file.setAttribute(name, value); // whether the file was refused
    empty.replaceWith(file);
  }
  document.title = page.title;
  keepAgain(form, now);
  now.dispatchEvent(new Event('form:shown', { bubbles: true }));
  const fault = now.querySelector<HTMLElement>('.fault');
  if (fault) fault.tabIndex = -1;
  (now.querySelector<HTMLElement>('[aria-invalid="true"]') ?? fault)?.focus();
}
