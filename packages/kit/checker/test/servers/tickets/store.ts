/** The agent who works on a ticket. */
export interface Agent {
  readonly id: number
  readonly name: string
}

/** A ticket; the fields that the desk does not read are not named. */
export interface Ticket {
  readonly id: number
  readonly subject: string
  readonly body?: string | null
  readonly priority: string
  readonly status: 'open' | 'closed'
  readonly resolution?: string
  readonly labels: readonly string[]
  readonly due_at?: string | null
  readonly estimate?: number
  readonly assignee: Agent | null
  readonly channel: { readonly type: string; readonly [name: string]: unknown }
  readonly created_at: string
  readonly updated_at: string
}

/** Something said about a ticket. */
export interface Comment {
  readonly id: number
  readonly ticket_id: number
  readonly text: string
  readonly is_internal: boolean
  readonly mentions?: readonly number[]
  readonly author: Agent
  readonly created_at: string
}

/** A file, with its description. */
export interface Attachment {
  readonly id: number
  readonly ticket_id: number
  readonly caption?: string
  readonly content: Uint8Array<ArrayBuffer>
  readonly is_public: boolean
}

/** How well it was done. */
export interface Rating {
  readonly score: number
  readonly remark?: string
  readonly topics?: readonly string[]
}

/** A word to find tickets by. */
export interface Label {
  readonly name: string
  readonly color: string
  readonly description?: string | null
}

/** A file that is being written. */
export interface Export {
  readonly id: string
  readonly status: string | undefined
  /** The number of requests for it. */
  readonly reads: number
}

/** The whole state of the desk. */
export interface Store {
  readonly tickets: Map<number, Ticket>
  readonly comments: Map<number, Comment>
  readonly attachments: Map<number, Attachment>
  readonly ratings: Map<number, Rating>
  readonly labels: Map<string, Label>
  readonly exports: Map<string, Export>
  /** Whole numbers from one on, for each kind of its own. */
  readonly nextNumber: (kind: 'ticket' | 'comment' | 'attachment' | 'export') => number
  /** A clock that goes on by one minute at each look. */
  readonly now: () => string
}

/** A desk with six tickets and one label. */
export const createStore = (): Store => {
  const counts = new Map<string, number>()
  let minutes = 0
  const store: Store = {
    tickets: new Map(),
    comments: new Map(),
    attachments: new Map(),
    ratings: new Map(),
    labels: new Map([['printer', { name: 'printer', color: '#00a0ff' }]]),
    exports: new Map(),
    nextNumber: (kind) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return counts.get(kind) ?? 0
    },
    now: () => new Date(Date.UTC(2024, 10, 5, 8, minutes++)).toISOString(),
  }
  for (const subject of ['No light', 'No sound', 'No heat', 'No coffee', 'No chair', 'No idea']) {
    const id = store.nextNumber('ticket')
    const at = store.now()
    store.tickets.set(id, {
      id,
      subject,
      priority: id % 2 === 0 ? 'low' : 'normal',
      status: 'open',
      labels: id === 1 ? ['printer'] : [],
      assignee: null,
      channel: { type: 'email', address: `caller${id}@office.example` },
      created_at: at,
      updated_at: at,
    })
  }
  return store
}
