import { isObject, type Json } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { type ApiMedia, type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { drawFullChange } from '../../scenarios/bodies.ts'
import { establishItem, findUnbound, makeItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'

/** Blanks and line ends around and within, letters beyond ASCII in both forms of writing, quotes. */
const TEXT = ' Zoë,\t"Zoe\u0308"\r\n\n  two\n'

/** A text that was put at an address reads the same there. */
export const planTexts = (resource: Resource): readonly Scenario[] => {
  const { read, replace } = resource
  if (read === undefined || replace === undefined) return []
  const told = typesOf(read.operation)
  const media = replace.operation.body?.media.find(
    ({ contentType, schema }) =>
      contentType.startsWith('text/') &&
      told.has(essenceOf(contentType)) &&
      (schema === undefined || isValid(schema, TEXT, { direction: 'request' })),
  )
  if (media === undefined) return []
  const title = `the text of a ${resource.name} is read as it was written`
  return [
    defineScenario(`text ${resource.key}`, replace.operation, title, (walk) =>
      writeText(walk, resource, replace.operation, read.operation, media),
    ),
  ]
}

const writeText = async (
  walk: Walk,
  resource: Resource,
  write: ApiOperation,
  read: ApiOperation,
  { contentType }: ApiMedia,
): Promise<void> => {
  await establishItem(walk, resource, write)
  const values = { ...walk.draw(write), body: { contentType, value: TEXT } }
  if (!isDone(await walk.send('write-text', write, { values }))) return
  await provideInputs(walk, read, resource)
  await walk.send('read-text', read, { headers: [['accept', essenceOf(contentType)]] })
}

/** Inside a table, characters that would end a cell unless they were quoted. */
const CELL = 'Zoë, "Zoe"'

/** A table keeps its form whatever its cells hold. */
export const planTables = (resource: Resource): readonly Scenario[] => {
  const { list, create } = resource
  if (list === undefined || create === undefined || !typesOf(list.operation).has('text/csv')) return []
  const { operation } = list
  const title = `the table of ${resource.name} is well-formed`
  return [
    defineScenario(`table ${operation.id}`, operation, title, async (walk) => {
      await provideInputs(walk, create.operation, resource)
      if (findUnbound(walk, create.operation).some((binding) => binding.resource !== resource)) return
      await makeItem(walk, resource, { values: withOddTexts(walk, create.operation) })
      await provideInputs(walk, operation, resource)
      await walk.send('list-page', operation, { headers: [['accept', 'text/csv']] })
    }),
  ]
}

const withOddTexts = (walk: Walk, create: ApiOperation) => {
  const values = drawFullChange(walk, create, {})
  const { body } = values
  const schema = create.body?.media.find(({ contentType }) => contentType === body?.contentType)?.schema
  if (body === undefined || schema === undefined || !isObject(body.value)) return values
  let value: Readonly<Record<string, Json>> = body.value
  for (const [name, held] of Object.entries(value)) {
    const changed = { ...value, [name]: CELL }
    if (typeof held === 'string' && isValid(schema, changed, { direction: 'request' })) value = changed
  }
  return { ...values, body: { ...body, value } }
}

const typesOf = ({ responses }: ApiOperation): ReadonlySet<string> =>
  new Set(
    [...responses.values()].flatMap(({ status, media }) =>
      status.startsWith('2') ? media.map(({ contentType }) => essenceOf(contentType)) : [],
    ),
  )
