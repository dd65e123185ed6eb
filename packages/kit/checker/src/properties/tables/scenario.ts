import { isObject, type Json } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { type ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { drawFullChange, successTypes } from '../../scenarios/bodies.ts'
import { findUnbound, makeItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { type Walk } from '../../scenarios/walk.ts'

import type { Property } from '../property.ts'

/** Characters that end a table cell unless quoted. */
const CELL = 'Zoë, "Zoe"'

/** A table stays well-formed with any cell content; `content-type-conformance` judges the response. */
export const tables: Property = { rules: [], ofResource: (resource) => planTables(resource) }

const planTables = (resource: Resource): readonly Scenario[] => {
  const { list, create } = resource
  if (list === undefined || create === undefined || !successTypes(list.operation).has('text/csv')) return []
  const { operation } = list
  const title = `the table of ${resource.name} is well-formed`
  return [
    defineScenario(`table ${operation.id}`, operation, title, async (walk) => {
      await provideInputs(walk, create.operation, resource)
      if (findUnbound(walk, create.operation).some((binding) => binding.resource !== resource)) return
      await makeItem(walk, resource, { values: withOddTexts(walk, create.operation) })
      await provideInputs(walk, operation, resource)
      await walk.send(operation, { headers: [['accept', 'text/csv']] })
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
