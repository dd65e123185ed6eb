import type { ApiDocument } from '../../document/api-document.ts'
import { matchingPaths } from './matching-paths.ts'

/** The methods that the document declares for a path template, and for every other template that the target can mean. */
export const declaredMethods = (document: ApiDocument, path: string, target: string): ReadonlySet<string> =>
  new Set(
    [path, ...matchingPaths(document, target)].flatMap((template) =>
      (document.paths.get(template) ?? []).map(({ method }) => method),
    ),
  )
