import { errorHandler } from '@contract-kit/express'
import { createSandbox } from '@contract-kit/sandbox'
import express, { type Express } from 'express'
import { openapiDocument } from './generated/document.ts'
import type { operations } from './generated/openapi.ts'
import { handlers } from './handlers.ts'

/** The application: your handlers, and a stateful sandbox for every operation without a handler. */
export async function createApp(): Promise<Express> {
  const sandbox = await createSandbox({
    document: openapiDocument,
    // The only accepted key or token, and user with password. Replace them before production.
    credentials: ['test', 'test:test'],
    ...(process.env['STATE_FILE'] !== undefined && { stateFile: process.env['STATE_FILE'] }),
  })
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(await sandbox.router<operations>({ handlers }))
  app.use((request) => {
    throw Object.assign(new Error(`Path not found: ${request.path}`), { status: 404 })
  })
  app.use(errorHandler(sandbox.errors))
  return app
}
