import { once } from 'node:events'
import { Agent, request as openRequest } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import express, { type ErrorRequestHandler } from 'express'
import * as fc from 'fast-check'
import { contractRouter } from '../../src/index.ts'
import { echo } from '../service.ts'
import { envelopesDocument, formsDocument, uploadsDocument } from './documents.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'

const documents = [formsDocument, envelopesDocument, uploadsDocument]

/** What a run has found. */
export interface HostileReport {
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>
  /** Media types of bodies that were accepted. */
  readonly accepted: ReadonlySet<string>
  /** Bytes of the heap after each tenth of the run. */
  readonly heaps: readonly number[]
}

/** An application that serves the documents, with handlers that return their input. */
export async function createHostileApp(): Promise<express.Express> {
  const app = express()
  for (const document of documents)
    app.use(
      await contractRouter({
        document,
        handlers: echoesOf(document) as never,
        onNote: () => undefined,
      }),
    )
  app.use((_request, response) => void response.status(404).end())
  // An error that reaches the application is none of a router.
  app.use(
    ((_error, _request, response, _next) => void response.status(599).end()) satisfies ErrorRequestHandler,
  )
  return app
}

const echoesOf = ({ paths }: { readonly paths: object }): object =>
  Object.fromEntries(
    Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [`${method.toUpperCase()} ${path}`, echo]),
    ),
  )

/** Sends so many random requests. Rejects with the smallest one that finds a fault of the server. */
export async function runHostile(url: string, count: number, seed: number): Promise<HostileReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = new Map<number, number>()
  const accepted = new Set<string>()
  const heaps: number[] = []
  const property = fc.asyncProperty(
    fc.oneof(...documents.map((document) => hostileRequests(document))),
    async (sent) => {
      const status = await send(url, agent, sent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200 && sent.body !== undefined)
        accepted.add(sent.headers['content-type']?.split(';')[0] ?? '')
      if (status >= 500) throw new Error(`The status is ${status}.`)
    },
  )
  try {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await fc.assert(property, { numRuns: count / 10, seed: seed + tenth })
      heaps.push(measureHeap())
    }
  } finally {
    agent.destroy()
  }
  return { statuses, accepted, heaps }
}

async function send(url: string, agent: Agent, { method, target, headers, body }: HostileRequest) {
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': body.length }
  const request = openRequest({
    agent,
    hostname,
    port,
    method,
    path: target,
    headers: { ...headers, ...length },
  })
  request.end(body)
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode as number
}

/** Bytes in use after a collection of garbage. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
