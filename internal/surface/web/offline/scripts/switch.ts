// The switch for work without a connection, a setting of this device. Without scripts nothing is stored, and there is no switch.

import { device } from './database';
import { possible, setWorkOffline } from './window';

/** Shows the switch if the page has one, also after the page is shown again with an error. */
export function offlineSwitch(): void {
  document.addEventListener('form:shown', () => void show());
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest?.<HTMLButtonElement>('.offline-setting .switch');
    if (button) void setWorkOffline(button.getAttribute('aria-checked') !== 'true').then(show);
  });
  void show();
}

async function show(): Promise<void> {
  const setting = document.querySelector<HTMLElement>('.offline-setting');
  if (!setting) return;
  setting.hidden = false;
  const says = setting.querySelector('.offline-says')!;
  const label = setting.querySelector('label')!;
  const on = possible() && (await device('enabled').catch(() => undefined)) !== false;
  label.hidden = !possible();
  label.querySelector('.switch')!.setAttribute('aria-checked', String(on));
  if (!possible()) says.textContent = 'Browsers allow this over HTTPS only: open Holdover with an address that starts with https.';
}
