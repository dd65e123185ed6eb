import type { Reply } from '../kernel/reply.ts'

/** Validated content of a resource, as it was sent. */
export type Fields = Readonly<Record<string, unknown>>

interface Kept {
  readonly id: bigint
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly fields: Fields
}

/** A depot of an account. */
export interface Depot extends Kept {
  readonly account: string
}

/** A shelf in a depot. */
export interface Shelf {
  readonly id: bigint
  readonly depotId: bigint
  readonly fields: Fields
}

/** A parcel on a shelf. */
export interface Parcel extends Kept {
  readonly shelfId: bigint
  readonly status: 'stored' | 'moved'
  readonly note?: string
  readonly documentCount: number
}

/** A count of what is in a depot. */
export interface Stocktake {
  readonly id: bigint
  readonly depotId: bigint
  readonly zones: readonly unknown[]
  readonly shelfIds: readonly bigint[]
  readonly isBlind: boolean
  readonly startedAt: string
  /** How often somebody looked at it. */
  readonly looks: number
}

/** A response that a key stands for. */
export interface Done {
  readonly body: string
  /** The id of the created item. */
  readonly id: bigint
  readonly reply: Reply
}

/** The whole state. */
export interface Store {
  readonly depots: Map<bigint, Depot>
  readonly shelves: Map<bigint, Shelf>
  readonly parcels: Map<bigint, Parcel>
  readonly stocktakes: Map<bigint, Stocktake>
  /** By account, path and key. */
  readonly done: Map<string, Done>
  /** Depots that were closed, by id. */
  readonly gone: Map<string, Depot>
  /** The next id; the same ones after every reset. */
  readonly nextId: () => bigint
  /** A clock that goes on by one minute at each look. */
  readonly now: () => string
}

const depot = (name: string, kind: string, country: string, capacity: number): Fields => ({
  name,
  kind,
  country,
  address: { street: 'Havnegata 1', city: 'Oslo', postalCode: '0150' },
  capacity,
  isOpen: true,
  features: ['cooling'],
})

const parcel = (kind: string, label: string, weightKg: number, own: Fields): Fields => ({
  kind,
  label,
  weightKg,
  fragile: false,
  recipient: { name: 'Ada Berg', phone: '+4712345678' },
  arrivedAt: '2025-05-01T08:00:00Z',
  currency: 'EUR',
  tags: ['blue'],
  ...own,
})

const letter = (label: string, weightKg: number): Fields =>
  parcel('letter', label, weightKg, { format: 'C5', isRegistered: false, declaredValue: 33 })

const pallet = parcel('pallet', 'Tiles', 480, {
  fragile: true,
  heightCm: 140,
  loads: [{ item: 'Tile', count: 900 }],
  isStackable: true,
  tags: ['stone', 'blue'],
})

const liquid = parcel('liquid', 'Say "hi", oil', 21.5, { volumeL: 25, hazard: null, tags: ['green'] })

/** Four depots of two accounts, with shelves and parcels. */
export const createStore = (): Store => {
  let lastId = 2n ** 53n
  let minutes = 0
  const store: Store = {
    depots: new Map(),
    shelves: new Map(),
    parcels: new Map(),
    stocktakes: new Map(),
    done: new Map(),
    gone: new Map(),
    nextId: () => ++lastId,
    now: () => new Date(Date.UTC(2025, 5, 1, 8, minutes++)).toISOString(),
  }
  const kept = (fields: Fields): Kept => {
    const now = store.now()
    return { id: store.nextId(), version: 1, createdAt: now, updatedAt: now, fields }
  }
  const addDepot = (account: string, fields: Fields): void => {
    const added = { ...kept(fields), account }
    store.depots.set(added.id, added)
  }
  const addShelf = (depotId: bigint, code: string, zone: string): void => {
    const id = store.nextId()
    store.shelves.set(id, { id, depotId, fields: { code, zone, maxLoadKg: 500, levels: 4 } })
  }
  const addParcel = (shelfId: bigint, fields: Fields): void => {
    const added: Parcel = { ...kept(fields), shelfId, status: 'stored', documentCount: 0 }
    store.parcels.set(added.id, added)
  }
  addDepot('north', depot('Oslo harbor', 'hub', 'NO', 5000))
  addDepot('north', depot('Bergen', 'branch', 'NO', 500))
  addDepot('south', depot('Bern', 'hub', 'CH', 900))
  addDepot('north', depot('Köln corner', 'locker', 'DE', 60))
  addShelf(seeds.oslo, 'A-01', 'dry')
  for (const [code, zone] of [
    ['A-01', 'dry'],
    ['B-01', 'cold'],
    ['B-02', 'cold'],
  ] as const)
    addShelf(seeds.bergen, code, zone)
  addShelf(seeds.bern, 'A-01', 'dry')
  addParcel(seeds.shelf, pallet)
  addParcel(seeds.shelf, letter('Contract', 0.25))
  addParcel(seeds.shelf, liquid)
  addParcel(seeds.shelf, letter('Bill', 3))
  addParcel(seeds.bernShelf, letter('Cheque', 0.1))
  return store
}

const seedAt = (offset: number): bigint => 2n ** 53n + BigInt(offset)

/** Ids of what is there from the start. */
export const seeds = {
  oslo: seedAt(1),
  bergen: seedAt(2),
  bern: seedAt(3),
  koeln: seedAt(4),
  osloShelf: seedAt(5),
  /** In Bergen, with four parcels. */
  shelf: seedAt(6),
  coldShelf: seedAt(7),
  otherColdShelf: seedAt(8),
  bernShelf: seedAt(9),
  pallet: seedAt(10),
  letter: seedAt(11),
  liquid: seedAt(12),
  bill: seedAt(13),
  bernLetter: seedAt(14),
  /** The first item gets this id. */
  next: seedAt(15),
  /** No one has this id. */
  nowhere: seedAt(10 ** 6),
} as const

/** A right of the OAuth scheme. */
export type Scope = 'depots:read' | 'depots:write'

/** A caller and its rights. */
export interface Caller {
  readonly account: string
  readonly scopes: readonly Scope[]
  readonly isExpired?: boolean
}

const manager: readonly Scope[] = ['depots:read', 'depots:write']
const reader: readonly Scope[] = ['depots:read']

/** Tokens that a server for authorization gave out. */
export const tokens = {
  north: 'nM7f3Qk2Xw9Lc4Tz',
  northReader: 'nR1b8Vd5Yh0Pj6Ue',
  northWriter: 'nW2c9Xe6Zi1Qk7Vf',
  northExpired: 'nE5f2Ah9Cl4Tn0Yi',
  south: 'sM3d0Yf7Aj2Rl8Wg',
} as const

/** The owners of tokens. */
export const callersByToken: ReadonlyMap<string, Caller> = new Map([
  [tokens.north, { account: 'north', scopes: manager }],
  [tokens.northReader, { account: 'north', scopes: reader }],
  [tokens.northWriter, { account: 'north', scopes: ['depots:write'] }],
  [tokens.northExpired, { account: 'north', scopes: manager, isExpired: true }],
  [tokens.south, { account: 'south', scopes: manager }],
])

/** Keys of people. */
export const keys = { north: 'k-4Tz9Lc2Xw7', northReader: 'k-6Ue0Pj5Yh1' } as const

/** The owners of keys. */
export const callersByKey: ReadonlyMap<string, Caller> = new Map([
  [keys.north, { account: 'north', scopes: manager }],
  [keys.northReader, { account: 'north', scopes: reader }],
])
