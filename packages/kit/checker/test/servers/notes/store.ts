/** A note as it is kept; the fields that are only handed through are not named. */
export interface Note {
  readonly id: string
  readonly kind: 'text' | 'checklist'
  readonly title: string
  readonly body?: string | null
  readonly tags?: readonly string[]
  readonly is_pinned: boolean
  readonly made_at: string
}

/** How somebody likes it. */
export interface Settings {
  readonly theme: string
  readonly font_size?: number
  readonly signature?: string
  readonly week?: object
}

/** The whole state. */
export interface Store {
  readonly notes: Map<string, Note>
  settings: Settings
  /** The next id; the same ones after every reset. */
  readonly nextId: () => string
  /** A clock that goes on by one hour at each look. */
  readonly now: () => string
}

/** Four notes of one person. */
export const createStore = (): Store => {
  let count = 0
  let hours = 0
  const store: Store = {
    notes: new Map(),
    settings: { theme: 'system' },
    nextId: () => `60000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    now: () => new Date(Date.UTC(2025, 5, 1, hours++)).toISOString(),
  }
  for (const title of ['Bread', 'Cheese', 'Apples', 'Tea']) {
    const id = store.nextId()
    store.notes.set(id, { id, kind: 'text', title, tags: ['shop'], is_pinned: false, made_at: store.now() })
  }
  return store
}
