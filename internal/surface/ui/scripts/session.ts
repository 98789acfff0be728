// A session that ends while a page is open: the figures are covered, typed text stays, and the user signs in on the page.

/** Sends a request like fetch. If the session has ended, the user signs in and the request is sent again. */
export async function fetchSignedIn(url: string | URL, init: RequestInit): Promise<Response | undefined> {
  for (;;) {
    const answer = await fetch(url, init).catch(() => undefined);
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
  return underWay;
}

function askPassword(): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'signed-out';
  dialog.setAttribute('aria-labelledby', 'signed-out-title');
  dialog.innerHTML = `<form class="stacked"><h2 id="signed-out-title">You are signed out</h2>
    <p>The session of this browser has ended. What you typed is still here: sign in to continue.</p>
    <p class="fault-message" role="alert"></p>
    <div class="field"><label for="again-name">Name</label><input id="again-name" type="text" name="name" autocomplete="username" readonly></div>
    <div class="field"><label for="again-password">Password</label><input id="again-password" name="password" type="password" autocomplete="current-password" required></div>
    <p class="actions"><button class="button primary">Sign in</button> <a class="button">Leave this page</a></p></form>`;
  const form = dialog.querySelector('form')!;
  form.querySelector<HTMLInputElement>('#again-name')!.value = document.body.dataset['user'] ?? '';
  form.querySelector('a')!.href = `/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`;
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  document.body.append(dialog);
  const menu = document.querySelector<HTMLElement>('.menu:popover-open'); // opening the dialog closes it
  dialog.showModal();
  form.querySelector<HTMLInputElement>('#again-password')!.focus();
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      event.stopPropagation();
      void send(form).then((fault) => {
        form.querySelector('.fault-message')!.textContent = fault;
        if (fault) return;
        dialog.remove();
        if (menu?.isConnected) menu.showPopover();
        resolve();
      });
    });
  });
}

/** Signs in. Returns the error message, '' on success. */
async function send(form: HTMLFormElement): Promise<string> {
  const body = new URLSearchParams({ back: '/session' });
  new FormData(form).forEach((value, name) => body.set(name, String(value)));
  const answer = await fetch('/sign-in', { method: 'POST', body }).catch(() => undefined);
  if (answer?.ok) return '';
  if (!answer) return 'Holdover does not respond. Try again when you are connected.';
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return ['.fault-message', '.fault-hint'].map((part) => page.querySelector(part)?.textContent?.trim()).filter(Boolean).join('. ') || 'Signing in failed.';
}
