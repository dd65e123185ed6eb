import { createServer } from 'node:http'
import { openapiDocument } from '@giftcards/contract'
import express, { type ErrorRequestHandler } from 'express'
import { middleware } from 'express-openapi-validator'
import { readRecordedRoutes, toColonPath } from './recorded-routes.ts'
import { listenAndSayWhere } from './say-where.ts'

// As the README of express-openapi-validator sets it up: the document, requests and responses validated, an error handler.
const app = express()
app.use(express.json())
app.use(
  middleware({
    // The validator's own type of a document knows other extensions than ours.
    apiSpec: openapiDocument as never,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { partnerApp: () => true, sessionToken: () => true } },
  }),
)
for (const { method, path, status, body } of readRecordedRoutes()) {
  const answer: unknown = JSON.parse(body)
  app[method](toColonPath(path), (_request, response) => {
    response.status(status).json(answer)
  })
}
const answerError: ErrorRequestHandler = (
  error: { status?: number; message: string },
  _request,
  response,
  _next,
) => {
  response.status(error.status ?? 500).json({ message: [error.message] })
}
app.use(answerError)

listenAndSayWhere(createServer(app))
