// The import form with progress: the file is sent with fetch while the server reports its progress as events. Then the report
// is shown, or the error beside the form.

import { dropForm } from '../../../ui/scripts/drafts';
import { showPage } from '../../../ui/scripts/send';
import { fetchSignedIn } from '../../../ui/scripts/session';

/** Makes every [data-import] form show its progress. */
export function watchImports(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches?.('[data-import]')) return;
    event.preventDefault();
    void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const job = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  const typed = new FormData(form);
  const body = form.enctype === 'multipart/form-data' ? typed : new URLSearchParams([...typed].map(([name, value]) => [name, String(value)]));
  const stop = watch(form, job);
  form.classList.add('importing');
  const answer = await fetchSignedIn(`${form.action}?job=${job}`, { method: 'POST', body });
  const text = answer?.redirected ? '' : await answer?.text().catch(() => undefined);
  if (answer?.redirected) {
    dropForm(form);
    location.assign(answer.url);
    return;
  }
  if (text === undefined) say(form, 0, 'The connection was lost. Import the file again when you are connected; an existing plan is not imported twice.');
  else showPage(text, form);
  stop();
  form.classList.remove('importing');
}

function watch(form: HTMLFormElement, job: string): () => void {
  say(form, 0, 'Sending the file');
  const events = new EventSource(`${form.action}/${job}/progress`);
  events.addEventListener('progress', (event) => {
    const [read, total, stage] = (event as MessageEvent<string>).data.split(' ');
    const done = Number(total) > 0 ? Math.min(100, (Number(read) / Number(total)) * 100) : 0;
    if (stage === 'checking') say(form, 100, 'Checking every figure against the file');
    else say(form, done, `Reading, ${megabytes(Number(read))}${Number(total) > 0 ? ` of ${megabytes(Number(total))}` : ''}`);
  });
  events.addEventListener('end', () => events.close());
  return () => events.close();
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function say(form: HTMLFormElement, done: number, text: string): void {
  const box = form.querySelector<HTMLElement>('.progress');
  const bar = box?.querySelector('progress');
  const status = box?.querySelector('p');
  if (!box || !bar || !status) return;
  box.hidden = false;
  bar.value = done;
  if (status.textContent !== text) status.textContent = text;
}
