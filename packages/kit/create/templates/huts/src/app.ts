import { contractRouter, errorHandler } from '@contract-kit/express'
import express, { type Express } from 'express'
import { openapiDocument } from './generated/document.ts'
import { createHandlers, type Served } from './handlers.ts'
import { createHuts, type Huts } from './huts.ts'
import { requireSecurity } from './security.ts'

/** The application: the contract as a router, in an ordinary Express application. */
export async function createApp(huts: Huts = createHuts()): Promise<Express> {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(
    await contractRouter<Served>({
      document: openapiDocument,
      handlers: createHandlers(huts),
      guards: requireSecurity,
    }),
  )
  app.use((_request, response) => {
    response
      .status(404)
      .type('application/problem+json')
      .json({ title: 'There is no such path', status: 404 })
  })
  app.use(errorHandler())
  return app
}
