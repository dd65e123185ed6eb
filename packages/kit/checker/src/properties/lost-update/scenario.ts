import { equalJson, type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Resource } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { readShown } from '../../compare/things.ts'
import type { Exchange } from '../../core/exchange.ts'
import { replacePart } from '../../phases/values.ts'
import { drawFullChange } from '../../scenarios/bodies.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { changeRejected } from '../../scenarios/evidence.ts'
import { defineScenario } from '../../scenarios/scenario.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import { findVersion } from '../../phases/versions.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { lostUpdateRule, outdatedChange, versionKept } from './oracle.ts'

/** A change based on an outdated version is rejected. */
export const lostUpdate: Property = {
  rules: [lostUpdateRule],
  ofResource: (resource) => {
    const { read, replace, patch } = resource
    if (read === undefined) return []
    return [replace, patch].flatMap((call) => {
      const version = call && findVersion(call.operation)
      if (call === undefined || version === undefined) return []
      const title = `a change of an outdated ${resource.name} is rejected`
      const id = `lost-update ${resource.key} ${call.operation.method}`
      return defineScenario(id, call.operation, title, (walk) =>
        changeOutdated(walk, resource, { change: call.operation, read: read.operation, version }),
      )
    })
  },
}

interface VersionedCalls {
  readonly change: ApiOperation
  readonly read: ApiOperation
  /** Names from the body of the change to its version. */
  readonly version: readonly string[]
}

const changeOutdated = async (
  walk: Walk,
  resource: Resource,
  { change, read, version }: VersionedCalls,
): Promise<void> => {
  const item = new TrackedItem(walk, await establishItem(walk, resource, change))
  await provideInputs(walk, change, resource)
  const first = await item.read(read)
  const known = isDone(first) ? versionIn(first, version) : undefined
  if (known === undefined) return
  const values = drawFullChange(walk, change, findShownItem(resource, first) ?? {})
  const changed = await item.change(change, { values }, read)
  const later = item.lastRead
  const current = later && isDone(changed) && isDone(later) ? versionIn(later, version) : undefined
  const old = onVersion(walk.draw(change), version, known)
  if (later === undefined || current === undefined || old === undefined) return
  if (equalJson(current, known)) return walk.show(versionKept, { first, change: changed, later })
  const outdated = await walk.send(change, { values: old, isExact: true, mayBeRejected: true })
  walk.show(outdatedChange, { first, change: changed, later, outdated })
  if ([409, 412].includes(outdated.response.status))
    walk.show(changeRejected, {
      created: undefined,
      once: undefined,
      before: later,
      rejected: outdated,
      after: await walk.send(read),
    })
}

/** The version of the item in a response, in any envelope. */
const versionIn = (shown: Exchange, path: readonly string[]): Json | undefined => {
  const name = path.at(-1) ?? ''
  const held = readShown(shown).map(({ value }) => own(value, name))
  return held.find((value) => value !== undefined && value !== null)
}

/** Copies a request with a version; undefined if its body has no place for one. */
const onVersion = (
  values: RequestValues,
  path: readonly string[],
  version: Json,
): RequestValues | undefined => {
  const { body } = values
  const value = body && replacePart(body.value, path, version)
  return body === undefined || value === undefined ? undefined : { ...values, body: { ...body, value } }
}
