import { createHash } from 'node:crypto'
import type { Reply } from '../kernel/reply.ts'

/** What every thing in a workspace has. */
export interface Thing {
  readonly workspace: string
  readonly owner: string
  readonly id: string
}

/** What clients write of a board. */
export interface BoardFields {
  readonly name: string
  readonly active: boolean
  readonly columns?: readonly string[]
  readonly purpose?: string | null
}

/** A board. */
export interface Board extends Thing {
  readonly fields: BoardFields
  readonly revision: string
}

/** What clients write of a card. */
export interface CardFields {
  readonly title: string
  readonly priority: number
  readonly archived: boolean
  readonly held_until: string | null
  readonly assignees: readonly { readonly name: string; readonly role: string }[]
  readonly position?: readonly [string, number]
  readonly estimate?: number
  readonly estimate_unit?: string
  readonly cover?: string | null
  readonly custom_fields?: Readonly<Record<string, string>>
}

/** A card; its state follows from the stage and from `held_until`. */
export interface Card extends Thing {
  readonly board: string | null
  readonly fields: CardFields
  readonly stage: 'draft' | 'open' | 'done'
  readonly version: number
  readonly created_by: string
  readonly created_at: string
  readonly outcome?: string
  readonly cost?: string
}

/** What clients write of an entry. */
export interface EntryFields {
  readonly kind: 'work' | 'travel'
  readonly minutes: number
  readonly rate: string
  readonly billable: boolean
  readonly distance_km?: number
  readonly note?: string
  readonly spent_on?: string
}

/** An entry. */
export interface Entry extends Thing {
  readonly fields: EntryFields
  readonly created_at: string
  readonly updated_at: string
}

/** A label, as it is written and read. */
export interface Label {
  readonly color: string
  readonly hint?: string
  readonly weight: number
}

/** A profile, as it is read. */
export interface Profile {
  readonly display_name: string
  readonly newsletter: boolean
  readonly locale: string
}

/** The first response to a request with a key, and what was asked for. */
export interface Remembered {
  readonly asked: string
  readonly reply: Reply
}

/** All that the server keeps. */
export interface Store {
  readonly boards: Map<string, Board>
  readonly cards: Map<string, Card>
  readonly deletedCards: Card[]
  readonly entries: Map<string, Entry>
  /** By workspace, caller and key. */
  readonly labels: Map<string, Label>
  /** By caller and region. */
  readonly limits: Map<string, Readonly<Record<string, string>>>
  /** By id of the account. */
  readonly profiles: Map<string, Profile>
  readonly remembered: Map<string, Remembered>
  readonly nextId: (kind: 'board' | 'card' | 'entry' | 'payout') => string
  /** Lets the last id of a board be given again. */
  readonly takeBackBoardId: (id: string) => void
  readonly nextRevision: () => string
  readonly now: () => string
  readonly tick: () => void
}

const forms = {
  board: (count: number) => `brd-${String(count).padStart(4, '0')}`,
  card: (count: number) => String(1000 + count),
  entry: (count: number) => `a0000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
  payout: (count: number) => `pay_${String(count).padStart(4, '0')}`,
}

const accounts = [
  ['acc_ida001', 'Ida'],
  ['acc_per002', 'Per'],
] as const

const fill = (store: Store, owner: string): void => {
  const of = { workspace: 'ws-harbor', owner }
  const board = store.nextId('board')
  const fields = { name: 'Harbor fair', active: true }
  store.boards.set(board, { ...of, id: board, fields, revision: store.nextRevision() })
  for (const [title, stage] of [
    ['Rent a tent', 'draft'],
    ['Ask the choir', 'open'],
  ] as const) {
    const id = store.nextId('card')
    const assignees = [{ name: owner, role: 'lead' }]
    store.cards.set(id, {
      ...of,
      id,
      board,
      fields: { title, priority: 3, archived: false, held_until: null, assignees },
      stage,
      version: 1,
      created_by: owner,
      created_at: store.now(),
    })
  }
  const id = store.nextId('entry')
  const entry = { kind: 'work', minutes: 60, rate: '40.00', billable: true } as const
  store.entries.set(id, { ...of, id, fields: entry, created_at: store.now(), updated_at: store.now() })
}

/** Two callers with an account each; both have a board, two cards and an entry in the first workspace. */
export const createStore = (): Store => {
  const counts = new Map<string, number>()
  const count = (kind: string): number => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return counts.get(kind) ?? 0
  }
  let time = Date.UTC(2027, 0, 4, 8)
  const store: Store = {
    boards: new Map(),
    cards: new Map(),
    deletedCards: [],
    entries: new Map(),
    labels: new Map(),
    limits: new Map(),
    profiles: new Map(),
    remembered: new Map(),
    nextId: (kind) => forms[kind](count(kind)),
    takeBackBoardId: (id) => {
      const last = counts.get('board') ?? 0
      if (id === forms.board(last)) counts.set('board', last - 1)
    },
    nextRevision: () =>
      createHash('sha1')
        .update(String(count('revision')))
        .digest('hex')
        .slice(0, 12),
    now: () => new Date(time).toISOString().replace('.000Z', 'Z'),
    tick: () => void (time += 7_000),
  }
  for (const [account, owner] of accounts) {
    fill(store, owner)
    store.profiles.set(account, { display_name: owner, newsletter: true, locale: 'en' })
  }
  return store
}
