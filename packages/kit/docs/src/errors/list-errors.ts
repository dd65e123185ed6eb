import type { DocumentPage } from '../home-page.ts'
import { followReference, isObject, type JsonObject, toList, toObject, toText } from '../openapi/json.ts'
import { findMessages } from '../openapi/messages.ts'
import type { BodyExample, Operation } from '../openapi/operations.ts'
import { toSample } from '../openapi/sample.ts'
import type { ErrorNotes, ErrorPagesOptions, SiteOptions } from '../options.ts'
import { toMarkdownText } from '../site/text.ts'
import { type ErrorRetry, readRepeat, type Repeat, toRetry } from './retry.ts'

/** One status with one code, with everything that the documents and the notes say of it. */
export interface DocumentedError {
  readonly code: string
  /** As the document says it: `404`, a range such as `4XX`, or `default`. */
  readonly status: string
  /** The texts of its examples. */
  readonly messages: readonly string[]
  /** Markdown. */
  readonly causes: readonly string[]
  /** Markdown; empty where no notes say it. */
  readonly action: string
  /** The section of the list. */
  readonly group: string
  readonly retry: ErrorRetry
  /** Empty where only the notes know the error. */
  readonly operations: readonly ErrorOperation[]
  /** The example of the first operation. */
  readonly example: ErrorExample | undefined
}

/** An operation that sends an error. */
export interface ErrorOperation {
  readonly page: DocumentPage
  readonly operation: Operation
  /** The summary of its example, as plain text. */
  readonly when: string
  /** The texts of its example. */
  readonly messages: readonly string[]
  readonly repeat: Repeat
}

/** A response as an example shows it. */
export interface ErrorExample {
  readonly mediaType: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
}

/** An error in the response of one operation. */
interface Sighting extends ErrorOperation {
  readonly code: string
  readonly status: string
  /** The description of the response, where it is about this error alone. */
  readonly description: string
  readonly retryAfter: ErrorRetry['retryAfter']
  readonly example: ErrorExample
}

/** How an error is named in notes and advice: `400 out_of_stock`. */
export const keyOf = ({ status, code }: Pick<DocumentedError, 'status' | 'code'>): string =>
  `${status} ${code}`

/**
 * Every status and code that the documents declare or the notes add, by status and then in the order of the documents. Warns
 * of notes about an error that no operation declares.
 */
export function listErrors(
  documents: readonly DocumentPage[],
  { errors, tryIt }: Pick<SiteOptions, 'errors' | 'tryIt'>,
  warn: (problem: string) => void,
): readonly DocumentedError[] {
  if (errors === undefined) return []
  const { notes = {} } = errors
  const rejected = tryIt === undefined || tryIt === false ? undefined : tryIt.session?.rejected
  const sightings = documents.flatMap((page) => findSightings(page, errors))
  const declared = Array.from(Map.groupBy(sightings, keyOf), ([key, same]) =>
    toError(same, notes[key] ?? {}, rejected),
  )
  const known = new Set(declared.map(keyOf))
  const added = Object.entries(notes)
    .filter(([key]) => !known.has(key))
    .flatMap(([key, note]) => {
      if (note.message !== undefined) return [toUndeclared(key, note)]
      warn(
        `The notes tell of the error "${key}", which no operation declares: correct them, or add a message`,
      )
      return []
    })
  return [...declared, ...added].toSorted((left, right) => compareStatuses(left.status, right.status))
}

/** Ranges follow the statuses that they hold, and the default is last. */
export function compareStatuses(left: string, right: string): number {
  const [one, other] = [toOrder(left), toOrder(right)]
  return one === other ? 0 : one - other
}

function toOrder(status: string): number {
  const range = /^([45])XX$/i.exec(status)
  return range === null ? Number(status) || Infinity : (Number(range[1]) + 1) * 100 - 0.5
}

const isError = (status: string): boolean => Number(status) >= 400 || /^(?:[45]XX|default)$/i.test(status)

function findSightings(page: DocumentPage, options: ErrorPagesOptions): readonly Sighting[] {
  return page.operations
    .filter(({ isWebhook }) => !isWebhook)
    .flatMap((operation) => {
      const item = followReference(page.document, toObject(page.document['paths'])[operation.path])
      const declared = toObject(item[operation.method.toLowerCase()])
      const repeat = readRepeat(operation.method, declared)
      return [...operation.responses]
        .filter(([status]) => isError(status))
        .flatMap(([status, { description, bodies }]) => {
          const response = followReference(page.document, toObject(declared['responses'])[status])
          const headers = readHeaders(page.document, response)
          const [body] = bodies
          const codes = readCodes(page.document, headers, options.codeHeader, body?.examples ?? [])
          const retryAfter = headers.get('retry-after')
          return codes.map(([code, example]) => ({
            page,
            operation,
            repeat,
            status,
            code,
            messages: findMessages(example?.value),
            when: example === undefined || example.summary === example.name ? '' : example.summary,
            description: codes.length === 1 ? description : '',
            retryAfter:
              retryAfter === undefined ? 'never' : retryAfter.isRequired ? 'always' : ('sometimes' as const),
            example: {
              mediaType: body?.mediaType ?? '',
              headers: toHeaderLines(headers, options.codeHeader, code),
              body: example?.value,
            },
          }))
        })
    })
}

interface DeclaredHeader {
  /** As the document spells it. */
  readonly name: string
  readonly isRequired: boolean
  readonly declared: JsonObject
  readonly example: string
}

/** The headers of a response, by name in lower case. */
function readHeaders(document: JsonObject, response: JsonObject): ReadonlyMap<string, DeclaredHeader> {
  return new Map(
    Object.entries(toObject(response['headers'])).map(([name, value]) => {
      const declared = followReference(document, value)
      const [named] = Object.values(toObject(declared['examples'])).map(toObject)
      const example = declared['example'] ?? named?.['value'] ?? toSample(document, declared['schema'])
      return [
        name.toLowerCase(),
        { name, declared, isRequired: declared['required'] === true, example: toText(example) },
      ]
    }),
  )
}

/**
 * The codes of a response with their examples, as the client generator reads them. Where the body has several examples, each
 * is named by its code. Otherwise the header has the code as its example, or as the only values of its schema.
 */
function readCodes(
  document: JsonObject,
  headers: ReadonlyMap<string, DeclaredHeader>,
  codeHeader: string,
  examples: readonly BodyExample[],
): readonly (readonly [code: string, example: BodyExample | undefined])[] {
  const header = headers.get(codeHeader.toLowerCase())?.declared
  if (header === undefined) return []
  if (examples.length > 1) return examples.map((example) => [example.name, example])
  const shown = [header['example'], ...Object.values(toObject(header['examples'])).map(valueOf)]
  const schema = followReference(document, header['schema'])
  const values = 'const' in schema ? [schema['const']] : toList(schema['enum'])
  const known = [shown, values].map((some) => some.map(toText).filter((code) => code !== ''))
  const codes = known.find((some) => some.length > 0) ?? examples.map(({ name }) => name)
  return [...new Set(codes)].map((code) => [code, examples[0]])
}

const valueOf = (example: unknown): unknown => (isObject(example) ? example['value'] : undefined)

/** The headers that each such response has, and the one that says how long to wait. */
function toHeaderLines(
  headers: ReadonlyMap<string, DeclaredHeader>,
  codeHeader: string,
  code: string,
): ErrorExample['headers'] {
  return Array.from(headers)
    .filter(
      ([key, { isRequired }]) => isRequired || key === 'retry-after' || key === codeHeader.toLowerCase(),
    )
    .map(([key, { name, example }]) => [name, key === codeHeader.toLowerCase() ? code : example] as const)
    .filter(([, value]) => value !== '')
}

type Rejected = { readonly status: number; readonly codePrefix: string } | undefined

function toError(sightings: readonly Sighting[], notes: ErrorNotes, rejected: Rejected): DocumentedError {
  const [first] = sightings
  if (first === undefined) throw new Error('An error is seen once at least')
  const { code, status } = first
  const descriptions = toDistinct(sightings.map(({ description }) => description))
  const occasions = toDistinct(sightings.map(({ when }) => toSentence(when)))
  const causes = descriptions.length > 0 ? descriptions : occasions
  return {
    code,
    status,
    messages: toDistinct([...sightings.flatMap(({ messages }) => messages), notes.message ?? '']),
    causes: joinCauses(notes, causes),
    action: notes.action ?? '',
    group: notes.group ?? describeStatus(status),
    retry: toRetry(
      { status, code },
      sightings.map(({ retryAfter }) => retryAfter),
      sightings.map(({ repeat }) => repeat),
      rejected,
    ),
    operations: sightings,
    example: first.example,
  }
}

/** A note replaces what the documents say; one with a message tells of an error beside those of the operations. */
function joinCauses({ cause, message }: ErrorNotes, declared: readonly string[]): readonly string[] {
  if (cause === undefined) return declared
  return message === undefined ? [cause] : [cause, ...declared]
}

function toUndeclared(key: string, notes: ErrorNotes): DocumentedError {
  const [status = '', code = ''] = key.split(' ')
  return {
    code,
    status,
    messages: toDistinct([notes.message ?? '']),
    causes: toDistinct([notes.cause ?? '']),
    action: notes.action ?? '',
    group: notes.group ?? describeStatus(status),
    retry: toRetry({ status, code }, [], [], undefined),
    operations: [],
    example: undefined,
  }
}

/** A status in words, as a heading. */
export function describeStatus(status: string): string {
  return status.toLowerCase() === 'default' ? 'Any other status' : `Status ${status}`
}

/** A summary, which is plain text without a period, as Markdown. */
function toSentence(summary: string): string {
  return summary === '' ? '' : `${toMarkdownText(summary).replace(/[.!?]$/, '')}.`
}

const toDistinct = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== '')),
]
