import type { DocumentPage } from '../home-page.ts'
import { type ApiHeader, exampleValue, type NamedExample } from '@contract-kit/openapi'
import { toText } from '../openapi/json.ts'
import { findMessages } from '../openapi/messages.ts'
import { choicesOf, type Operation } from '../openapi/operations.ts'
import type { ErrorNotes, ErrorPagesOptions, SiteOptions } from '../options.ts'
import { toMarkdownText } from '../site/text.ts'
import { type ErrorRetry, readRepeat, type Repeat, toRetry } from './retry.ts'

/** A status and code, with everything that the documents and notes say about it. */
export interface DocumentedError {
  readonly code: string
  /** As declared: `404`, a range such as `4XX`, or `default`. */
  readonly status: string
  /** The texts of its examples. */
  readonly messages: readonly string[]
  /** Markdown. */
  readonly causes: readonly string[]
  /** Markdown; empty if no note has one. */
  readonly action: string
  /** The section of the list. */
  readonly group: string
  readonly retry: ErrorRetry
  /** Empty if only the notes mention the error. */
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

/** An example response. */
export interface ErrorExample {
  readonly mediaType: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
}

/** An error in the response of one operation. */
interface Sighting extends ErrorOperation {
  readonly code: string
  readonly status: string
  /** The description of the response, if it is only about this error. */
  readonly description: string
  readonly retryAfter: ErrorRetry['retryAfter']
  readonly example: ErrorExample
}

/** How an error is named in notes and advice: `400 out_of_stock`. */
export const keyOf = ({ status, code }: Pick<DocumentedError, 'status' | 'code'>): string =>
  `${status} ${code}`

/**
 * Every status and code that the documents declare or the notes add, by status and then in document order. Warns
 * about notes for an error that no operation declares.
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
      warn(`The notes describe the error "${key}", which no operation declares: fix them, or add a message`)
      return []
    })
  return [...declared, ...added].toSorted((left, right) => compareStatuses(left.status, right.status))
}

/** Sorts ranges after their statuses, and `default` last. */
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
      const repeat = readRepeat(operation.method, operation.raw)
      return [...operation.responses]
        .filter(([status]) => isError(status))
        .flatMap(([status, { description, media, headers }]) => {
          const [body] = media
          const codes = readCodes(findHeader(headers, options.codeHeader), body?.examples ?? [])
          const retryAfter = findHeader(headers, 'retry-after')
          return codes.map(([code, example]) => ({
            page,
            operation,
            repeat,
            status,
            code,
            messages: findMessages(example?.value),
            when: example?.summary ?? '',
            description: codes.length === 1 ? description : '',
            retryAfter:
              retryAfter === undefined ? 'never' : retryAfter.required ? 'always' : ('sometimes' as const),
            example: {
              mediaType: body?.contentType ?? '',
              headers: toHeaderLines(headers, options.codeHeader, code),
              body: example?.value,
            },
          }))
        })
    })
}

const isNamed = ({ name }: ApiHeader, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase()

const findHeader = (headers: readonly ApiHeader[], wanted: string): ApiHeader | undefined =>
  headers.find((header) => isNamed(header, wanted))

/**
 * The codes of a response with their examples, as the client generator reads them. Where the body has several examples, each
 * is named by its code. Otherwise the code is the example of the header, or the only values of its schema.
 */
function readCodes(
  header: ApiHeader | undefined,
  examples: readonly NamedExample[],
): readonly (readonly [code: string, example: NamedExample | undefined])[] {
  if (header === undefined) return []
  if (examples.length > 1) return examples.map((example) => [example.name, example])
  const own = header.examples.filter(({ pointer }) => pointer.startsWith(`${header.pointer}/example`))
  const known = [own.map(({ value }) => value), choicesOf(header.schema)].map((some) =>
    some.map(toText).filter((code) => code !== ''),
  )
  const codes = known.find((some) => some.length > 0) ?? examples.map(({ name }) => name)
  return [...new Set(codes)].map((code) => [code, examples[0]])
}

/** The headers that each such response has, and the one with the code. An optional header may be missing, so it is left out. */
function toHeaderLines(
  headers: readonly ApiHeader[],
  codeHeader: string,
  code: string,
): ErrorExample['headers'] {
  return headers
    .filter((header) => header.required || isNamed(header, codeHeader))
    .map((header) => [header.name, isNamed(header, codeHeader) ? code : toExampleText(header)] as const)
    .filter(([, value]) => value !== '')
}

function toExampleText({ examples, schema }: ApiHeader): string {
  const [first] = examples
  return toText(first?.value ?? exampleValue({ schema, examples: [] }, 'response', true))
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

/** Applies a note: it overrides the documents. A note with a message adds an error that no operation declares. */
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
