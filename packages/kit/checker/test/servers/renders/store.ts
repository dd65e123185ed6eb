import type { Reply } from '../kernel/reply.ts'

/** An amount of money, to the cent. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

/** A bound that a renderer must not go beyond. */
export interface Limits {
  readonly maxHours?: number
  readonly maxNodes?: number
}

/** A scene as it is kept. */
export interface Scene {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly priority: number
  readonly camera: object
  readonly limits: Limits
  readonly budget: Money | null
  readonly deadline: string | null
  readonly isArchived: boolean
  readonly content: { readonly size: number; readonly sha256: string } | null
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Never returned. */
  readonly unlockCode?: string
  /** Kept when deleted, so that cursors which name it stay good; never returned. */
  readonly isDeleted: boolean
}

/** The result of a render. */
export type Output =
  | { readonly kind: 'still'; readonly format: string; readonly width: number; readonly height: number }
  | { readonly kind: 'animation'; readonly first: number; readonly last: number; readonly fps: number }
  | { readonly kind: 'layers'; readonly layers: readonly string[] }

/** The progress of a render. */
export type State = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** A render of a scene: a job. */
export interface Render {
  readonly id: string
  readonly sceneId: string
  readonly label: string | null
  readonly requestedBy: string
  readonly output: Output
  readonly quality: 'draft' | 'standard' | 'final'
  readonly samples: number
  readonly state: State
  readonly progress: number
  readonly attempt: number
  readonly cost: Cost
  readonly error: { readonly code: string; readonly message: string } | null
  readonly queuedAt: string
  readonly finishedAt: string | null
  /** Every state so far; returned as events. */
  readonly history: readonly { readonly state: State; readonly at: string }[]
}

/** The price of a render. */
export interface Cost {
  readonly currency: string
  readonly lines: readonly {
    readonly what: string
    readonly frames: number
    readonly unitPrice: string
    readonly amount: string
  }[]
  readonly total: string
}

/** A subscription to events of renders. */
export interface Webhook {
  readonly id: string
  readonly owner: string
  readonly url: string
  readonly events: readonly string[]
  readonly filter?: { readonly sceneId?: string; readonly tag?: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly isActive: boolean
  readonly retries: number
  readonly secret: string
  readonly createdAt: string
}

/** The whole state. */
export interface Store {
  readonly scenes: Map<string, Scene>
  /** By id of scene. */
  readonly notes: Map<string, string>
  readonly renders: Map<string, Render>
  readonly webhooks: Map<string, Webhook>
  /** Responses to creations by account, place and idempotency key. */
  readonly replies: Map<string, { readonly body: string; readonly reply: Reply }>
  /** The next id; the same ones after every reset. */
  readonly nextId: (kind: '7' | '8' | '9') => string
  /** A clock that goes on by one minute at each look. */
  readonly now: () => string
  /** Counts one call more and gives how many there were. */
  readonly countCall: () => number
}

/** An id by its kind and number: 7 for scenes, 8 for renders, 9 for webhooks. */
export const idOf = (kind: string, count: number): string =>
  `${kind}0000000-0000-4000-8000-${String(count).padStart(12, '0')}`

const seedScenes = (store: Store): void => {
  const rows = [
    ['north', 'Harbor at dawn', ['exterior', 'water'], 50, false],
    ['north', 'Clock tower', ['exterior'], 9, false],
    ['north', 'Kitchen', ['interior'], 100, true],
    ['north', 'attic', ['interior', 'night'], 20, false],
    ['south', 'Greenhouse', ['exterior'], 50, false],
  ] as const
  for (const [owner, name, tags, priority, isArchived] of rows) {
    const [id, at] = [store.nextId('7'), store.now()]
    store.scenes.set(id, {
      id,
      owner,
      name,
      tags,
      priority,
      isArchived,
      description: null,
      deadline: null,
      content: null,
      camera: { focalLength: 50 },
      limits: { maxHours: 8, maxNodes: 4 },
      isDeleted: false,
      budget: { amount: '40.00', currency: 'EUR' },
      revision: 1,
      createdAt: at,
      updatedAt: at,
    })
  }
  store.notes.set(idOf('7', 1), 'Keep the fog.\n')
}

const seedRenders = (store: Store): void => {
  const rows = [
    [1, ['queued', 'running', 'done'], 100],
    [1, ['queued', 'running', 'failed'], 50],
    [2, ['queued'], 0],
    [5, ['queued', 'running', 'done'], 100],
  ] as const
  for (const [scene, states, progress] of rows) {
    const id = store.nextId('8')
    const history = states.map((state) => ({ state, at: store.now() }))
    const state = states.at(-1) ?? 'queued'
    store.renders.set(id, {
      id,
      sceneId: idOf('7', scene),
      label: 'Proof, small',
      requestedBy: 'Ines',
      attempt: 1,
      output: { kind: 'still', format: 'png', width: 640, height: 360 },
      quality: 'standard',
      samples: 64,
      state,
      progress,
      history,
      cost: {
        currency: 'EUR',
        lines: [
          { what: 'compute', frames: 1, unitPrice: '0.125', amount: '0.13' },
          { what: 'storage', frames: 1, unitPrice: '0.013', amount: '0.01' },
        ],
        total: '0.14',
      },
      error: state === 'failed' ? { code: 'node_lost', message: 'A node was lost.' } : null,
      queuedAt: history[0]?.at ?? '',
      finishedAt: state === 'queued' ? null : (history.at(-1)?.at ?? null),
    })
  }
}

/** Scenes of two accounts, some renders of them, a webhook of each. */
export const createStore = (): Store => {
  const counts = { '7': 0, '8': 0, '9': 0 }
  let minutes = 0
  let calls = 0
  const store: Store = {
    scenes: new Map(),
    notes: new Map(),
    renders: new Map(),
    webhooks: new Map(),
    replies: new Map(),
    nextId: (kind) => idOf(kind, (counts[kind] += 1)),
    now: () => new Date(Date.UTC(2026, 0, 5, 8, minutes++)).toISOString(),
    countCall: () => (calls += 1),
  }
  seedScenes(store)
  seedRenders(store)
  for (const owner of ['north', 'south']) {
    const id = store.nextId('9')
    store.webhooks.set(id, {
      id,
      owner,
      url: `https://${owner}.example/hook`,
      events: ['render.done'],
      isActive: true,
      filter: { tag: 'exterior' },
      retries: 3,
      secret: 'whsec-0123456789',
      createdAt: store.now(),
    })
  }
  return store
}
