import type { ApiOperation, ApiParameter } from '../document/api-document.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { matchPath } from './match-path.ts'
import { parsePairs } from './parse-pairs.ts'
import { judgePart } from './part-verdict.ts'
import type { PartsVerdict } from './parts-verdict.ts'
import { readParameter, type ParameterReading, type ParameterSources } from './read-parameter.ts'
import { createFault, faultOf, type RequestFault } from './request-fault.ts'
import type { WireRequest } from './wire-request.ts'

/** Judges every declared parameter of a request; names that are not declared are overlooked. */
export const judgeParameters = (operation: ApiOperation, request: WireRequest): readonly PartsVerdict[] => {
  const sources = findSources(operation, request)
  if (sources === undefined) return [strayPath(operation)]
  return operation.parameters.map((parameter) => judgeParameter(parameter, readParameter(parameter, sources)))
}

const findSources = (
  { path: template, parameters }: ApiOperation,
  request: WireRequest,
): ParameterSources | undefined => {
  const [path = '', ...query] = request.target.split('?')
  const raws = matchPath(template, path)
  const header = (name: string): readonly string[] =>
    request.headers.flatMap(([key, text]) => (key.toLowerCase() === name.toLowerCase() ? [text.trim()] : []))
  const namesIn = (location: ApiParameter['in']): ReadonlySet<string> =>
    new Set(parameters.flatMap((parameter) => (parameter.in === location ? [parameter.name] : [])))
  return (
    raws && {
      path: raws,
      query: parsePairs('query', query.join('?')),
      cookie: parsePairs('cookie', header('cookie').join('; ')),
      header,
      names: {
        path: namesIn('path'),
        query: namesIn('query'),
        header: namesIn('header'),
        cookie: namesIn('cookie'),
      },
    }
  )
}

// Where the request went is not this operation: nothing can be said of what a server answers.
const strayPath = (operation: ApiOperation): PartsVerdict => ({
  isValid: false,
  isInvalid: false,
  faults: [
    createFault({ location: 'path', name: '' }, 'path', operation, `does not lead to ${operation.path}`),
  ],
})

const judgeParameter = (parameter: ApiParameter, { reading, trouble }: ParameterReading): PartsVerdict => {
  const { name, in: location, schema, required } = parameter
  const { isValid, isInvalid, isMissing, failures } = judgePart(
    { required, schema, direction: 'request' },
    reading,
  )
  const subject = { location, name }
  const faults: RequestFault[] = failures.map((failure) => faultOf(subject, failure))
  if (isMissing) {
    const place = { documentUri: parameter.documentUri, pointer: appendTokens(parameter.pointer, 'required') }
    faults.push(createFault(subject, 'required', place, 'is missing'))
  }
  if (trouble !== undefined) faults.push(createFault(subject, trouble.keyword, parameter, trouble.clause))
  return { isValid: isValid && trouble === undefined, isInvalid, faults }
}
