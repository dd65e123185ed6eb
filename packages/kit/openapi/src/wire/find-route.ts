import { oncePer } from '@contract-kit/json-schema/memo'
import type { ApiDocument, ApiOperation } from '../document/api-document.ts'
import { rankOfPath, shapeOfPath } from '../document/path-template.ts'
import { matchPath } from './match-path.ts'

/** The path of a document that matches a request. */
export interface Route {
  readonly template: string
  /** The operations of all templates that differ only in their parameter names. */
  readonly operations: readonly ApiOperation[]
}

/** Finds the documented path that matches a request path. A literal segment wins over a parameter (OpenAPI 3.1, 4.8.8.2). */
export const findRoute = (document: ApiDocument, path: string): Route | undefined =>
  routesOf(document).find(({ template }) => matchPath(template, path) !== undefined)

const routesOf = oncePer(({ paths }: ApiDocument): readonly Route[] => {
  const byShape = Map.groupBy(paths, ([template]) => shapeOfPath(template)).values()
  return [...byShape]
    .map((twins) => ({ template: twins[0]![0], operations: twins.flatMap(([, operations]) => operations) }))
    .toSorted((one, other) => (rankOfPath(one.template) < rankOfPath(other.template) ? -1 : 1))
})
