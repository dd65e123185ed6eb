import type { Exchange, LoggedBody, LoggedField } from '../watch/sandbox-data.ts'
import { mask } from './masked-text.ts'

/** A request as a curl command. */
export interface CurlCommand {
  readonly text: string
  /** The shell variables for masked values, in the order of the command. Set them before running it. */
  readonly variables: readonly string[]
}

/** A part of an argument: literal text, or the name of a variable. */
type Piece = string | { readonly variable: string }

/** Headers that curl sets by itself, or that apply to a single exchange. */
const ownHeaders = new Set(
  'accept-encoding connection content-length expect host keep-alive transfer-encoding x-request-id'.split(
    ' ',
  ),
)

/** Headers that the service needs, even if their values are masked. Other masked headers come from browsers and proxies. */
const neededHeaders = new Set([
  'authorization',
  'idempotency-key',
  'user-agent',
  'x-cc-app',
  'x-sandbox-trigger',
])

/** Headers that curl adds by default; the command removes those that were not sent. */
const addedHeaders = ['accept', 'user-agent']

/**
 * Writes a logged request as a curl command for a POSIX shell. Masked values become shell variables, such as `$TOKEN`.
 * @param origin The reader's URL of the server, such as `http://127.0.0.1:3000`.
 */
export function toCurl(exchange: Exchange, origin: string): CurlCommand {
  const { entry, request } = exchange
  const names = createNames()
  const { body } = request
  const lines = [
    [methodOf(entry.method), quote(addressOf(exchange, origin, names.next))].filter(Boolean).join(' '),
    ...headersOf(request.headers, body !== null).map(
      ({ name, value }) => `-H ${quote(headerOf(name, value, names.next))}`,
    ),
    ...(body === null ? [] : [`--data-raw ${quote(bodyOf(body, names.next))}`]),
  ]
  return { text: `curl -sS -i ${lines.join(' \\\n  ')}`, variables: names.all() }
}

/** curl would wait for a body that a response to HEAD does not have. */
function methodOf(method: string): string {
  if (method === 'GET') return ''
  return method === 'HEAD' ? '--head' : `-X ${method}`
}

function addressOf({ path, query }: Exchange, origin: string, next: NextName): readonly Piece[] {
  const segments = path.split('/').flatMap((segment, index): Piece[] => {
    const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? []
    return [...(index === 0 ? [] : ['/']), parameter === undefined ? segment : { variable: next(parameter) }]
  })
  const parameters = query.flatMap(({ name, value }, index): Piece[] => [
    index === 0 ? '?' : '&',
    ...(name === mask ? [{ variable: next('name') }] : [encodeURIComponent(name)]),
    '=',
    ...(value === mask ? [{ variable: next(name === mask ? 'value' : name) }] : [encodeURIComponent(value)]),
  ])
  return [origin, ...segments, ...parameters]
}

function headersOf(headers: readonly LoggedField[], hasBody: boolean): readonly LoggedField[] {
  const kept = headers.filter(
    ({ name, value }) => !ownHeaders.has(name) && (!value.includes(mask) || neededHeaders.has(name)),
  )
  const missing = [...addedHeaders, ...(hasBody ? ['content-type'] : [])].filter(
    (name) => !headers.some((header) => header.name === name),
  )
  return [...kept, ...missing.map((name) => ({ name, value: '' }))]
}

/** `Name:` removes a default header of curl, and `Name;` sends one without a value. */
function headerOf(name: string, value: string, next: NextName): readonly Piece[] {
  if (value === '') return [`${name}:`]
  if (!value.includes(mask)) return [`${name}: ${value}`]
  const variable = next(name === 'authorization' ? 'token' : name)
  return [`${name}: ${value.replace(mask, '')}`, { variable }]
}

/** A body that was not kept unchanged is one variable. */
function bodyOf({ isJson, isCut, text }: LoggedBody, next: NextName): readonly Piece[] {
  if (isJson) return jsonPieces(JSON.parse(text), 'value', next)
  return isCut || text.includes(mask) ? [{ variable: next('body') }] : [text]
}

function jsonPieces(value: unknown, name: string, next: NextName): readonly Piece[] {
  if (value === mask) return ['"', { variable: next(name) }, '"']
  if (Array.isArray(value))
    return ['[', ...value.flatMap((item, index) => [comma(index), ...jsonPieces(item, name, next)]), ']']
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]
  const members = Object.entries(value).flatMap(([key, member]: [string, unknown], index) => [
    comma(index),
    ...jsonPieces(key, 'name', next),
    ':',
    ...jsonPieces(member, key === mask ? 'value' : key, next),
  ])
  return ['{', ...members, '}']
}

const comma = (index: number): string => (index === 0 ? '' : ',')

type NextName = (name: string) => string

/** Creates unique variable names: `cardId` becomes `CARD_ID`, the second one `CARD_ID_2`. */
function createNames(): { readonly next: NextName; readonly all: () => readonly string[] } {
  const taken: string[] = []
  return {
    next(name) {
      const plain = name
        .replace(/([a-z\d])([A-Z])/g, '$1_$2')
        .replace(/\W+/g, '_')
        .toUpperCase()
      const safe = /^[A-Z]/.test(plain) ? plain : `VALUE_${plain}`
      let variable = safe
      for (let count = 2; taken.includes(variable); count += 1) variable = `${safe}_${count}`
      taken.push(variable)
      return variable
    },
    all: () => taken,
  }
}

/** Quotes an argument: text in single quotes, which disable all expansion, and variables in double quotes. */
function quote(pieces: readonly Piece[]): string {
  let text = ''
  let quoted = ''
  const flush = (): void => {
    if (text !== '') quoted += `'${text.replaceAll("'", `'\\''`)}'`
    text = ''
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      flush()
      quoted += `"$${piece.variable}"`
    }
  }
  flush()
  return quoted === '' ? "''" : quoted
}
