import { createServer } from 'node:http'
import express from 'express'
import { readRecordedRoutes, toColonPath } from './recorded-routes.ts'
import { listenAndSayWhere } from './say-where.ts'

// Express as its own guide sets it up: bodies are parsed, nothing is validated, the response is made JSON anew each time.
const app = express()
app.use(express.json())
for (const { method, path, status, body } of readRecordedRoutes()) {
  const answer: unknown = JSON.parse(body)
  app[method](toColonPath(path), (_request, response) => {
    response.status(status).json(answer)
  })
}

listenAndSayWhere(createServer(app))
