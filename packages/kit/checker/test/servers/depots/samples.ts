import type { ProbeClient, ProbeOptions } from '../kernel/probe-client.ts'
import { seeds } from './store.ts'

export { seeds }

/** A smallest depot. */
export const depot = {
  name: 'Bodø',
  kind: 'branch',
  country: 'NO',
  address: { street: 'Sjøgata 3', city: 'Bodø', postalCode: '8006' },
  capacity: 300,
} as const

/** A smallest letter. */
export const letter = {
  kind: 'letter',
  label: 'Offer',
  weightKg: 0.5,
  recipient: { name: 'Bo Lind' },
  format: 'C4',
} as const

/** A smallest liquid. */
export const liquid = {
  kind: 'liquid',
  label: 'Water',
  weightKg: 10,
  recipient: { name: 'Bo Lind' },
  volumeL: 10,
} as const

/** A key of a request that is to be done once. */
export const key = { 'idempotency-key': 'delivery-0001' } as const

/** Makes requests, one after the other. */
export const asks =
  (...requests: readonly (readonly [method: string, target: string, options?: ProbeOptions])[]) =>
  async (send: ProbeClient): Promise<void> => {
    for (const request of requests) await send(...request)
  }

/** The path of a depot. */
export const depotPath = (id: bigint): string => `/depots/${id}`

/** The path of the shelves of a depot. */
export const shelvesPath = (depotId: bigint): string => `/depots/${depotId}/shelves`

/** The path of the parcels of a shelf, by default in Bergen. */
export const parcelsPath = (shelfId: bigint, depotId: bigint = seeds.bergen): string =>
  `${shelvesPath(depotId)}/${shelfId}/parcels`

/** The path of a parcel, on the first shelf of Bergen. */
export const parcelPath = (id: bigint): string => `${parcelsPath(seeds.shelf)}/${id}`
