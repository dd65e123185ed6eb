import { readdirSync } from 'node:fs'
import { readConfig } from '@giftcards/server'
import { afterEach, describe, expect, it } from 'vitest'
import { openSession } from '../sandbox/partner.ts'
import { createFolder, endProcesses, processTimeout, startProcess } from './start-process.ts'
import { findFreePort } from './take-port.ts'

afterEach(endProcesses)

describe('HOST and PORT', processTimeout, () => {
  it('say where the server listens', { meta: { rules: ['D12-01'] } }, async () => {
    const { host, port } = readConfig({})
    expect([host, port]).toStrictEqual(['127.0.0.1', 3000])
    const free = await findFreePort()
    const server = await startProcess({ HOST: 'localhost', PORT: String(free) })
    expect(server.url).toBe(`http://localhost:${free}`)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('leave other interfaces alone', { meta: { rules: ['D12-01'] } }, async () => {
    const server = await startProcess()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    const elsewhere = server.url.replace('127.0.0.1', '[::1]')
    await expect(fetch(`${elsewhere}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('DATABASE_URL', processTimeout, () => {
  it('sqlite::memory: leaves no file', { meta: { rules: ['D12-04'] } }, async () => {
    const folder = createFolder()
    const server = await startProcess({ DATABASE_URL: 'sqlite::memory:' }, folder)
    const partner = await openSession(server.url)
    await partner.login('elite@example.com')
    expect((await partner.call('createCart', { body: { action: 'buy' } })).status).toBe(201)
    expect(readdirSync(folder)).toStrictEqual([])
    expect((await server.end()).code).toBe(0)
    expect(readdirSync(folder)).toStrictEqual([])
  })
})
