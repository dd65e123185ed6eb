import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { findEmbeddings } from '../document/embedded.ts'
import type { Kind } from '../document/kinds.ts'
import type { Call } from '../http/call.ts'
import type { Item } from '../state/item.ts'
import { byParent } from '../state/store.ts'
import { toText } from '../values/to-text.ts'
import type { World } from './world.ts'

/** Updates the embedded children and their count in the parents of an item. */
export function updateParents(world: World, child: Kind, item: Item): void {
  const parent = world.store.get(item.under.at(-1) ?? '')
  const kind = parent && world.kindAt(parent.kind)
  if (parent === undefined || kind === undefined) return
  const embeddings = findEmbeddings(kind, child)
  if (embeddings.length === 0) return
  const children = world.store.listBy(item.kind, byParent, parent.key)
  const shown = embeddings.map(({ property, isCount }): [string, Json] => [
    property,
    isCount ? children.length : children.map(({ value }) => value),
  ])
  world.change(kind, parent, { ...parent.value, ...Object.fromEntries(shown) })
}

/** Creates items from children embedded in a new parent: lines of an order get ids and paths of their own. */
export function adoptChildren(world: World, kind: Kind, item: Item, written: JsonObject, call: Call): Item {
  for (const child of world.kinds) {
    for (const { property, isCount } of findEmbeddings(kind, child)) {
      const list = own(written, property)
      if (isCount || !Array.isArray(list)) continue
      const under = [...item.under, item.key]
      // The loop deletes items from the list, so it iterates over a copy.
      for (const old of Array.from(world.store.listBy(child.resource.key, byParent, item.key)))
        world.store.delete(old.key)
      world.together(() => {
        for (const value of list) if (isObject(value)) addChild(world, child, under, value, call)
      })
    }
  }
  return world.store.get(item.key) ?? item
}

function addChild(world: World, child: Kind, under: readonly string[], value: JsonObject, call: Call): void {
  const idName = child.idName
  const given = idName === undefined ? undefined : own(value, idName)
  const chosen =
    given !== undefined &&
    given !== null &&
    world.store.get(world.keyFor(child, under, toText(given))) === undefined
  const id = chosen ? given : world.makeId(child, under, value)
  const named = idName === undefined ? value : { ...value, [idName]: id }
  world.add(child, { under, key: world.keyFor(child, under, toText(id)), id: toText(id) }, named, call)
}
