import { parsePointer } from '@contract-kit/json-schema/json'
import { type ResourceList } from '@contract-kit/resources'
import { findIds, findItems, wrappedIn, type IdQuery, type Sketch } from '@contract-kit/resources/exchanges'
import { follow } from '../values/fit.ts'

/** The location of an item in a value. */
export interface ItemPlace {
  /** Property names from the root to the item; empty if the value itself is the item. */
  readonly path: readonly string[]
  readonly sketch: Sketch
}

/** The location of a list of items in a value. */
export interface ItemsPlace {
  readonly path: readonly string[]
  readonly item: Sketch | undefined
}

/** Locates the item in a response or request: next to its id, in an envelope such as `data`, else the whole value. */
export function locateItem(value: Sketch, name: string, idQuery: IdQuery): ItemPlace | undefined {
  if (!value.types.has('object') && value.fields().size === 0) return undefined
  const [id] = findIds(value, idQuery)
  if (id !== undefined) {
    const path = parsePointer(id).slice(0, -1)
    const sketch = follow(value, path)
    if (sketch !== undefined) return { path, sketch }
  }
  const wrapped = wrappedIn(value, name)
  const inner = value.fields().size <= 2 ? wrapped.at(-1) : wrapped[0]
  return inner === undefined ? undefined : { path: inner.pointer, sketch: inner.sketch }
}

/** Locates the items in a list response. */
export function locateItems(
  value: Sketch,
  list: Pick<ResourceList, 'itemsPointer'>,
  name: string,
): ItemsPlace | undefined {
  const pointer = list.itemsPointer ?? findItems(value, name)?.pointer
  if (pointer === undefined) return undefined
  const path = parsePointer(pointer)
  const item = follow(value, path)?.items()
  return { path, item: nodeOf(item) ?? item }
}

/** The item in the `node` of an edge; undefined if the list holds no edges. */
export function nodeOf(listed: Sketch | undefined): Sketch | undefined {
  const fields = [...(listed?.fields().keys() ?? [])]
  const isEdge =
    fields.includes('node') && fields.every((name) => ['node', 'cursor', '__typename'].includes(name))
  return isEdge ? listed?.fields().get('node')?.sketch : undefined
}
