// Reminders on this device: the browser asks for permission and subscribes before the form is sent.

import { fetchSignedIn } from '../../../ui/scripts/session';

const why = {
  unsafe: 'Reminders need HTTPS: open Holdover with an address that starts with https.',
  iphone: 'On an iPhone or iPad, first add Holdover to the home screen: choose Share, then Add to Home Screen. Open it from there and turn reminders on.',
  none: 'This browser cannot show reminders.',
  denied: 'This browser blocks notifications of Holdover. Allow them in the settings of the browser, then load this page again.',
  ended: 'This browser no longer accepts the reminders of Holdover. Turn them off, then on again.',
  failed: 'The browser could not subscribe to reminders. Check the connection and try again.',
} as const;

/** Shows what is possible in this browser if the page has the form, also after the page is shown again with an error. */
export function reminders(): void {
  document.addEventListener('form:shown', show);
  show();
}

function show(): void {
  const setting = document.querySelector<HTMLElement>('[data-reminders]');
  const form = setting?.querySelector<HTMLFormElement>('.reminders-form');
  const says = setting?.querySelector('.reminders-says');
  if (!setting || !form || !says) return;
  const on = setting.dataset['reminders'] === 'on';
  const no = impossible();
  form.hidden = no !== undefined && !on;
  says.textContent = no ? why[no] : '';
  if (no) return;
  if (on) {
    void subscribed().then((is) => (says.textContent = is ? '' : why.ended));
    return;
  }
  form.addEventListener('submit', (event) => {
    if (field(form, 'endpoint').value) return; // it is sent like other forms
    event.preventDefault();
    event.stopPropagation();
    void subscribe().then((to) => {
      if (typeof to === 'string') {
        says.textContent = why[to];
        return;
      }
      for (const [name, value] of Object.entries({ endpoint: to.endpoint, ...to.keys })) if (value) field(form, name).value = value;
      form.requestSubmit();
    });
  });
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

function impossible(): 'unsafe' | 'iphone' | 'none' | 'denied' | undefined {
  if (!window.isSecureContext) return 'unsafe';
  if (!('PushManager' in window) || !('serviceWorker' in navigator) || !('Notification' in window)) return isIphone() ? 'iphone' : 'none';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

function isIphone(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
}

async function subscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return Notification.permission === 'granted' && (await registration?.pushManager.getSubscription()) != null;
}

async function subscribe(): Promise<PushSubscriptionJSON | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const answer = await fetchSignedIn('/settings/reminders/key', { method: 'POST' });
    if (!answer?.ok) return 'failed';
    const { key } = (await answer.json()) as { key: string };
    if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register('/sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another user, or of another key
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  } catch {
    return 'failed';
  }
}
