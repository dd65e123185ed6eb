import { maskSecrets, maskUrl } from './secrets.ts'
import type { WireRequest } from '@contract-kit/openapi/wire'

/** The content that a curl line may show. */
interface CurlOptions {
  /** Whether the line shows credentials as they were sent; default false: they are masked as `***`. */
  readonly showSecrets?: boolean
  /** Names of headers, cookies and query parameters that hold secrets, in addition to the well-known ones. */
  readonly secretNames?: readonly string[]
  /** Options of curl that come first. */
  readonly flags?: readonly string[]
}

/** One line that repeats the request in any POSIX shell; `printf` writes a body that does not fit a line. */
export const toCurl = (baseUrl: string, request: WireRequest, options: CurlOptions = {}): string => {
  const { method, target, headers, body } =
    options.showSecrets === true ? request : maskSecrets(request, options.secretNames)
  const base = options.showSecrets === true ? baseUrl : maskUrl(baseUrl)
  const url = `${base.replace(/\/+$/, '')}${target}`
  const words = ['curl', ...(options.flags ?? []), ...methodWords(method, body !== undefined)]
  // curl reads brackets and braces as patterns, and takes dot segments away.
  if (/[[\]{}]/.test(url)) words.push('--globoff')
  if (/\/\.{1,2}(\/|$|\?)/.test(url)) words.push('--path-as-is')
  words.push(quote(url), ...headers.flatMap(headerWords))
  if (body === undefined) return words.join(' ')
  // By default, curl would send any body as a form.
  if (!headers.some(([name]) => name === 'content-type')) words.push('-H', quote('content-type:'))
  if (typeof body === 'string' && !/\p{Cc}/u.test(body))
    return [...words, '--data-raw', quote(body)].join(' ')
  return `printf ${quote(toFormat(body))} | ${[...words, '--data-binary', '@-'].join(' ')}`
}

const methodWords = (method: string, hasBody: boolean): readonly string[] => {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', quote(method)]
}

// An empty value is written with a semicolon: with a colon, curl would drop the header.
const headerWords = ([name, value]: readonly [string, string]): readonly string[] => [
  '-H',
  quote(value === '' ? `${name};` : `${name}: ${value}`),
]

const quote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

// The format of printf: percent signs doubled, and in octal everything that is not plain ASCII, and a dash that would begin an option.
const toFormat = (body: string | Uint8Array): string =>
  Array.from(Buffer.from(body), (byte, index) => {
    const char = String.fromCharCode(byte)
    if (char === '%') return '%%'
    const isPlain = byte >= 0x20 && byte < 0x7f && char !== '\\' && !(index === 0 && char === '-')
    return isPlain ? char : `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
