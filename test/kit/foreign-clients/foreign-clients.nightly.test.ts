import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ClientOptions, createApiClient, type Operations } from '@contract-kit/client'
import { generateClient } from '@contract-kit/client/generate'
import { contractRouter, type ErrorMapper, type OpenApiDocument, RequestError } from '@contract-kit/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ferryCalls, printShopCalls } from './calls.ts'
import { type Handled, readHandlers } from './read-handlers.ts'

/** Documents in styles other than this project's, written for tests of the generator. */
const documents = join(import.meta.dirname, '../../../packages/kit/client/test/generate')
/** Inside the workspace, so that the generated code finds the packages. */
const generated = join(import.meta.dirname, '../.results/foreign-clients')

type AnyMethods = Readonly<
  Record<string, (input?: object) => Promise<unknown> & { withResponse(): Promise<{ status: number }> }>
>

describe.each([
  { name: 'ferries', file: 'ferries.yaml', base: '/v1', calls: ferryCalls, errors: undefined },
  {
    name: 'print-shop',
    file: 'print-shop.json',
    base: '/api',
    calls: printShopCalls,
    // Its errors are not problem details.
    errors: ((error) => ({
      status: error instanceof RequestError ? error.status : 500,
      body: { code: 'bad_request', message: String(error) },
    })) satisfies ErrorMapper,
  },
])('a client of $name', ({ name, file, base, calls, errors }) => {
  const document = parse(readFileSync(join(documents, file), 'utf8')) as OpenApiDocument
  const { text } = generateClient(document)
  const handled: Handled[] = []
  let server: Server
  let operations: Operations
  let client: AnyMethods

  const createClient = (options: Partial<ClientOptions> = {}): AnyMethods => {
    const { port } = server.address() as AddressInfo
    const baseUrl = `http://127.0.0.1:${port}${base}`
    return createApiClient<AnyMethods>(operations, { baseUrl, retry: false, ...options })
  }

  beforeAll(async () => {
    mkdirSync(generated, { recursive: true })
    writeFileSync(join(generated, `${name}.ts`), text)
    ;({ operations } = (await import(join(generated, `${name}.ts`))) as { operations: Operations })
    const { handlers, document: served } = readHandlers(document, (call) => handled.push(call))
    server = createServer(
      express().use(
        await contractRouter({ document: served, handlers, basePath: base, ...(errors && { errors }) }),
      ),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    client = createClient()
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(join(generated, `${name}.ts`))
  })

  it('compiles', async () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2024', 'dom'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      allowImportingTsExtensions: true,
      types: [],
    }
    const project = join(generated, `tsconfig.${name}.json`)
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
    const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(
      (failure: { stdout: string }) => failure,
    )
    expect(stdout).toBe('')
  })

  it('is tried with every operation', () => {
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(Object.keys(operations)))
  })

  it.each(calls)('$method reaches its handler, validated', async ({ method, input, received, data }) => {
    handled.length = 0
    const result = await client[method]?.(input)
    expect(handled).toMatchObject([{ method, ...received }])
    expect(result instanceof Blob ? await result.text() : await readStream(result)).toEqual(data)
  })

  it('reads problems of the server', async () => {
    const [{ method, wrong }] = calls.filter((call) => call.wrong !== undefined) as [(typeof calls)[number]]
    await expect(client[method]?.(wrong)).rejects.toMatchObject({ name: 'ApiError', status: 400 })
  })

  it('tries again after a lost response', async () => {
    const [{ method, input, data }] = calls.filter(({ isRetried }) => isRetried) as [(typeof calls)[number]]
    let attempts = 0
    const flaky = createClient({
      retry: { baseDelayMs: 1 },
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        attempts++
        if (attempts === 1)
          throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
        return response
      },
    })
    expect(await flaky[method]?.(input)).toEqual(data)
    expect(attempts).toBe(2)
  })
})

/** Returns the text of a stream, or any other value unchanged. */
async function readStream(value: unknown): Promise<unknown> {
  return value instanceof ReadableStream ? new Response(value).text() : value
}
