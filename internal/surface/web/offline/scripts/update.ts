// Updates of the offline page: a new version of the service worker takes over at once, and the page is loaded again as soon as
// nothing is being typed. Typed text is never lost, and an old page does not stay.

/** Loads the page again after an update. `typing` reports whether the page contains text that would be lost. */
export function reloadAfterUpdate(typing: () => boolean): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return; // this page was not loaded through a worker
  let updated = false;
  const reload = () => {
    if (updated && !typing()) location.reload();
  };
  serviceWorker.addEventListener('controllerchange', () => {
    updated = true;
    reload();
  });
  for (const kind of ['focusout', 'visibilitychange', 'change']) document.addEventListener(kind, () => setTimeout(reload));
  void check();
  window.addEventListener('online', () => void check());
}

/** Asks the server for a newer version of the worker, and so of this page. */
async function check(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined); // there is no connection
}
