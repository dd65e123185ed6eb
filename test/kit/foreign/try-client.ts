import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ClientOptions, Operations } from '@contract-kit/client'
import { equalJson, type Json, parseJson, writeJson } from '@contract-kit/json-schema/json'
import { type ApiMedia, type ApiOperation, findMedia } from '@contract-kit/openapi'
import {
  judgeRequest,
  mediaKindOf,
  parseMultipart,
  readFormBody,
  readMultipartBody,
  readParameters,
  readTextBody,
  type RequestValues,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import { renderCall } from './render-call.ts'
import { credentialsOf, toValues } from './requests.ts'
import { type StepResult, toRefusal } from './results.ts'
import { type Trials, tryEach } from './trials.ts'

/** The module that calls one operation of a generated client. */
interface CallModule {
  readonly call: (options: ClientOptions) => Promise<{ readonly data: unknown }>
}

/**
 * Calls an operation with the generated client. The request must contain the values of the call, and the data must be those
 * of a valid response. The call is a module next to the client, so both are compiled together.
 */
export async function tryClient(
  folder: string,
  trials: Trials,
  baseUrl: string,
  needsSuccess?: boolean,
): Promise<StepResult> {
  const module = join(folder, 'src/client.ts')
  if (!existsSync(module)) return toRefusal('There is no client to call.')
  const client = (await import(module)) as { readonly operations: Operations }
  const rows = Object.entries(client.operations)
  let calls = 0
  return tryEach(
    trials,
    async (operation) => {
      const row = rows.find(([, { method, path }]) => method === operation.method && path === operation.path)
      if (row === undefined) return 'the client has no such operation'
      const values = toValues(operation, 'plain', true)
      calls += 1
      const file = join(folder, `src/call-${calls}.ts`)
      await writeFile(file, renderCall(row, operation, values))
      const { call } = (await import(file)) as CallModule
      return send(trials, operation, values, call, baseUrl)
    },
    needsSuccess,
  )
}

async function send(
  { api, read }: Trials,
  operation: ApiOperation,
  values: RequestValues,
  call: CallModule['call'],
  baseUrl: string,
): Promise<string | undefined> {
  const { header, query, cookie } = credentialsOf(api, operation)
  const cookies = Object.entries(cookie).map(([name, value]) => `${name}=${value}`)
  const exchanges: (readonly [Request, Response])[] = []
  const { data } = await call({
    baseUrl,
    retry: false,
    headers: { ...header, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
    async fetch(input, init) {
      const request = new Request(input, init)
      const url = new URL(request.url)
      for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
      const response = await fetch(new Request(url, request.clone()))
      exchanges.push([request, response.clone()])
      return response
    },
  })
  const [exchange] = exchanges
  if (exchange === undefined) return 'the client sends nothing'
  const request = await toWire(exchange[0])
  const { problem, text, response } = await read(operation, values, request, exchange[1])
  const given =
    data instanceof Blob || data instanceof ReadableStream ? await new Response(data).text() : data
  const isSame =
    given === text || isDeepStrictEqual(given, response.json) || (given === undefined && text === '')
  return (
    problem ??
    differenceOf(operation, values, request) ??
    (isSame ? undefined : 'the data are not those of the response')
  )
}

async function toWire(request: Request): Promise<WireRequest> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const headers = [...request.headers]
  return { method: request.method, target: pathname + search, headers, body: body === '' ? undefined : body }
}

/** Returns how a request differs from its input values; undefined if it does not. */
function differenceOf(
  operation: ApiOperation,
  values: RequestValues,
  request: WireRequest,
): string | undefined {
  const [fault] = judgeRequest(operation, request).faults
  if (fault !== undefined) return `invalid request: ${fault.message}`
  const header = (name: string): readonly string[] =>
    request.headers.flatMap(([key, value]) => (key === name.toLowerCase() ? [value] : []))
  const read = readParameters(operation, { target: request.target, header })
  for (const { in: place, name } of operation.parameters) {
    const [sent, arrived] = [values[place][name], read?.values[place][name]]
    if (sent !== undefined && (arrived === undefined || !equalJson(sent, arrived)))
      return `${name} is ${writeJson(sent)}, and arrives as ${arrived === undefined ? 'nothing' : writeJson(arrived)}`
  }
  const [contentType = ''] = header('content-type')
  const media = operation.body && findMedia(operation.body.media, contentType)
  if (values.body === undefined || media === undefined) return undefined
  const arrived = readBody(media, contentType, String(request.body ?? ''))
  return equalJson(arrived, values.body.value)
    ? undefined
    : `the body ${writeJson(values.body.value)} arrives as ${writeJson(arrived)}`
}

function readBody(media: ApiMedia, contentType: string, text: string): Json {
  switch (mediaKindOf(contentType)) {
    case 'json':
      return parseJson(text)
    case 'form':
      return readFormBody(media, text)
    case 'multipart':
      return readMultipartBody(media, parseMultipart(contentType, text) ?? [])
    case 'text':
      return readTextBody(media, text)
    case 'opaque':
      return text
  }
}
