// A session that ends while a page is open: the figures are covered, typed text stays, and the user signs in on the page.

import { askDevice, hasPasskeys } from './passkey';

/** Sends a request like fetch, with a limit of its time in milliseconds. If the session has ended, the user signs in and the request is sent again. */
export async function fetchSignedIn(url: string | URL, init: RequestInit, patience?: number): Promise<Response | undefined> {
  for (;;) {
    const answer = await fetch(url, patience ? { ...init, signal: AbortSignal.timeout(patience) } : init).catch(() => undefined);
    if (answer?.status !== 401 || !answer.headers.get('HX-Redirect') || !document.body.dataset['user']) return answer;
    await signInAgain();
  }
}

/** Waits until the browser has a session, or until a request fails. */
export async function awaitSession(): Promise<void> {
  await fetchSignedIn('/session', { headers: { 'HX-Request': 'true' }, cache: 'no-store' });
}

let underWay: Promise<void> | undefined;

/** Covers the page until the user has signed in again. */
function signInAgain(): Promise<void> {
  underWay ??= askPassword().finally(() => (underWay = undefined));
  document.dispatchEvent(new Event('session:ended'));
  return underWay;
}

/** The steps of a sign-in, by the address to which their form is sent, with their fields. */
const steps: Record<string, string> = {
  '/sign-in': `<div class="field"><label for="again-name">Name</label><input id="again-name" type="text" name="name" autocomplete="username" readonly></div>
    <div class="field"><label for="again-password">Password</label><input id="again-password" name="password" type="password" autocomplete="current-password" required></div>`,
  '/sign-in/code': `<div class="field"><label for="again-code">Code of your authenticator app <span class="hint">or a recovery code</span></label>
    <input id="again-code" class="code-field" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required></div>`,
};

function askPassword(): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'signed-out';
  dialog.setAttribute('aria-labelledby', 'signed-out-title');
  dialog.innerHTML = `<form class="stacked sign-form"><h2 id="signed-out-title">You are signed out</h2>
    <p>The session of this browser has ended. What you typed is still here: sign in to continue.</p>
    <p class="fault-message" role="alert"></p><div class="step-fields"></div>
    <p class="actions"><button class="button primary">Sign in</button> <button class="button" type="button" hidden>Use a passkey</button> <a class="button">Leave this page</a></p></form>`;
  const form = dialog.querySelector('form')!;
  form.querySelector('a')!.href = `/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`;
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  document.body.append(dialog);
  const menu = document.querySelector<HTMLElement>('.menu:popover-open'); // opening the dialog closes it
  showStep(form, '/sign-in');
  dialog.showModal();
  focusStep(form);
  return new Promise((resolve) => {
    const finish = (): void => {
      window.removeEventListener('focus', check);
      dialog.remove();
      if (menu?.isConnected) menu.showPopover();
      resolve();
    };
    const check = (): void => {
      void hasSession().then((has) => has && dialog.isConnected && finish());
    };
    window.addEventListener('focus', check); // the user may have signed in in another window
    void offerOtherWays(form);
    const show = ({ fault, step }: StepResult): void => {
      form.querySelector('.fault-message')!.textContent = fault;
      if (step && step !== form.dataset['step'] && form.querySelector('.step-fields')) {
        showStep(form, step);
        focusStep(form);
      }
      if (!fault && !step) finish();
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      event.stopPropagation();
      void send(form.dataset['step']!, new FormData(form)).then(show);
    });
    form.querySelector('button[type=button]')!.addEventListener('click', () => void usePasskey().then(show));
  });
}

/** Signs in with a passkey, which must be one of the user of this page. */
async function usePasskey(): Promise<StepResult> {
  const fields = new FormData();
  const credential = await askDevice('/sign-in/passkey/begin', false).catch(() => undefined);
  if (credential === undefined) return { fault: 'No passkey was used. Try again, or use your password.', step: '' };
  fields.set('credential', credential);
  const result = await send('/sign-in/passkey', fields);
  if (result.fault || result.step || (await hasSession())) return result;
  return { fault: 'This passkey is of another user. Leave this page, or use one of yours.', step: '' };
}

/** Offers a passkey, and the identity provider in a new window. Without passwords the provider replaces the fields. */
async function offerOtherWays(form: HTMLFormElement): Promise<void> {
  const answer = await fetch('/sign-in').catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  form.querySelector<HTMLElement>('button[type=button]')!.hidden = !hasPasskeys() || !page.querySelector('form[data-passkey]');
  const offered = page.querySelector('a[data-provider]');
  if (!offered) return;
  const link = document.createElement('a');
  link.className = 'button';
  link.target = '_blank';
  link.href = `/sign-in/provider?back=${encodeURIComponent('/sign-in/provider/done')}`;
  link.textContent = offered.textContent;
  form.querySelector('.actions')!.prepend(link);
  if (page.querySelector('form[action="/sign-in"]')) return;
  form.querySelector('.step-fields')!.remove();
  form.querySelector('button')!.remove();
  link.classList.add('primary');
  link.focus();
}

/** Reports whether the browser has a session of the user of this page. */
async function hasSession(): Promise<boolean> {
  const headers = { 'HX-Request': 'true', 'Holdover-User': encodeURIComponent(document.body.dataset['user'] ?? '') };
  const answer = await fetch('/session', { headers, cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 204;
}

/** Shows the fields of a step. */
function showStep(form: HTMLFormElement, step: string): void {
  form.dataset['step'] = step;
  form.querySelector('.step-fields')!.innerHTML = steps[step]!;
  const name = form.querySelector<HTMLInputElement>('#again-name');
  if (name) name.value = document.body.dataset['user'] ?? '';
}

function focusStep(form: HTMLFormElement): void {
  form.querySelector<HTMLInputElement>('.step-fields input:not([readonly])')!.focus();
}

/** The result of a step: an error message, or the step to show; both are empty when the user is signed in. */
interface StepResult {
  fault: string;
  step: string;
}

/** Sends the fields of a step to its address. */
async function send(to: string, fields: FormData): Promise<StepResult> {
  const body = new URLSearchParams({ back: '/session' });
  fields.forEach((value, name) => body.set(name, String(value)));
  const answer = await fetch(to, { method: 'POST', body }).catch(() => undefined);
  if (!answer) return { fault: 'Holdover does not respond. Try again when you are connected.', step: '' };
  const at = new URL(answer.url).pathname;
  if (answer.ok && at === '/session') return { fault: '', step: '' };
  if (answer.ok && at === '/sign-in/set-up') return { fault: 'You now need a second factor. Leave this page to set it up.', step: '' };
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fault = ['.fault-message', '.fault-hint'].map((part) => page.querySelector(part)?.textContent?.trim()).filter(Boolean).join('. ');
  const step = Object.keys(steps).find((action) => page.querySelector(`form[action="${action}"]`)) ?? '';
  return { fault: fault || (answer.ok ? '' : 'Signing in failed.'), step };
}
