import { boundaryValues, brokenValues } from '../../arbitraries/boundary-values.ts'
import type { ApiOperation, ApiParameter } from '../../document/api-document.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import type { ScenarioDraft } from '../case-draft.ts'
import { withParameter } from '../with-value.ts'

/** Each parameter at its boundaries, broken in each of its statements, and left out; all other parts as in a request that works. */
export const parameterCases = (operation: ApiOperation): readonly ScenarioDraft[] =>
  operation.parameters.flatMap((parameter) => [
    ...tried(parameter),
    ...broken(parameter),
    ...leftOut(parameter),
  ])

const tried = (parameter: ApiParameter): ScenarioDraft[] =>
  parameter.schema === undefined
    ? []
    : boundaryValues(parameter.schema, { direction: 'request' }).map(
        ({ value, scenario, keyword, pointer, documentUri }) => ({
          scenario,
          mode: 'positive',
          target: { location: parameter.in, name: parameter.name, keyword, pointer, documentUri },
          apply: (working) => withParameter(working, parameter.in, parameter.name, value),
        }),
      )

const broken = (parameter: ApiParameter): ScenarioDraft[] =>
  parameter.schema === undefined
    ? []
    : brokenValues(parameter.schema, { direction: 'request' }).map(
        ({ value, scenario, keyword, pointer, documentUri }) => ({
          scenario,
          mode: 'negative',
          target: { location: parameter.in, name: parameter.name, keyword, pointer, documentUri },
          apply: (working) => withParameter(working, parameter.in, parameter.name, value),
        }),
      )

const leftOut = (parameter: ApiParameter): ScenarioDraft[] => {
  if (parameter.in === 'path') return []
  const { documentUri, pointer, name, required } = parameter
  const target = {
    location: parameter.in,
    name,
    keyword: 'required',
    pointer: appendTokens(pointer, 'required'),
    documentUri,
  }
  const apply = (working: RequestValues): RequestValues =>
    withParameter(working, parameter.in, name, undefined)
  return [
    required
      ? { scenario: 'missing_parameter', mode: 'negative', target, apply }
      : { scenario: 'optional_parameter_left_out', mode: 'positive', target, apply },
  ]
}
