import type { components } from './generated/openapi.ts'

export type Hut = components['schemas']['Hut']
export type NewHut = components['schemas']['NewHut']
export type HutPatch = components['schemas']['HutPatch']

/** The huts, in memory. They are lost when the process ends. Replace this with a database. */
export interface Huts {
  /** Huts in trail order. Starts after the hut with the ID `after`. */
  list(after: string | undefined, limit: number): { readonly huts: Hut[]; readonly isLast: boolean }
  find(id: string): Hut | undefined
  /** Returns undefined if a hut with this name exists. */
  add(hut: NewHut): Hut | undefined
  /** Returns undefined if the hut does not exist. */
  change(id: string, patch: HutPatch): Hut | undefined
  /** Returns whether the hut existed. */
  remove(id: string): boolean
  /** Restores the initial huts. */
  reset(): void
}

/** The huts of the examples in the contract. */
const firstHuts: readonly Hut[] = [
  { id: 'birch-saddle', name: 'Birch Saddle', kilometer: 12, beds: 24, status: 'open' },
  { id: 'wolf-spring', name: 'Wolf Spring', kilometer: 31, beds: 8, status: 'closed' },
]

export function createHuts(): Huts {
  const huts = new Map<string, Hut>()
  const inOrder = (): Hut[] =>
    [...huts.values()].toSorted(
      (one, other) => one.kilometer - other.kilometer || (one.id < other.id ? -1 : 1),
    )
  const store: Huts = {
    list(after, limit) {
      const all = inOrder()
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
      return { huts: all.slice(start, start + limit), isLast: start + limit >= all.length }
    },
    find: (id) => huts.get(id),
    add(hut) {
      const id = hut.name.toLowerCase().replaceAll(' ', '-')
      if (huts.has(id)) return undefined
      // Properties that the contract does not declare are dropped.
      const { name, kilometer, beds } = hut
      const added: Hut = { id, name, kilometer, beds, status: 'open' }
      huts.set(id, added)
      return added
    },
    change(id, { beds, status }) {
      const hut = huts.get(id)
      if (hut === undefined) return undefined
      const changed = { ...hut, ...(beds !== undefined && { beds }), ...(status !== undefined && { status }) }
      huts.set(id, changed)
      return changed
    },
    remove: (id) => huts.delete(id),
    reset() {
      huts.clear()
      for (const hut of firstHuts) huts.set(hut.id, hut)
    },
  }
  store.reset()
  return store
}
