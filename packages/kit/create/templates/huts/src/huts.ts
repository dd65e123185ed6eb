import type { components } from './generated/openapi.ts'

export type Hut = components['schemas']['Hut']
export type NewHut = components['schemas']['NewHut']
export type HutPatch = components['schemas']['HutPatch']

/** The huts, in memory: what is kept is gone when the process ends. Replace it by a database when there is one. */
export interface Huts {
  /** Huts in the order of the trail, from behind the one with the id `after`. */
  list(after: string | undefined, limit: number): { readonly huts: Hut[]; readonly isLast: boolean }
  find(id: string): Hut | undefined
  /** Undefined where there is a hut with this name. */
  add(hut: NewHut): Hut | undefined
  /** Undefined where there is no such hut. */
  change(id: string, patch: HutPatch): Hut | undefined
  /** False where there was no such hut. */
  remove(id: string): boolean
  /** Puts the first huts back. */
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
      // What the contract does not name is not kept.
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
