// Forms that got no response. Work without a connection registers here what stores them until they can be sent.

type Body = URLSearchParams | FormData;

interface Store {
  mayWait(action: string, body: Body): boolean;
  store(action: string, body: Body): Promise<boolean>;
  storeBehindOthers(action: string, body: Body): Promise<boolean>; // only if an earlier change of the same record is stored
}

let stores: Store | undefined;

/** Registers what stores forms. */
export function storeUnanswered(store: Store): void {
  stores = store;
}

/** How long a form that can be stored waits for its response, in milliseconds. */
export const patience = (action: string, body: Body): number | undefined => (stores?.mayWait(action, body) ? 15_000 : undefined);

/** Stores a form that got no response. Returns false if it cannot be stored. */
export const stored = async (action: string, body: Body): Promise<boolean> => (stores ? stores.store(action, body) : false);

/** Stores a form in place of sending it, if an earlier change of its record is stored. */
export const storedBehindOthers = async (action: string, body: Body): Promise<boolean> => (stores?.mayWait(action, body) ? stores.storeBehindOthers(action, body) : false);

/** Reports whether a proxy responded in place of Holdover, which does not run at the moment. */
export const ofProxy = (answer: Response): boolean => answer.status >= 502 && answer.status <= 504 && !answer.headers.has('Content-Security-Policy');

export const storedText = 'Saved on this device. It is sent when you are connected.';
