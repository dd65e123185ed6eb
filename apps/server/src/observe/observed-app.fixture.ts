import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express, { type RequestHandler } from 'express'
import { onTestFinished } from 'vitest'
import type { ObservedLocals } from './locals.ts'

/** An Express application under observation, with routes of every kind. */
export interface ObservedApp {
  readonly url: string
  /** Resolves once this many requests of `POST /held` have arrived; `release` responds to them. */
  arrived(count: number): Promise<void>
  release(): void
  /** Opens a connection and sends raw bytes. */
  send(bytes: string): Promise<Socket>
}

const leave =
  (locals: Partial<ObservedLocals>): RequestHandler =>
  (_request, response, next) => {
    Object.assign(response.locals, locals)
    next()
  }

const operation = (operationId: string, method: string, path: string) =>
  leave({ operation: { operationId, method, path } })

/** Starts the application on a free port until the test is over. */
export async function startObservedApp(middleware: readonly RequestHandler[]): Promise<ObservedApp> {
  const held = Promise.withResolvers<void>()
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let arrivals = 0

  const app = express()
  app.use((request, response, next) => {
    const requestId = request.get('x-request-id') ?? 'r-1'
    Object.assign(response.locals, { requestId, address: '192.0.2.1' } satisfies ObservedLocals)
    next()
  })
  app.use(...middleware)
  app.get('/healthz', leave({ route: '/healthz' }), (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/v3/orders/:id', operation('getOrder', 'GET', '/v3/orders/{orderId}'), (_request, response) => {
    response.status(404).set('x-error-code', 'order_not_found').json({ message: [] })
  })
  app.post('/held', operation('hold', 'POST', '/held'), async (_request, response) => {
    arrivals += 1
    for (const { count, resolve } of waiting) if (arrivals >= count) resolve()
    await held.promise
    response.end()
  })
  app.get('/overview', operation('getOverview', 'GET', '/overview'), (request, response) => {
    response.status(request.query['away'] === undefined ? 200 : 503).end()
  })
  app.use((_request, response) => {
    response.status(404).set('x-error-code', 'not_found').end()
  })

  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    held.resolve()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrived: (count) =>
      arrivals >= count
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ count, resolve: () => resolve() })),
    release: () => held.resolve(),
    async send(bytes) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(bytes)
      return socket
    },
  }
}
