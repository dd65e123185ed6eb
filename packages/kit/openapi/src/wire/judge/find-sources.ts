import { oncePer } from '@contract-kit/json-schema/memo'
import type { ApiOperation, ApiParameter } from '../../document/api-document.ts'
import { matchPath } from '../match-path.ts'
import type { ParameterSources } from './read-parameters.ts'
import { namesTaken } from './read-pairs.ts'
import { parsePairs } from './reading.ts'

/** The head of a request as it was sent. */
export interface RequestHead {
  /** The path below the server's base path, and the query. */
  readonly target: string
  /** The values of a header, its name in any case. */
  readonly header: (name: string) => readonly string[]
}

/** Separates the places of a request that hold parameters; undefined if its path is not one of the operation. */
export const findSources = (
  operation: ApiOperation,
  { target, header }: RequestHead,
): ParameterSources | undefined => {
  const end = target.indexOf('?')
  const raws = matchPath(operation.path, end === -1 ? target : target.slice(0, end))
  return (
    raws && {
      path: raws,
      query: parsePairs('query', end === -1 ? '' : target.slice(end + 1)),
      cookie: parsePairs('cookie', header('cookie').join('; ')),
      header,
      names: declaredNames(operation),
    }
  )
}

const declaredNames = oncePer(({ parameters }: ApiOperation): ParameterSources['names'] => {
  const namesIn = (location: ApiParameter['in']): ReadonlySet<string> =>
    namesTaken(parameters.filter((parameter) => parameter.in === location))
  return {
    path: namesIn('path'),
    query: namesIn('query'),
    header: namesIn('header'),
    cookie: namesIn('cookie'),
  }
})
