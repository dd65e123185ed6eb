import { createServer } from 'node:http'
import process from 'node:process'
import { contractRouter, type OpenApiDocument } from '@contract-kit/express'
import express from 'express'
import { listenAndSayWhere } from '../say-where.ts'
import { createGrownDocument, listGrownOperations, thing } from './grown-document.ts'

// The router of the kit alone, on a document of the size that `OPERATIONS` names.
const count = Number(process.env['OPERATIONS'])
const app = express()
app.use(
  await contractRouter<Record<string, unknown>>({
    document: createGrownDocument(count) as OpenApiDocument,
    handlers: Object.fromEntries(
      listGrownOperations(count).map(({ operationId, method }) => [
        operationId,
        async () => ({ status: method === 'get' ? 200 : 201, body: thing }),
      ]),
    ) as never,
    prepare: false,
  }),
)

listenAndSayWhere(createServer(app))
