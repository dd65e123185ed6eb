import { contractRouter, errorHandler, type ErrorMapper, problemDetails } from '@contract-kit/express'
import express, { type Express } from 'express'
import { openapiDocument } from './generated/document.ts'
import { createHandlers, type Served } from './handlers.ts'
import { createHuts, type Huts } from './huts.ts'
import { requireSecurity } from './security.ts'

/** An ordinary Express application, with the contract as a router. */
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
    response.status(404).type('application/problem+json').json({ title: 'Path not found', status: 404 })
  })
  app.use(errorHandler(errors))
  return app
}

/** Responds with problem details. Logs internal errors, such as a response that breaks the contract, and does not reveal them. */
const errors: ErrorMapper = (error, request, response) => {
  const mapped = problemDetails(error, request, response)
  if (mapped.status >= 500) console.error(error instanceof Error ? error.stack : error)
  return mapped
}
