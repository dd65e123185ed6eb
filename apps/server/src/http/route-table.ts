import type { DocumentOperation } from './schema/document-operations.ts'

/** A path that the document has: its operations by method, and the raw value of each path parameter. */
export interface RouteMatch {
  readonly operations: ReadonlyMap<string, DocumentOperation>
  /** By parameter name; undefined where the percent-encoding cannot be decoded. */
  readonly pathValues: Readonly<Record<string, string | undefined>>
}

/** Finds the path of a request in a document; undefined when there is none. */
export type FindRoute = (path: string) => RouteMatch | undefined

interface Route {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly operations: Map<string, DocumentOperation>
}

/**
 * Compiles the paths of a document: case matters, a trailing slash is another path, and a literal segment
 * beats a template, from left to right (OpenAPI 3.1, 4.8.8.2).
 */
export function createRouteTable(operations: readonly DocumentOperation[]): FindRoute {
  const byPath = new Map<string, Route>()
  for (const operation of operations) {
    const route = byPath.get(operation.path) ?? toRoute(operation.path)
    route.operations.set(operation.method, operation)
    byPath.set(operation.path, route)
  }
  const routes = [...byPath]
    .toSorted(([one], [other]) => (sortKey(one) < sortKey(other) ? -1 : 1))
    .map(([, r]) => r)

  return (path) => {
    for (const { pattern, names, operations: found } of routes) {
      const match = pattern.exec(path)
      if (match === null) continue
      const pathValues = Object.fromEntries(
        names.map((name, index) => [name, decode(match[index + 1] ?? '')]),
      )
      return { operations: found, pathValues }
    }
    return undefined
  }
}

const TEMPLATE = /\{([^}]+)\}/g

function toRoute(path: string): Route {
  const names = [...path.matchAll(TEMPLATE)].map((match) => match[1] ?? '')
  const source = path
    .split(TEMPLATE)
    .map((part, index) =>
      index % 2 === 1 ? '([^/]+)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return { pattern: new RegExp(`^${source}$`), names, operations: new Map() }
}

// U+FFFF sorts after every literal, so the literal segment comes first.
const sortKey = (path: string): string => path.replace(TEMPLATE, '\uffff')

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
