import { createHash } from 'node:crypto'
import type { OtherIdentity } from '../../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { writeJson } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findIdempotencyKey, rejectsOtherRequests } from '@contract-kit/resources/exchanges'
import { findUnbound, provideInputs } from '../../scenarios/items.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'

/** A creation with an idempotency key happens once, and the key belongs to that one request. */
export const planKeys = (resource: Resource): readonly Scenario[] => {
  const { create, name } = resource
  const parameter = create && findIdempotencyKey(create.operation)
  if (create === undefined || parameter === undefined) return []
  const { operation } = create
  return [
    defineScenario(`key ${operation.id}`, operation, `one idempotency key creates one ${name}`, (walk) =>
      repeatKey(walk, resource, operation, parameter),
    ),
  ]
}

/** A key belongs to its sender: another identity that sends the same request with it gets an item of its own. */
export const planKeyOwnership = (
  { create, name }: Resource,
  stranger: OtherIdentity,
): readonly Scenario[] => {
  const parameter = create && findIdempotencyKey(create.operation)
  // Below another thing the stranger could not create anything.
  if (create === undefined || parameter === undefined || create.operation.path.includes('{')) return []
  const { operation } = create
  return [
    defineScenario(
      `key-ownership ${operation.id}`,
      operation,
      `the idempotency key of another identity creates another ${name}`,
      async (walk) => {
        await provideInputs(walk, operation)
        for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
          const values = walk.draw(operation, { overrides: [keyOf(walk, parameter, attempt)] })
          if (!isDone(await walk.send('owner-key', operation, { values }))) continue
          await walk.send('stranger-key', operation, { values, identity: stranger })
          return
        }
      },
    ),
  ]
}

/** The number of valid bodies tried before the creation is given up, and to find another body for the same key. */
const ATTEMPTS = 5

const repeatKey = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  parameter: ApiParameter,
): Promise<void> => {
  await provideInputs(walk, create, resource)
  if (findUnbound(walk, create).some((binding) => binding.resource !== resource)) return
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const key = keyOf(walk, parameter, attempt)
    if (parameter.schema !== undefined && !isValid(parameter.schema, key.value, { direction: 'request' }))
      return
    const overrides = [key]
    const values = walk.draw(create, { overrides })
    if (!isDone(await walk.send('key-first', create, { values }))) continue
    const listed = await listBefore(walk, resource)
    await walk.send('key-again', create, { values })
    if (listed?.isWhole === true) await listAfter(walk, resource, 'list-after-key')
    if (!rejectsOtherRequests(walk.port.document, create)) return
    const draws = Array.from({ length: ATTEMPTS }, () => walk.draw(create, { overrides }))
    const other = draws.find((drawn) => textOf(drawn) !== textOf(values))
    if (other !== undefined) await walk.send('key-other', create, { values: other })
    return
  }
}

const textOf = ({ body }: RequestValues): string => writeJson(body?.value ?? null)

const keyOf = (walk: Walk, { name }: ApiParameter, attempt: number) =>
  ({ location: 'header', name, value: writeKey(walk, attempt) }) as const

/** The form of a UUID. A server that keeps its keys between two runs gives other ids in the second, so the keys differ too. */
const writeKey = (walk: Walk, attempt: number): string => {
  const known = [...walk.ids.values()].map(({ value }) => String(value))
  const digest = createHash('sha256')
    .update([walk.port.seed, walk.id, attempt, ...known].join('\n'))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
