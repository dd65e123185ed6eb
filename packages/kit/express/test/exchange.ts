import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type RequestHandler, type Response } from 'express'
import { onTestFinished } from 'vitest'
import {
  contractResponses,
  type Breach,
  type OnBreach,
  type OpenApiDocument,
  type Replacement,
} from '../src/index.ts'

/** Listens on a free port until the test ends, and returns the base URL. */
export async function serve(app: Express): Promise<string> {
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export interface ExchangeOptions {
  readonly document: OpenApiDocument
  readonly send: RequestHandler
  readonly url?: string
  readonly request?: RequestInit
  readonly basePath?: string
  readonly replacement?: Replacement
}

/** Sends one request through `contractResponses` to a handler. */
export async function exchange({
  document,
  send,
  url = '/pets',
  request,
  basePath,
  replacement,
}: ExchangeOptions) {
  const breaches: Breach[] = []
  const messages: string[] = []
  const app = express()
  app.disable('etag')
  const onBreach: OnBreach = (error) => {
    breaches.push(...error.breaches)
    messages.push(error.message)
    return replacement
  }
  app.use(contractResponses({ document, ...(basePath !== undefined && { basePath }), onBreach }), send)
  const received = await fetch((await serve(app)) + url, request)
  return { received, text: await received.text(), breaches, messages }
}

/** A document with `GET /pets` and the given responses. */
export const petsDocument = (
  responses: object,
  { openapi = '3.1.1', components = {} }: { openapi?: string; components?: object } = {},
): OpenApiDocument => ({
  openapi,
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { operationId: 'list-pets', responses } } },
  components,
})

/** The responses of an operation that returns 200 with JSON of a schema. */
export const json = (schema: unknown) => ({
  200: { description: 'OK', content: { 'application/json': { schema } } },
})

/** The breaches that `contractResponses` finds in a response, as `place at: message`. */
export async function findBreaches(
  document: OpenApiDocument,
  send: (response: Response) => unknown,
  method = 'GET',
) {
  const { breaches } = await exchange({
    document,
    send: (_request, response) => void send(response),
    request: { method },
  })
  return breaches.map(({ place, at, message }) => `${place}${at && ` ${at}`}: ${message}`)
}

/** The breaches in a body of JSON. */
export const findInBody = (document: OpenApiDocument, body: unknown) =>
  findBreaches(document, (response) => response.json(body))
