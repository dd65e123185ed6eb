import { createJudge, type Dialect, validValues } from '@contract-kit/json-schema'
import { sample } from 'fast-check'

type Data = Readonly<Record<string, unknown>>

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Requests are tried until one succeeds. More attempts than this would show little. */
const mostAttempts = 25

/** The result of requests to a mock. */
export interface MockTrial {
  /** Whether a documented request had a valid success response. */
  readonly isValid: boolean
  /** The problems of the last requests, if none was valid. */
  readonly problems: readonly string[]
}

/** Sends documented requests to the mock of a document until one gives a valid success response. */
export async function findSuccess(document: Data, baseUrl: string): Promise<MockTrial> {
  const problems: string[] = []
  const operations = listOperations(document).filter(({ value }) => hasSuccess(value))
  if (operations.length === 0)
    return { isValid: true, problems: ['No operation declares a success response.'] }
  for (const operation of operations.slice(0, mostAttempts)) {
    const problem = await tryOperation(document, operation, baseUrl).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    if (problem === undefined) return { isValid: true, problems: [] }
    problems.push(`${operation.method.toUpperCase()} ${operation.path}: ${problem}`)
  }
  return { isValid: false, problems: problems.slice(-3) }
}

function hasSuccess(operation: Data): boolean {
  return Object.keys(toData(operation['responses'])).some((status) => /^(?:2|default)/.test(status))
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly pointer: string
  readonly parameters: readonly (readonly [parameter: Data, pointer: string])[]
  readonly value: Data
}

/** Operations that read come first, and the shortest of them, for their requests and responses are the simplest. */
function listOperations(document: Data): readonly Operation[] {
  const all = Object.entries(toData(document['paths'])).flatMap(([path, item]) => {
    const [shared, itemPointer] = follow(document, toData(item), `/paths/${escape(path)}`)
    return methods.flatMap((method) => {
      if (shared[method] === undefined) return []
      const pointer = `${itemPointer}/${method}`
      const value = toData(shared[method])
      const parameters = [
        ...toList(shared['parameters']).map((one, index) =>
          follow(document, one, `${itemPointer}/parameters/${index}`),
        ),
        ...toList(value['parameters']).map((one, index) =>
          follow(document, one, `${pointer}/parameters/${index}`),
        ),
      ]
      return [{ method, path, pointer, parameters, value }]
    })
  })
  const lengthOf = ({ value }: Operation): number => JSON.stringify(value).length
  return all.toSorted(
    (one, other) =>
      methods.indexOf(one.method) - methods.indexOf(other.method) || lengthOf(one) - lengthOf(other),
  )
}

async function tryOperation(
  document: Data,
  operation: Operation,
  baseUrl: string,
): Promise<string | undefined> {
  const request = toRequest(document, operation)
  if (request === undefined) return 'no request can be made from the document'
  const response = await fetch(`${baseUrl}${request.target}`, { ...request.init, redirect: 'manual' })
  const text = await response.text()
  if (!response.ok) return `status ${response.status} ${text.slice(0, 200)}`
  return judgeResponse(document, operation, response, text)
}

function judgeResponse(
  document: Data,
  { pointer, value }: Operation,
  { status, headers }: Response,
  text: string,
): string | undefined {
  const declared = toData(value['responses'])
  const key = [String(status), '2XX', 'default'].find((one) => declared[one] !== undefined)
  if (key === undefined) return `status ${status} is not declared`
  const [response, place] = follow(document, toData(declared[key]), `${pointer}/responses/${key}`)
  const content = Object.keys(toData(response['content']))
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (content.length === 0) return text === '' ? undefined : 'a body where none is declared'
  const media = content.find((one) => one.split(';')[0]?.trim() === type || one === '*/*')
  if (media === undefined) return `media type ${type} is not declared`
  const holder = toData(toData(response['content'])[media])
  if (!/json/.test(type) || holder['schema'] === undefined) return undefined
  const judge = createJudge(document, {
    ...dialectOf(document),
    pointer: `${place}/content/${escape(media)}/schema`,
    direction: 'response',
  })
  const [failure] = judge(JSON.parse(text))
  return failure === undefined ? undefined : `invalid response: ${JSON.stringify(failure).slice(0, 200)}`
}

function toRequest(document: Data, { method, path, pointer, parameters, value }: Operation) {
  const { headers, query } = toCredentials(document)
  let target = path
  for (const [parameter, place] of parameters) {
    const { name, in: location } = parameter as { readonly name: string; readonly in: string }
    if (parameter['required'] !== true && location !== 'path') continue
    // OpenAPI says that these are described elsewhere, and that a parameter of that name is ignored.
    if (location === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) continue
    const given = sampleOf(document, parameter, place)
    if (given === undefined || (typeof given === 'object' && given !== null)) return undefined
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    if (location === 'path') target = target.replaceAll(`{${name}}`, encodeURIComponent(text))
    if (location === 'query') query.set(name, text)
    if (location === 'header') headers.set(name, text)
    if (location === 'cookie') headers.append('cookie', `${name}=${text}`)
  }
  const init = { method: method.toUpperCase(), headers }
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const [body, bodyPlace] = follow(document, toData(value['requestBody']), `${pointer}/requestBody`)
  if (Object.keys(body).length === 0) return { target: `${target}${search}`, init }
  const types = Object.keys(toData(body['content']))
  const type = types.find((one) => one.includes('json')) ?? types[0]
  if (type === undefined) return undefined
  const media = toData(toData(body['content'])[type])
  const content = sampleOf(document, media, `${bodyPlace}/content/${escape(type)}`)
  const isMultipart = type.startsWith('multipart/')
  // Of a multipart body, `fetch` writes the type with its boundary.
  if (!isMultipart) headers.set('content-type', type)
  return { target: `${target}${search}`, init: { ...init, body: toBody(type, content) } }
}

function toBody(type: string, content: unknown): FormData | URLSearchParams | string {
  if (type.includes('json')) return JSON.stringify(content)
  const fields = Object.entries(toData(content)).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(Object.fromEntries(fields))
  if (!type.startsWith('multipart/')) return typeof content === 'string' ? content : JSON.stringify(content)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** The example of a parameter or body, else a value of its schema, the same in every run. */
function sampleOf(document: Data, holder: Data, pointer: string): unknown {
  const { example, examples, schema } = holder
  if (example !== undefined) return example
  const [named] = Object.values(toData(examples))
  if (named !== undefined) return toData(named)['value']
  if (schema === undefined) return undefined
  const values = validValues(document, {
    ...dialectOf(document),
    pointer: `${pointer}/schema`,
    direction: 'request',
  })
  return sample(values, { seed: 1, numRuns: 1 })[0]
}

function dialectOf(document: Data): { readonly dialect: Dialect } {
  return { dialect: String(document['openapi']).startsWith('3.0') ? 'openapi-3.0' : '2020-12' }
}

/** Credentials of every scheme: the mock looks whether they are there, and not what they are. */
function toCredentials(document: Data): { readonly headers: Headers; readonly query: URLSearchParams } {
  const headers = new Headers({ authorization: 'Bearer made-up' })
  const query = new URLSearchParams()
  const schemes = toData(toData(document['components'])['securitySchemes'])
  for (const scheme of Object.values(schemes).map(toData)) {
    const name = String(scheme['name'])
    if (scheme['scheme'] === 'basic') headers.set('authorization', `Basic ${btoa('user:made-up')}`)
    if (scheme['type'] !== 'apiKey') continue
    if (scheme['in'] === 'header') headers.set(name, 'made-up')
    if (scheme['in'] === 'query') query.set(name, 'made-up')
    if (scheme['in'] === 'cookie') headers.append('cookie', `${name}=made-up`)
  }
  return { headers, query }
}

/** The target of a reference with its place, or the thing itself. */
function follow(document: Data, thing: Data, pointer: string): readonly [Data, string] {
  const { $ref } = thing
  if (typeof $ref !== 'string') return [thing, pointer]
  const place = decodeURIComponent($ref.slice(1))
  const keys = place.split('/').slice(1)
  const target = keys.reduce<unknown>(
    (node, key) => toData(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  return follow(document, toData(target), place)
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function toData(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {}
}

function toList(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(toData) : []
}
