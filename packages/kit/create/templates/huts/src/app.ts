import { contractRouter, errorHandler, type ErrorMapper, problemDetails } from '@contract-kit/express'
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
      errors,
    }),
  )
  app.use((_request, response) => {
    response
      .status(404)
      .type('application/problem+json')
      .json({ title: 'There is no such path', status: 404 })
  })
  app.use(errorHandler(errors))
  return app
}

/** Problem details. A fault of the server's own, such as a response that breaks the contract, is logged and has no details. */
const errors: ErrorMapper = (error, request, response) => {
  const mapped = problemDetails(error, request, response)
  if (mapped.status >= 500) console.error(error instanceof Error ? error.stack : error)
  return mapped
}
