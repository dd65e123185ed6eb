import process from 'node:process'
import { bindApi, createHttpApp, listen, readContract } from '@giftcards/server'
import { createGrownDocument, listGrownOperations, thing } from './grown-document.ts'

// The server's HTTP layer alone, on a document of the size that `OPERATIONS` names.
const count = Number(process.env['OPERATIONS'])
const app = createHttpApp({
  apis: [
    bindApi({
      contract: readContract(createGrownDocument(count)),
      handlers: Object.fromEntries(
        listGrownOperations(count).map(({ operationId, method }) => [
          operationId,
          async () => ({ status: method === 'get' ? 200 : 201, body: thing }),
        ]),
      ),
      malformedPathParameter: (_id, name) => ({ status: 404, messages: [name], code: 'not_found' }),
    }),
  ],
})
await app.ready()
const { url } = await listen(app.handler, {
  host: '127.0.0.1',
  port: 0,
  messages: app.messages,
})
process.stdout.write(`${url}\n`)
