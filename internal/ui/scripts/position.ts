// Where this device is, as far as its browser says so. That stays in this document: it is not stored, and in no address.

import type { Here } from './place';

/** Why a position is not known. */
export type Unknown = 'unsafe' | 'none' | 'denied' | 'unavailable';

/** Says why this browser cannot say where it is, undefined where it can. */
export function cannot(): Unknown | undefined {
  if (!window.isSecureContext) return 'unsafe';
  return 'geolocation' in navigator ? undefined : 'none';
}

/** Says whether the person has refused for good, so that there is nothing to wait for. */
export async function refused(): Promise<boolean> {
  const status = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Asks the browser where it is. What cannot be found out within seconds is not known. */
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
