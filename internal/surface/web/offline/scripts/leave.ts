// Before everything of the user is removed from this browser, the user decides about changes that still wait.

import { discard, entries } from './outbox';
import { send } from './sender';

/** Asks about waiting changes, if there are some. Returns false if the user wants to keep them and stay. */
export async function leaveNothing(does: { title: string; stay: string; leave: string }): Promise<boolean> {
  if ((await entries()).length === 0) return true;
  const dialog = document.createElement('dialog');
  dialog.className = 'leave-nothing';
  dialog.setAttribute('aria-labelledby', 'leave-title');
  dialog.innerHTML = `<h2 id="leave-title"></h2><p class="leave-says" role="status"></p><p class="actions">
    <button type="button" class="button primary" value="send">Send now</button> <button type="button" class="button" value="stay"></button>
    <a class="button" href="/waiting">Show them</a> <button type="button" class="button danger" value="leave"></button></p>`;
  const button = (value: string) => dialog.querySelector<HTMLButtonElement>(`button[value="${value}"]`)!;
  dialog.querySelector('h2')!.textContent = does.title;
  button('stay').textContent = does.stay;
  button('leave').textContent = does.leave;
  const say = async (after = '') => {
    const number = (await entries()).length;
    dialog.querySelector('.leave-says')!.textContent = `${number === 1 ? '1 change is' : `${number} changes are`} only on this device and not saved yet. ${after}`;
  };
  await say();
  document.body.append(dialog);
  dialog.showModal();
  const decided = await new Promise<boolean>((resolve) => {
    dialog.addEventListener('cancel', () => resolve(false));
    button('stay').addEventListener('click', () => resolve(false));
    button('leave').addEventListener('click', () => void discardAll().then(() => resolve(true)));
    button('send').addEventListener('click', async () => {
      button('send').disabled = true;
      const { stopped } = await send();
      button('send').disabled = false;
      if ((await entries()).length === 0) resolve(true);
      else await say(stopped ? 'Holdover does not respond. Try again when you are connected.' : 'They need your attention first.');
    });
  });
  dialog.remove();
  return decided;
}

async function discardAll(): Promise<void> {
  for (const entry of await entries()) await discard(entry.seq);
}
