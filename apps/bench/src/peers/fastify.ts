import { fastify } from 'fastify'
import process from 'node:process'
import { toNativeSchemas } from './native-schemas.ts'
import { readRecordedRoutes, toColonPath } from './recorded-routes.ts'

// Fastify with its own features: requests validated, responses serialized by compiled schemas, no log. Its validator
// ignores keywords that OpenAPI adds to JSON Schema.
const app = fastify({ logger: false, ajv: { customOptions: { strict: false } } })
for (const { method, path, status, body } of readRecordedRoutes()) {
  const answer: unknown = JSON.parse(body)
  app.route({
    method,
    url: toColonPath(path),
    schema: toNativeSchemas(path, method),
    handler: (_request, reply) => reply.code(status).send(answer),
  })
}
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
