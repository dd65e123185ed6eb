import type { DocumentOperation } from './schema/document-operations.ts'

/** A path that the document has: its operations by method, and the raw value of each path parameter. */
export interface RouteMatch {
  readonly operations: ReadonlyMap<string, DocumentOperation>
  /** By parameter name; undefined where the percent-encoding cannot be decoded. */
  readonly pathValues: Readonly<Record<string, string | undefined>>
}

/** Finds the path of a request in a document; undefined when there is none. */
export type FindRoute = (path: string) => RouteMatch | undefined

/** The segments that may follow one another from some place in the paths, and the route that ends there. */
interface Place {
  readonly literals: Map<string, Place>
  /** By their source; in the order in which they are tried, once all are known. */
  readonly templates: Map<string, Template>
  route?: Route
}

interface Template {
  readonly segment: string
  /** Undefined where the segment is one parameter and nothing else. */
  readonly pattern: RegExp | undefined
  readonly place: Place
}

interface Route {
  readonly names: readonly string[]
  readonly operations: Map<string, DocumentOperation>
}

/**
 * Compiles the paths of a document into a tree of segments, so that finding one takes the same time however many there
 * are: case matters, a trailing slash is another path, and a literal segment beats a template, from left to right
 * (OpenAPI 3.1, 4.8.8.2).
 */
export function createRouteTable(operations: readonly DocumentOperation[]): FindRoute {
  const root = createPlace()
  for (const operation of operations) {
    const place = operation.path.split('/').reduce(placeAfter, root)
    place.route ??= { names: namesOf(operation.path), operations: new Map() }
    place.route.operations.set(operation.method, operation)
  }

  return (path) => {
    const values: string[] = []
    const route = find(root, path.split('/'), 0, values)
    if (route === undefined) return undefined
    const pathValues: Record<string, string | undefined> = {}
    route.names.forEach((name, index) => {
      pathValues[name] = decode(values[index] ?? '')
    })
    return { operations: route.operations, pathValues }
  }
}

/** Walks down the tree; `values` has the raw values of the templates on the way to what was found. */
function find(place: Place, segments: readonly string[], at: number, values: string[]): Route | undefined {
  const segment = segments[at]
  if (segment === undefined) return place.route
  const literal = place.literals.get(segment)
  const found = literal && find(literal, segments, at + 1, values)
  if (found !== undefined) return found
  for (const { pattern, place: next } of place.templates.values()) {
    const matched = pattern === undefined ? [segment] : pattern.exec(segment)?.slice(1)
    if (matched === undefined || segment === '') continue
    const before = values.length
    values.push(...matched)
    const below = find(next, segments, at + 1, values)
    if (below !== undefined) return below
    values.length = before
  }
  return undefined
}

const createPlace = (): Place => ({ literals: new Map(), templates: new Map() })

function placeAfter(place: Place, segment: string): Place {
  if (!segment.includes('{')) {
    const next = place.literals.get(segment) ?? createPlace()
    place.literals.set(segment, next)
    return next
  }
  const source = sourceOf(segment)
  const known = place.templates.get(source)
  if (known !== undefined) return known.place
  const pattern = source === PARAMETER ? undefined : new RegExp(`^${source}$`)
  const template = { segment, pattern, place: createPlace() }
  const inOrder = [...place.templates, [source, template] as const].toSorted(([, one], [, other]) =>
    sortKey(one.segment) < sortKey(other.segment) ? -1 : 1,
  )
  place.templates.clear()
  for (const [key, value] of inOrder) place.templates.set(key, value)
  return template.place
}

const TEMPLATE = /\{([^}]+)\}/g
const PARAMETER = '([^/]+)'

const namesOf = (path: string): string[] => [...path.matchAll(TEMPLATE)].map((match) => match[1] ?? '')

const sourceOf = (segment: string): string =>
  segment
    .split(TEMPLATE)
    .map((part, index) =>
      index % 2 === 1 ? PARAMETER : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')

// U+FFFF sorts after every literal, so the literal part comes first; a segment ends like any other.
const sortKey = (segment: string): string => `${segment.replace(TEMPLATE, '\uffff')}/`

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
