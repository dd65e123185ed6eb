import { createHash } from 'node:crypto'
import type { RequestValues } from '../../http/wire-request.ts'
import { writeJson } from '../../json-schema/base/json.ts'
import { isValid } from '../../json-schema/keywords/judge.ts'
import type { ApiOperation, ApiParameter } from '../../openapi/api-document.ts'
import { findIdempotencyKey, rejectsOtherRequests } from '../../resources/idempotency.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { findUnbound, provideInputs } from './items.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, type Walk } from './walk.ts'

/** What is created with an idempotency key is created once, and the key belongs to that one request. */
export const planKeys = ({ create, ...resource }: Resource): readonly Scenario[] => {
  const parameter = create && findIdempotencyKey(create.operation)
  if (create === undefined || parameter === undefined) return []
  const { operation } = create
  const title = `one idempotency key creates one ${resource.name}`
  return [
    defineScenario(`key ${operation.id}`, operation, title, (walk) =>
      repeatKey(walk, { create, ...resource }, operation, parameter),
    ),
  ]
}

/** Different valid bodies tried before the creation is given up, and to find another body for the same key. */
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
    const key = writeKey(walk, attempt)
    if (parameter.schema !== undefined && !isValid(parameter.schema, key, { direction: 'request' })) return
    const overrides = [{ location: 'header', name: parameter.name, value: key }] as const
    const values = walk.draw(create, { overrides })
    if (!isDone(await walk.send('key-first', create, { values }))) continue
    await walk.send('key-again', create, { values })
    if (!rejectsOtherRequests(walk.port.document, create)) return
    const draws = Array.from({ length: ATTEMPTS }, () => walk.draw(create, { overrides }))
    const other = draws.find((drawn) => textOf(drawn) !== textOf(values))
    if (other !== undefined) await walk.send('key-other', create, { values: other })
    return
  }
}

const textOf = ({ body }: RequestValues): string => writeJson(body?.value ?? null)

/** The form of a UUID. A server that keeps its keys between two runs has other ids in the second, and thus sees another key. */
const writeKey = (walk: Walk, attempt: number): string => {
  const known = [...walk.ids.values()].map(({ value }) => String(value))
  const digest = createHash('sha256')
    .update([walk.port.seed, walk.id, attempt, ...known].join('\n'))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
