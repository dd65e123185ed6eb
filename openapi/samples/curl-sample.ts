import { formatJson } from './format-source.ts'
import { pathSegment } from './path-segment.ts'
import { querySuffix } from './query-suffix.ts'
import type { SampleRequest } from './sample-request.ts'

/** The request for a shell: the host in `$API`, the token in `$TOKEN`, path parameters in variables of their names. */
export async function curlSample(request: SampleRequest): Promise<string> {
  const { access, baseUrl, body, issuesToken, path } = request
  const variables = [
    ...(access === 'none' ? [`API=${baseUrl}`] : []),
    ...Object.entries(path).map(([name, value]) => `${toVariable(name)}=${word(pathSegment(value))}`),
  ]
  const parts = [
    `curl ${optionsOf(request).join(' ')}`,
    ...headersOf(request).map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`-d ${quote((await formatJson(body)).replaceAll('\n', '\n  '))}`]),
  ]
  return [
    ...(variables.length === 0 ? [] : [...variables, '']),
    parts.length > 2 ? parts.join(' \\\n  ') : parts.join(' '),
    ...(issuesToken ? ['# From now on TOKEN is the header "authorization" of this answer.'] : []),
    '',
  ].join('\n')
}

function optionsOf({ issuesToken, method, pathTemplate, query }: SampleRequest): string[] {
  const path = pathTemplate.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${toVariable(name)}`)
  return [
    ...(issuesToken ? ['-i'] : []),
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `"$API${path}${querySuffix(query)}"`,
  ]
}

function headersOf({ access, body, headers }: SampleRequest): string[] {
  return [
    ...(access === 'sandbox' ? [] : [quote('x-cc-app: demo-app')]),
    ...(access === 'sandbox' || access === 'none' ? [] : ['"Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : [quote('Content-Type: application/json')]),
    ...Object.entries(headers).map(([name, value]) => quote(`${name}: ${value}`)),
  ]
}

/** `cartId` is `CART_ID`. */
const toVariable = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** In single quotes, as POSIX shells read it. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** In quotes where a shell would see more than text in it. */
const word = (text: string): string => (/^[\w.,:/@%+=-]+$/.test(text) ? text : quote(text))
