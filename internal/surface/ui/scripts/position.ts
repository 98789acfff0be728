// The position of this device as the browser reports it. It stays in this document: it is neither stored nor part of an
// address.

import type { Here } from './place';

/** The reason why a position is not known. */
export type Unknown = 'unsafe' | 'none' | 'denied' | 'unavailable';

/** Returns the reason why this browser cannot report a position; undefined if it can. */
export function cannot(): Unknown | undefined {
  if (!window.isSecureContext) return 'unsafe';
  return 'geolocation' in navigator ? undefined : 'none';
}

/** Reports whether the user has denied access permanently, so that no request is needed. */
export async function refused(): Promise<boolean> {
  const status = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Requests the position from the browser, with a timeout of eight seconds. */
export function position(): Promise<Here | Unknown> {
  const no = cannot();
  if (no) return Promise.resolve(no);
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => resolve({ latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, at: timestamp }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: false, timeout: 8000, maximumAge: 60_000 },
    ),
  );
}
