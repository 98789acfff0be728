// Forms that tell, while they are filled in, what they will do: the page is asked for as it would be
// with what is typed so far, and the parts with data-asked are put in place.

const pause = 200;

/** Makes every form with data-ask ask on every change. */
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
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok || now !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  form.querySelectorAll('[data-asked]').forEach((part) => {
    const next = page.getElementById(part.id);
    if (next && next.innerHTML !== part.innerHTML) part.innerHTML = next.innerHTML;
  });
}
