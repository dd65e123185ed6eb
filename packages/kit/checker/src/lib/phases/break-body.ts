import { brokenValues, templateValue } from '../arbitraries/boundary-values.ts'
import type { ApiOperation } from '../document/api-document.ts'
import type { CaseTarget } from '../run/exchange.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { breaksOnly } from './breaks-only.ts'
import { graftWhere } from './graft-scenario.ts'
import { withBody } from './with-value.ts'

const direction = 'request'

/** The same request with one statement of its body broken, for each statement that can be broken in this very body. */
export const breakBody = (
  operation: ApiOperation,
  values: RequestValues,
): readonly { readonly values: RequestValues; readonly target: CaseTarget }[] => {
  const { body } = values
  const schema = operation.body?.media.find(({ contentType }) => contentType === body?.contentType)?.schema
  if (body === undefined || schema === undefined) return []
  const template = templateValue(schema, { direction })
  return brokenValues(schema, { direction }).flatMap((scenario) => {
    const broken = graftWhere(template, scenario.value, body.value, (value) =>
      breaksOnly(schema, value, scenario),
    )
    if (!breaksOnly(schema, broken, scenario)) return []
    const { keyword, pointer, documentUri } = scenario
    const target = { location: 'body', name: '', keyword, pointer, documentUri } as const
    return [{ values: withBody(values, body.contentType, broken), target }]
  })
}
