import { errorHandler } from '@contract-kit/express'
import { createSandbox } from '@contract-kit/sandbox'
import express, { type Express } from 'express'
import { openapiDocument } from './generated/document.ts'
import type { operations } from './generated/openapi.ts'
import { handlers } from './handlers.ts'

/** The application: your handlers, and for every operation without one a sandbox that remembers. */
export async function createApp(): Promise<Express> {
  const sandbox = await createSandbox({
    document: openapiDocument,
    // The only key or token, and user with password, that are let in. Check real ones before you serve anybody.
    credentials: ['test', 'test:test'],
    ...(process.env['STATE_FILE'] !== undefined && { stateFile: process.env['STATE_FILE'] }),
  })
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(await sandbox.router<operations>({ handlers }))
  app.use((request) => {
    throw Object.assign(new Error(`There is no path ${request.path}`), { status: 404 })
  })
  app.use(errorHandler(sandbox.errors))
  return app
}
