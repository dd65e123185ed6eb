import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../core/check-options.ts'
import type { AuthMode, CaseTarget, PhaseName } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { type Json, own, readPointer, tryJson } from '@contract-kit/json-schema/json'
import type { InputPlace } from '@contract-kit/resources'

/** A finding saved as a file: the requests to replay until the fault is fixed. */
export interface Regression {
  /** Version of the file format. */
  readonly format: 2
  readonly check: string
  readonly operationId: string | null
  readonly pointer: string
  readonly message: string
  readonly key: string
  /** Set if lists are read page by page. The number of requests then depends on responses, so the scenario is run instead of the steps. */
  readonly scenario?: { readonly id: string; readonly seed: number }
  /** The kind of evidence, and which of its parts are lists. Absent if the last exchange alone shows the fault. */
  readonly evidence?: { readonly kind: string; readonly lists: readonly string[] }
  /** Oldest first; the last one shows the fault. Empty for a fault in the document. */
  readonly steps: readonly RegressionStep[]
}

/** One request, without credentials; the run adds them. */
export interface RegressionStep {
  /** Null for an undeclared method or path. */
  readonly operationId: string | null
  /** Path template. */
  readonly path: string
  readonly phase: PhaseName
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  /** Its parts in the evidence. */
  readonly parts?: readonly string[]
  readonly auth: AuthMode
  /** Name of the sender's identity; absent for the default identity. */
  readonly identity?: string
  readonly target: CaseTarget
  readonly request: SavedRequest
  /** Absent if the request was not built from values. */
  readonly values?: SavedValues
  /** Values that the replay takes from the current run, such as server-generated ids. */
  readonly bindings: readonly SavedBinding[]
  /** The recorded status; absent if no response was received. */
  readonly answered?: number
}

export interface SavedRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** UTF-8 text. */
  readonly body?: string
  /** A body that is not text. */
  readonly bodyBase64?: string
}

type SavedValues = Omit<RequestValues, 'body'> & Partial<Pick<RequestValues, 'body'>>

/** A part of a request, and the source of its value in the current run. */
export interface SavedBinding {
  /** `path.petId`, `query.cursor`, `body./ownerId`, or `target` for the whole path and query. */
  readonly place: string
  /** Index of the step whose response contains it; absent: any existing item of the kind. */
  readonly from?: number
  /** Runtime expression; absent if `from` is absent. */
  readonly expression?: string
}

/** A regression and its file. */
export interface SavedRegression {
  readonly file: string
  readonly regression: Regression
}

/** The regression files of a folder, by name; empty if the folder does not exist. Throws ConfigurationError. */
export const readRegressions = async (folder: string): Promise<readonly SavedRegression[]> => {
  const names = await listFolder(folder)
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (file) => ({ file, regression: await readRegression(join(folder, file)) })),
  )
}

const listFolder = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const readRegression = async (path: string): Promise<Regression> => {
  const content = tryJson(await readFile(path, 'utf8'))?.value
  if (isRegression(content)) return content
  throw new ConfigurationError(`${path} is not a regression file of this version; promote the finding again.`)
}

const isRegression = (content: unknown): content is Regression =>
  typeof content === 'object' &&
  content !== null &&
  'format' in content &&
  content.format === 2 &&
  'key' in content &&
  typeof content.key === 'string' &&
  'steps' in content &&
  Array.isArray(content.steps)

/** Parses the place of a binding: `path.petId`, `body./ownerId`. */
export const parsePlace = (place: string): InputPlace => {
  const at = place.indexOf('.')
  const location = LOCATIONS.find((name) => name === place.slice(0, at)) ?? 'body'
  return { location, name: place.slice(at + 1) }
}

const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const

/** The value of a request at a place; the first one for a place with several values. */
export const valueAtPlace = (values: RequestValues | undefined, place: string): Json | undefined => {
  if (values === undefined) return undefined
  const { location, name } = parsePlace(place)
  if (location !== 'body') return own(values[location], name)
  return values.body === undefined ? undefined : readPointer(values.body.value, name)[0]
}

/** Whether two keys name the same check on the same operation or path; the place in the document may have changed. */
export const isSameFault = (one: string, other: string): boolean => subjectOf(one) === subjectOf(other)

const subjectOf = (key: string): string => key.slice(0, key.lastIndexOf(':'))
