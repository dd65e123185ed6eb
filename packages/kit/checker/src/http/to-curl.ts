import { maskSecrets, maskUrl } from './secrets.ts'
import type { WireRequest } from '@contract-kit/openapi/wire'

/** Options for a curl line. */
interface CurlOptions {
  /** Whether to show credentials; by default they are masked as `***`. */
  readonly showSecrets?: boolean
  /** Names of headers, cookies and query parameters with secrets, in addition to well-known ones. */
  readonly secretNames?: readonly string[]
  /** Additional curl options, placed first. */
  readonly flags?: readonly string[]
}

/** A command that repeats the request in any POSIX shell; `printf` writes bodies that do not fit on the line. */
export const toCurl = (baseUrl: string, request: WireRequest, options: CurlOptions = {}): string => {
  const { method, target, headers, body } =
    options.showSecrets === true ? request : maskSecrets(request, options.secretNames)
  const base = options.showSecrets === true ? baseUrl : maskUrl(baseUrl)
  const url = `${base.replace(/\/+$/, '')}${target}`
  const words = ['curl', ...(options.flags ?? []), ...methodWords(method, body !== undefined)]
  // curl expands brackets and braces, and removes dot segments.
  if (/[[\]{}]/.test(url)) words.push('--globoff')
  if (/\/\.{1,2}(\/|$|\?)/.test(url)) words.push('--path-as-is')
  words.push(quote(url), ...headers.flatMap(headerWords))
  if (body === undefined) return words.join(' ')
  // By default, curl sends any body as a form.
  if (!headers.some(([name]) => name === 'content-type')) words.push('-H', quote('content-type:'))
  if (typeof body === 'string' && !/\p{Cc}/u.test(body))
    return [...words, '--data-raw', quote(body)].join(' ')
  return `printf ${quote(toFormat(body))} | ${[...words, '--data-binary', '@-'].join(' ')}`
}

const methodWords = (method: string, hasBody: boolean): readonly string[] => {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', quote(method)]
}

// An empty value requires a semicolon; with a colon, curl removes the header.
const headerWords = ([name, value]: readonly [string, string]): readonly string[] => [
  '-H',
  quote(value === '' ? `${name};` : `${name}: ${value}`),
]

const quote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// printf format: doubles percent signs; writes non-ASCII characters, and a leading dash, in octal.
const toFormat = (body: string | Uint8Array): string =>
  Array.from(Buffer.from(body), (byte, index) => {
    const char = String.fromCharCode(byte)
    if (char === '%') return '%%'
    const isPlain = byte >= 0x20 && byte < 0x7f && char !== '\\' && !(index === 0 && char === '-')
    return isPlain ? char : `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
