import { get } from 'node:http'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { errorHandler } from '@contract-kit/express'
import { createErrorMapper } from '../wire/error-responses.ts'
import { listen } from '../listen.ts'
import { requireThisMachine } from './sandbox-api.ts'

/** The status of a request from this machine with these headers, by a server with these trusted proxies. */
async function statusOf(headers: Readonly<Record<string, string>>, trusted: readonly string[] = []) {
  const app = express()
    .set('trust proxy', trusted)
    .use(requireThisMachine, (_request, response) => void response.end())
    .use(errorHandler(createErrorMapper({ defect: () => undefined })))
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const { port } = listening
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const host = `127.0.0.1:${port}`
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('HOST', host)])
  get({ host: '127.0.0.1', port, headers: { host, ...Object.fromEntries(filled) } }, (response) =>
    resolve(response.resume().statusCode),
  )
  const status = await promise
  await listening.close({ graceMs: 0 })
  return status
}

describe('requireThisMachine', () => {
  it.each([
    ['a program', {}],
    ['a program that names localhost', { host: 'localhost:3000' }],
    ['a program that names ::1', { host: '[::1]:3000' }],
    ['a page of its own', { origin: 'http://HOST' }],
  ])('lets %s pass', async (_name, headers) => {
    expect(await statusOf(headers)).toBe(200)
  })

  it.each([
    ['a page of another site', { origin: 'https://shop.example.com' }],
    ['a page of another port', { origin: 'http://127.0.0.1:8080' }],
    ['a page without an origin to name', { origin: 'null' }],
    ['a name that resolves to here', { host: 'shop.example.com', origin: 'http://shop.example.com' }],
    ['a request that a proxy forwarded', { 'x-forwarded-for': '127.0.0.1' }],
    ['a request that a proxy names otherwise', { forwarded: 'for=127.0.0.1' }],
    ['a request with a forwarded protocol', { 'x-forwarded-proto': 'https' }],
  ])('refuses %s', async (_name, headers) => {
    expect(await statusOf(headers)).toBe(401)
  })

  it('judges the forwarded address behind a trusted proxy', async () => {
    expect(await statusOf({ 'x-forwarded-for': '192.0.2.7' }, ['loopback'])).toBe(401)
    expect(await statusOf({ 'x-forwarded-for': '127.0.0.1' }, ['loopback'])).toBe(200)
  })
})
