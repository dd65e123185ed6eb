import { createServer } from 'node:http'
import process from 'node:process'
import express from 'express'
import { middleware } from 'express-openapi-validator'
import { toColonPath } from '../recorded-routes.ts'
import { listenAndSayWhere } from '../say-where.ts'
import { createGrownDocument, listGrownOperations, thing } from './grown-document.ts'

// Express and express-openapi-validator on a document of the size that `OPERATIONS` names.
const count = Number(process.env['OPERATIONS'])
const app = express()
app.use(express.json())
// The validator's own type of a document knows other extensions than ours.
const apiSpec = createGrownDocument(count) as never
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true }))
for (const { method, path } of listGrownOperations(count)) {
  app[method](toColonPath(path), (_request, response) => {
    response.status(method === 'get' ? 200 : 201).json(thing)
  })
}

listenAndSayWhere(createServer(app))
