import type { ApiDocument } from '../../document/api-document.ts'
import { matchPath } from '../../wire/match-path.ts'

/** The path templates that a request target can mean, in document order. */
export const matchingPaths = (document: ApiDocument, target: string): readonly string[] => {
  const path = target.split('?')[0] ?? ''
  return [...document.paths.keys()].filter((template) => matchPath(template, path) !== undefined)
}
