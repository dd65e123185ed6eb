import { own, writeJson, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Kind } from '../document/kinds.ts'
import { uniqueNames } from '../document/unique.ts'
import { Refusal } from '../http/call.ts'
import { hasResponse } from '../http/choose.ts'
import type { Index } from '../state/store.ts'
import type { World } from './world.ts'

/** Throws a Refusal if another item of the kind with the same parent has the same value of a unique property. */
export function requireUnique(
  world: World,
  kind: Kind,
  operation: ApiOperation,
  value: JsonObject,
  { key, under }: { readonly key: string | undefined; readonly under: readonly string[] },
): void {
  const ruled = world.rules.resources.get(kind.name)?.unique ?? []
  const names = [...uniqueNames(world.document, kind), ...ruled].filter(
    (name) => (own(value, name) ?? null) !== null,
  )
  if (names.length === 0 || !mayConflict(operation)) return
  const around = under.at(-1)
  for (const name of names) {
    const wanted = own(value, name) ?? null
    const isTaken = world.store
      .listBy(kind.resource.key, byValue(name), writeJson(wanted))
      .some((item) => item.key !== key && (around === undefined || item.under.includes(around)))
    if (isTaken) throw new Refusal(409, `There is already a ${kind.name} with this ${name}`)
  }
}

/** Indexes a property by its JSON text. */
const byValue = (name: string): Index => ({
  name: `value ${name}`,
  textsOf: ({ value }) => [writeJson(own(value, name) ?? null)],
})

/** Whether an operation documents a conflict. */
const mayConflict = (operation: ApiOperation): boolean => hasResponse(operation, [409, 422, 400])
