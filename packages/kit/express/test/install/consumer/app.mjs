import { contractRouter } from '@contract-kit/express'
import express from 'express'

/** An application as somebody else would write it; prints its port and runs until its input ends. */
const document = {
  openapi: '3.1.1',
  info: { title: 'Greetings', version: '1.0.0' },
  paths: {
    '/greetings/{name}': {
      get: {
        operationId: 'greet',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 5 } }],
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
          '4XX': { description: 'Error', content: { 'application/problem+json': {} } },
        },
      },
    },
  },
}
const handlers = { greet: ({ path }) => ({ status: 200, body: { text: `Hello, ${path.name}` } }) }
const app = express().use(await contractRouter({ document, handlers }))
const server = app.listen(0, '127.0.0.1', () => console.log(process.version, server.address().port))
process.stdin.resume().once('end', () => process.exit())
