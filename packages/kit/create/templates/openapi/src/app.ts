import { contractRouter, errorHandler } from '@contract-kit/express'
import express, { type Express } from 'express'
import { requireCredentials } from './credentials.ts'
import { document } from './generated/document.ts'
import { handlers } from './handlers.ts'

/** The application: the document as a router, in an ordinary Express application. */
export async function createApp(): Promise<Express> {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(await contractRouter({ document, handlers, guards: requireCredentials }))
  app.use((_request, response) => {
    response
      .status(404)
      .type('application/problem+json')
      .json({ title: 'There is no such path', status: 404 })
  })
  app.use(errorHandler())
  return app
}
