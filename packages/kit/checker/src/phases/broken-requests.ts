import * as fc from 'fast-check'
import type { CaseTarget } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { appendTokens, type Json } from '@contract-kit/json-schema/json'
import { listViolations } from '@contract-kit/json-schema/values'
import type { ApiOperation, Placed } from '@contract-kit/openapi'
import { validRequests } from './candidate-values.ts'
import { withBody, withParameter } from './values.ts'

/** A request with one violated keyword, and that keyword. */
interface BrokenRequest {
  readonly values: RequestValues
  readonly target: CaseTarget
}

interface Fault {
  readonly target: CaseTarget
  readonly values: fc.Arbitrary<Json | undefined>
  readonly apply: (values: RequestValues, value: Json | undefined) => RequestValues
}

const direction = 'request'

/**
 * Requests that violate exactly one keyword, chosen with equal probability, and are otherwise valid. Undefined if no keyword can be
 * violated.
 */
export const brokenRequests = (operation: ApiOperation): fc.Arbitrary<BrokenRequest> | undefined => {
  const faults = [...parameterFaults(operation), ...bodyFaults(operation)]
  if (faults.length === 0) return undefined
  const base = validRequests(operation)
  return fc.oneof(
    ...faults.map(({ target, values, apply }) =>
      fc
        .tuple(base, values)
        .map(([valid, value]): BrokenRequest => ({ values: apply(valid, value), target })),
    ),
  )
}

const parameterFaults = ({ parameters }: ApiOperation): Fault[] =>
  parameters.flatMap((parameter) => {
    const { name, schema } = parameter
    const apply: Fault['apply'] = (values, value) => withParameter(values, parameter.in, name, value)
    const broken = schema === undefined ? [] : listViolations(schema, { direction })
    const faults = broken.map(({ keyword, pointer, documentUri, values }): Fault => ({ target: { location: parameter.in, name, keyword, pointer, documentUri }, values, apply })) // prettier-ignore
    const isOmittable = parameter.required && parameter.in !== 'path'
    return isOmittable
      ? [
          ...faults,
          {
            target: { location: parameter.in, name, ...required(parameter) },
            values: fc.constant(undefined),
            apply,
          },
        ]
      : faults
  })

const bodyFaults = ({ body }: ApiOperation): Fault[] => {
  if (body === undefined) return []
  const faults = body.media.flatMap(({ schema, contentType }) => {
    const broken = schema === undefined ? [] : listViolations(schema, { direction })
    const apply: Fault['apply'] = (values, value) => withBody(values, contentType, value)
    return broken.map(({ keyword, pointer, documentUri, values }): Fault => ({ target: { location: 'body', name: '', keyword, pointer, documentUri }, values, apply })) // prettier-ignore
  })
  if (!body.required) return faults
  return [
    ...faults,
    {
      target: { location: 'body', name: '', ...required(body) },
      values: fc.constant(undefined),
      apply: leaveBodyOut,
    },
  ]
}

const leaveBodyOut: Fault['apply'] = (values) => withBody(values, '', undefined)

const required = ({ pointer, documentUri }: Placed) => ({
  keyword: 'required',
  pointer: appendTokens(pointer, 'required'),
  documentUri,
})
