import type { RequestValues } from '@contract-kit/openapi/wire'
import { writeJson } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findIdempotencyKey, rejectsOtherRequests } from '@contract-kit/resources/exchanges'
import { findUnbound, provideInputs } from '../../scenarios/items.ts'
import { KEY_ATTEMPTS, keyOf } from '../../scenarios/keys.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { idempotencyKeyRule, keyRepeated, keyRepeatedListed, keyReused } from './oracle.ts'

/** A creation with an idempotency key happens once, and the key belongs to that one request. */
export const idempotencyKey: Property = {
  rules: [idempotencyKeyRule],
  ofResource: (resource) => planKeys(resource),
}

const planKeys = (resource: Resource): readonly Scenario[] => {
  const { create, name } = resource
  const parameter = create && findIdempotencyKey(create.operation)
  if (create === undefined || parameter === undefined) return []
  const { operation } = create
  const title = `one idempotency key creates one ${name}`
  const scenario = defineScenario(`key ${operation.id}`, operation, title, (walk) =>
    repeatKey(walk, resource, operation, parameter),
  )
  return [{ ...scenario, watches: true }]
}

/** The number of bodies drawn to find another one for the same key. */
const DRAWS = 5

const repeatKey = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  parameter: ApiParameter,
): Promise<void> => {
  await provideInputs(walk, create, resource)
  if (findUnbound(walk, create).some((binding) => binding.resource !== resource)) return
  for (let attempt = 1; attempt <= KEY_ATTEMPTS; attempt += 1) {
    const key = keyOf(walk, parameter, attempt)
    if (parameter.schema !== undefined && !isValid(parameter.schema, key.value, { direction: 'request' }))
      return
    const overrides = [key]
    const values = walk.draw(create, { overrides })
    const first = await walk.send(create, { values, keepsKey: true })
    if (!isDone(first)) continue
    const listed = await listBefore(walk, resource)
    const again = await walk.send(create, { values, keepsKey: true })
    walk.show(keyRepeated, { first, again })
    const list = listed?.isWhole === true ? await listAfter(walk, resource) : undefined
    if (listed !== undefined && list !== undefined)
      walk.show(keyRepeatedListed, { first, before: listed.pages, again, list })
    if (!rejectsOtherRequests(walk.port.document, create)) return
    const draws = Array.from({ length: DRAWS }, () => walk.draw(create, { overrides }))
    const other = draws.find((drawn) => textOf(drawn) !== textOf(values))
    if (other !== undefined)
      walk.show(keyReused, {
        first,
        earlier: [again],
        other: await walk.send(create, { values: other, keepsKey: true, mayBeRejected: true }),
      })
    return
  }
}

const textOf = ({ body }: RequestValues): string => writeJson(body?.value ?? null)
