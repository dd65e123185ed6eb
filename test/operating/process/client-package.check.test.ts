import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot, type Sandbox, sendRaw, startSandbox } from '@giftcards/test-harness'
import { runProgram } from '@giftcards/test-harness/process'

const path = '/sandbox/giftcards-client.tgz'

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = mkdtempSync(join(tmpdir(), 'giftcards-client-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sandbox.close()
})

/** The program of a partner, which uses the types of the responses. */
const purchase = (
  baseUrl: string,
): string => `import { createPartnerClient, formatDollars, type Order, toCents } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'

const baseUrl = '${baseUrl}'
await createSandboxClient({ baseUrl }).resetSandbox()
const client = createPartnerClient({
  baseUrl,
  appId: 'demo-app',
  credentials: { email: 'elite@example.com', password: 'correct-horse-battery' },
})
const { buyOrder } = await client.checkout({
  cards: [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 }],
  payment: { method: 'ACH', details: { id: 7001 } },
  shippingDetails: {
    firstname: 'Erin',
    lastname: 'Elm',
    street: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    postcode: '97201',
  },
})
const order: Order = await client.waitForFulfilment(buyOrder.orderId)
// @ts-expect-error An order has no such member.
console.log(order.status, formatDollars(toCents(order.total.due)), order.nothing)
`

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
}

describe('the client of a sandbox', () => {
  it('installs by its address alone, compiles and buys a card', async () => {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
    write('package.json', '{ "private": true, "type": "module" }')
    write('buy.ts', purchase(sandbox.url))
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['buy.ts'] }))
    // There is no registry at this address: the tarball contains everything.
    const npm = [
      'install',
      '--allow-remote=root',
      `${sandbox.url}${path}`,
      '--registry',
      'http://127.0.0.1:9',
      '--no-audit',
      '--no-fund',
    ]
    const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), HOME: folder }
    expect(await runProgram('npm', npm, { cwd: folder, env })).toMatchObject({ code: 0 })
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    expect(await runProgram(process.execPath, [tsc, '-p', folder], { cwd: folder })).toStrictEqual({
      stdout: '',
      stderr: '',
      code: 0,
    })
    expect(await runProgram(process.execPath, ['buy.ts'], { cwd: folder, env })).toStrictEqual({
      stdout: 'Digitally Delivered $44.83 undefined\n',
      stderr: '',
      code: 0,
    })
  })

  it('is sent as a file that a reader may keep until it changes', async () => {
    const { status, headers } = await sendRaw(sandbox.url, { method: 'GET', path })
    expect([status, headers.get('cache-control')]).toStrictEqual([200, 'no-cache'])
    const modified = headers.get('last-modified') ?? ''
    const again = await sendRaw(sandbox.url, {
      method: 'GET',
      path,
      headers: [['if-modified-since', modified]],
    })
    expect(again.status).toBe(304)
  })
})
