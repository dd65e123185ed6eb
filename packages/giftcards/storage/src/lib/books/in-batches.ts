import { setImmediate } from 'node:timers/promises'

/** Finds what belongs to one key; `undefined` where nothing does. */
export type Find<Key, Value> = (key: Key) => Promise<Value | undefined>

/** Answers by one call of `findAll` all keys that are asked for before the event loop goes on. */
export function inBatches<Key, Value>(
  findAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Find<Key, Value> {
  let keys = new Set<Key>()
  let found: Promise<ReadonlyMap<Key, Value>> | undefined

  async function findWaiting(): Promise<ReadonlyMap<Key, Value>> {
    await setImmediate()
    const waiting = [...keys]
    keys = new Set()
    found = undefined
    return findAll(waiting)
  }

  return async (key) => {
    keys.add(key)
    found ??= findWaiting()
    return (await found).get(key)
  }
}
