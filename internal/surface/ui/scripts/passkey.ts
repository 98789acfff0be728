// Forms that create a passkey or sign with one. Without scripts, or in browsers without passkeys, they stay hidden.

// The parts of the browser's interface that the types of TypeScript lack. Browsers have them since 2024.
interface PasskeyClass {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
  isConditionalMediationAvailable?(): Promise<boolean>;
}

const passkeys = (): PasskeyClass | undefined => {
  const found = (window as unknown as { PublicKeyCredential?: PasskeyClass }).PublicKeyCredential;
  return found && 'parseRequestOptionsFromJSON' in found ? found : undefined;
};

/** Reports whether this browser can sign with a passkey. */
export const hasPasskeys = (): boolean => passkeys() !== undefined;

/** The request that waits in the name field's suggestions. Browsers allow one request at a time. */
let suggested: AbortController | undefined;

/** Asks the server for options and the device for a signature. Returns the credential as JSON. */
export async function askDevice(begin: string, create: boolean, mediation?: CredentialMediationRequirement): Promise<string> {
  suggested?.abort();
  const abort = new AbortController();
  suggested = mediation ? abort : undefined;
  const answer = await fetch(begin, { method: 'POST', headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error('the server refused');
  const options: unknown = await answer.json();
  const made = create
    ? await navigator.credentials.create({ publicKey: passkeys()!.parseCreationOptionsFromJSON(options), signal: abort.signal })
    : await navigator.credentials.get({ publicKey: passkeys()!.parseRequestOptionsFromJSON(options), signal: abort.signal, ...(mediation && { mediation }) });
  return JSON.stringify(made);
}

/** Shows the forms of passkeys and makes them work, also on a page that answers a form. */
export function offerPasskeys(): void {
  const found = passkeys();
  if (!found) return;
  showForms(found);
  document.addEventListener('form:shown', () => showForms(found));
}

function showForms(found: PasskeyClass): void {
  document.querySelectorAll<HTMLFormElement>('form[data-passkey]').forEach((form) => {
    form.hidden = false;
    const field = form.querySelector<HTMLInputElement>('[name=credential]')!;
    const send = (credential: string) => {
      field.value = credential;
      form.requestSubmit(); // sent like other forms, so that the draft of its name is removed
    };
    form.addEventListener('submit', (event) => {
      if (field.value) return;
      event.preventDefault();
      event.stopPropagation();
      const says = form.querySelector<HTMLElement>('.passkey-says')!;
      says.textContent = '';
      askDevice(form.dataset['passkey']!, form.hasAttribute('data-create')).then(send, (error: unknown) => {
        says.textContent = error instanceof DOMException && error.name === 'InvalidStateError' ? 'This device has a passkey for you already.' : 'No passkey was used. Try again, or use your password.';
      });
    });
    if (!form.hasAttribute('data-suggest')) return;
    void found.isConditionalMediationAvailable?.().then((available) => {
      if (available) askDevice(form.dataset['passkey']!, false, 'conditional').then(send, () => undefined); // aborted, or not chosen
    });
  });
}
