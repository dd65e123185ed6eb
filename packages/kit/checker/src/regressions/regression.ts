import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../core/check-options.ts'
import type { AuthMode, CaseTarget, PhaseName } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { type Json, own, readPointer, tryJson } from '@contract-kit/json-schema/json'
import type { InputPlace } from '@contract-kit/resources'

/** A finding kept as a file: the requests that showed it, to be replayed until the fault is gone. */
export interface Regression {
  /** Version of this form. */
  readonly format: 2
  readonly check: string
  readonly operationId: string | null
  readonly pointer: string
  readonly message: string
  readonly key: string
  /** If lists are read page by page, the responses decide the number of requests, so the scenario is run again instead of the steps. */
  readonly scenario?: { readonly id: string; readonly seed: number }
  /** The kind of evidence that showed it, and whether each of its parts is a list; absent if the last exchange shows it by itself. */
  readonly evidence?: { readonly kind: string; readonly lists: readonly string[] }
  /** Oldest first; the last one shows the fault. Empty for a fault of the document, which needs no request. */
  readonly steps: readonly RegressionStep[]
}

/** One request, without the credentials, which the run adds. */
export interface RegressionStep {
  /** null: an undeclared method or path. */
  readonly operationId: string | null
  /** Path template. */
  readonly path: string
  readonly phase: PhaseName
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  /** The parts that it has in the evidence. */
  readonly parts?: readonly string[]
  readonly auth: AuthMode
  /** Name of the identity that sends it; absent: the one of ordinary requests. */
  readonly identity?: string
  readonly target: CaseTarget
  readonly request: SavedRequest
  /** Absent if the request was not made of values. */
  readonly values?: SavedValues
  /** The values that the replay takes from this run instead of the file: ids that the server gives. */
  readonly bindings: readonly SavedBinding[]
  /** The recorded status; absent if no response came. */
  readonly answered?: number
}

export interface SavedRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** UTF-8 text. */
  readonly body?: string
  /** A body that is no text. */
  readonly bodyBase64?: string
}

type SavedValues = Omit<RequestValues, 'body'> & Partial<Pick<RequestValues, 'body'>>

/** A part of a request, and the source of its value in this run. */
export interface SavedBinding {
  /** `path.petId`, `query.cursor`, `body./ownerId`, or `target` for the whole path and query. */
  readonly place: string
  /** Index of the step whose response gives it; absent: anything of the kind that exists in this run. */
  readonly from?: number
  /** Runtime expression; absent if `from` is. */
  readonly expression?: string
}

/** A regression and its file. */
export interface SavedRegression {
  readonly file: string
  readonly regression: Regression
}

/** The regression files of a folder, by name; none if there is no such folder. Throws ConfigurationError. */
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

/** A place as bindings write it: `path.petId`, `body./ownerId`. */
export const parsePlace = (place: string): InputPlace => {
  const at = place.indexOf('.')
  const location = LOCATIONS.find((name) => name === place.slice(0, at)) ?? 'body'
  return { location, name: place.slice(at + 1) }
}

const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const

/** The value of a request at a place; the first one if the place stands for several. */
export const valueAtPlace = (values: RequestValues | undefined, place: string): Json | undefined => {
  if (values === undefined) return undefined
  const { location, name } = parsePlace(place)
  if (location !== 'body') return own(values[location], name)
  return values.body === undefined ? undefined : readPointer(values.body.value, name)[0]
}

/** Whether two keys name the same check and the same operation or path; the place in the document may have moved since. */
export const isSameFault = (one: string, other: string): boolean => subjectOf(one) === subjectOf(other)

const subjectOf = (key: string): string => key.slice(0, key.lastIndexOf(':'))
