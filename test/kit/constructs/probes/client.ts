import { isDeepStrictEqual } from 'node:util'
import { stripTypeScriptTypes } from 'node:module'
import { runInThisContext } from 'node:vm'
import { type Operations, createApiClient, InputError } from '@contract-kit/client'
import { generateClient } from '@contract-kit/client/generate'
import type { Construct } from '../construct.ts'
import { bodyText, type Finding, isAbout, judge, silent, toResponse } from './lab.ts'
import { differenceOf } from './wire.ts'

/** The generated module, and the call of the construct's operation. */
export interface GeneratedCall {
  readonly text: string
  readonly notes: readonly string[]
  readonly method: string
  readonly input: unknown
  readonly operations: Operations
}

/** Generates the client of a construct, and the input for its operation. */
export function generateCall({ id, document, values }: Construct): GeneratedCall {
  const { text, notes } = generateClient(document, { skipUnsupported: true })
  const script = stripTypeScriptTypes(text).replace('export const', 'const')
  const operations = runInThisContext(`(() => {\n${script}\nreturn operations\n})()`) as Operations
  const method = id === 'probe' ? 'probe' : (Object.keys(operations).find((name) => name !== 'other') ?? '')
  const places = { ...values.path, ...values.query, ...values.header, ...values.cookie }
  const body =
    values.body === undefined
      ? {}
      : operations[method]?.bodyIn === 'members'
        ? (values.body as object)
        : { body: values.body }
  return { text, notes, method, input: { ...places, ...body }, operations }
}

/** Generates the client, calls the operation, and checks the sent request and the returned data. */
export async function probeClient(construct: Construct): Promise<Finding> {
  const { base, values, wire, reply } = construct
  const { notes, method, input, operations } = generateCall(construct)
  const about = notes.find((note) => isAbout(note, construct))
  const sent: Request[] = []
  const client = createApiClient<Record<string, (input: unknown) => Promise<unknown>>>(operations, {
    baseUrl: `http://api.test${base}`,
    retry: false,
    fetch: (request, init) => {
      sent.push(new Request(request, init))
      return Promise.resolve(toResponse(reply))
    },
  })
  if (operations['other'] === undefined) return silent('other is lost')
  if (operations[method] === undefined)
    return about === undefined ? silent('the operation is lost') : { cell: 'named', words: about }
  let data: unknown
  try {
    data = await client[method]!(Object.keys(input as object).length === 0 ? undefined : input)
  } catch (error) {
    if (about !== undefined) return { cell: 'named', words: about }
    return error instanceof InputError
      ? { cell: 'named', words: error.message }
      : silent(`fails: ${String(error)}`)
  }
  const [request] = sent
  if (request === undefined) return silent('sends nothing')
  const { pathname, search } = new URL(request.url)
  const written = {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  }
  const isSecured = Object.keys(construct.credentials).length > 0
  const difference = isSecured ? undefined : differenceOf(wire, written)
  if (difference !== undefined && about !== undefined) return { cell: 'named', words: about }
  const isJson = (reply.mediaType ?? 'application/json') === 'application/json' && reply.body !== undefined
  const expected = isJson ? (JSON.parse(bodyText(reply)) as unknown) : data
  return judge(
    difference,
    values && !isDeepStrictEqual(data, expected) && `gives back ${JSON.stringify(data)}`,
  )
}
