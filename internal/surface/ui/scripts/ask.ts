// Forms that show their effect while they are filled in: the page is requested with the values typed so far, and its elements
// with data-asked replace those of the current page.

const pause = 200;

/** Makes every form with data-ask request a preview on each change. */
export function askOnInput(): void {
  let waiting = 0;
  document.addEventListener('input', (event) => {
    const form = (event.target as HTMLElement).closest?.<HTMLFormElement>('form[data-ask]');
    if (!form) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => void ask(form), pause);
  });
}

let latest = 0;

async function ask(form: HTMLFormElement): Promise<void> {
  const url = new URL(form.dataset['ask'] || location.href, location.href);
  new FormData(form).forEach((value, name) => url.searchParams.set(name, String(value)));
  const now = ++latest;
  const at = location.href;
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok || now !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (location.href !== at) return; // another page replaced the form
  document.querySelectorAll('[data-asked]').forEach((part) => {
    const next = page.getElementById(part.id);
    if (!next || next.innerHTML === part.innerHTML) return;
    part.innerHTML = next.innerHTML;
    if (part.matches('[data-chart]')) document.dispatchEvent(new CustomEvent('htmx:after:swap'));
  });
}
