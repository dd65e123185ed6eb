import { parse } from 'yaml'
import { isObject, type JsonObject, toObject, toText } from '../openapi/json.ts'
import type { CodeSample } from './code-block.ts'

/** A code block `yaml request`, which a page shows in every language. */
export interface PageRequest {
  readonly operationId: string
  /** Values by the place and name of a parameter. `${NAME}` in a text is an environment variable. */
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
  readonly body?: unknown
  /** Response headers that the samples print for later use. */
  readonly responseHeaders?: readonly string[]
}

/** Writes the samples of a request, one for each language. Throws an error with one sentence if there is no such request. */
export type ToSamples = (request: PageRequest) => readonly CodeSample[]

/** A request on a page. */
export interface ShownRequest {
  readonly samples: readonly CodeSample[]
  /** Values to keep from the response: OpenAPI runtime expressions by variable name. */
  readonly kept: readonly (readonly [name: string, expression: string])[]
}

/** The info string of a code block that is a request. */
export const requestInfo = 'yaml request'

const places = ['path', 'query', 'header', 'cookie'] as const
const members: ReadonlySet<string> = new Set([...places, 'operation', 'body', 'keep', 'status'])

/** Parses a block `yaml request`. Throws an error with one sentence if it is invalid. */
export function readRequest(code: string, toSamples: ToSamples | undefined): ShownRequest {
  const block = toObject(parse(code))
  const unknown = Object.keys(block).find((member) => !members.has(member))
  if (unknown !== undefined)
    throw new Error(
      `A block "${requestInfo}" has the unknown member "${unknown}"; known are ${[...members].join(', ')}.`,
    )
  if (toSamples === undefined)
    throw new Error(`A block "${requestInfo}" needs the option \`toSamples\`, which writes its samples.`)
  const parameters = places.flatMap((place) =>
    isObject(block[place]) ? [[place, block[place]] as const] : [],
  )
  const kept = Object.entries(toObject(block['keep'])).map(
    ([name, expression]) => [name, toText(expression)] as const,
  )
  const samples = toSamples({
    operationId: toText(block['operation']),
    ...Object.fromEntries(parameters),
    ...('body' in block ? { body: block['body'] } : {}),
    responseHeaders: kept.flatMap(([, expression]) => toHeaderName(expression) ?? []),
  })
  return { samples, kept }
}

/** The instruction for a kept value, as Markdown: ``Keep `id` of the response: `export ID=…` ``. */
export function describeKept(kept: ShownRequest['kept']): string {
  return kept
    .map(([name, expression]) => `Keep ${describeSource(expression)}: \`export ${name}=…\``)
    .join('. ')
}

function describeSource(expression: string): string {
  const header = toHeaderName(expression)
  if (header !== undefined) return `the response header \`${header}\``
  const path = /^\$response\.body#\/(.+)$/.exec(expression)?.[1]
  if (path === undefined)
    throw new Error(
      `"${expression}" is not a part of a response: write $response.body#/… or $response.header.…`,
    )
  return `\`${path.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}\` of the response`
}

const markdownLanguages: Readonly<Record<string, string>> = {
  shell: 'sh',
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  'c#': 'cs',
  ruby: 'rb',
}

/** The language of a sample as code blocks of Markdown name it. */
export function toMarkdownLanguage(lang: string): string {
  return markdownLanguages[lang.toLowerCase()] ?? lang.toLowerCase()
}

/** The header of a response that an expression names. */
function toHeaderName(expression: string): string | undefined {
  return /^\$response\.header\.(.+)$/.exec(expression)?.[1]
}
