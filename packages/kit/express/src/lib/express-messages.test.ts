import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { expressMessages } from './express-messages.ts'

/** What a listener sees of a request before and after an application has handled it. */
async function handle(hasOwnMessages: boolean) {
  const app = express()
  const messages = expressMessages(app)
  app.get('/ip', (request, response) => void response.status(201).json(request.query))
  const seen: object[] = []
  const listener: RequestListener = (request, response) => {
    seen.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object)
    app(request, response)
    seen.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object)
  }
  const server = createServer(hasOwnMessages ? messages : {}, listener)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/ip?a=1`)
  return { app, seen, status: answer.status, body: await answer.text() }
}

it('messages of an application keep their prototypes', async () => {
  const { app, seen, status, body } = await handle(true)
  expect([status, body]).toStrictEqual([201, '{"a":"1"}'])
  expect(seen.map((prototype, index) => prototype === [app.request, app.response][index % 2])).toStrictEqual([
    true,
    true,
    true,
    true,
  ])
  expect(app.request).toBeInstanceOf(IncomingMessage)
  expect(app.response).toBeInstanceOf(ServerResponse)
})

it('an application handles other messages as well, by changing theirs', async () => {
  const { app, seen, status, body } = await handle(false)
  expect([status, body]).toStrictEqual([201, '{"a":"1"}'])
  expect(seen[0]).toBe(IncomingMessage.prototype)
  expect(seen[2]).toBe(app.request)
})
