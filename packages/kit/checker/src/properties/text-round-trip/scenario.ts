import { isValid } from '@contract-kit/json-schema/schemas'
import { type ApiMedia, type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { successTypes } from '../../scenarios/bodies.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'

import type { Property } from '../property.ts'
import { textRoundTripRule, textWritten } from './oracle.ts'

/** Blanks, line ends, quotes, and non-ASCII letters in composed and decomposed form. */
const TEXT = ' Zoë,\t"Zoe\u0308"\r\n\n  two\n'

/** A text that was put at a URL is returned unchanged. */
export const textRoundTrip: Property = {
  rules: [textRoundTripRule],
  ofResource: (resource) => planTexts(resource),
}

const planTexts = (resource: Resource): readonly Scenario[] => {
  const { read, replace } = resource
  if (read === undefined || replace === undefined) return []
  const documented = successTypes(read.operation)
  const media = replace.operation.body?.media.find(
    ({ contentType, schema }) =>
      contentType.startsWith('text/') &&
      documented.has(essenceOf(contentType)) &&
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
  const written = await walk.send(write, { values })
  if (!isDone(written)) return
  await provideInputs(walk, read, resource)
  const shown = await walk.send(read, { headers: [['accept', essenceOf(contentType)]] })
  walk.show(textWritten, { write: written, read: shown })
}
