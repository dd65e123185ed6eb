import { execFile } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CardRequest, type Order, storyAddress, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { generateClient, type GeneratorName } from './generate.ts'

/** The input of a purchase, in the terms of the contract. */
interface Wishes {
  readonly baseUrl: string
  readonly credentials: { readonly customer: { readonly email: string; readonly password: string } }
  readonly lines: readonly CardRequest[]
  readonly payment: object
  readonly address: typeof storyAddress
}

interface Bought {
  readonly outcome: object
  readonly order: Order
  readonly wallet: readonly object[]
}

interface PurchaseModule {
  readonly purchase: (wishes: Wishes) => Promise<Bought>
}

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const compilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  target: 'es2024',
  module: 'nodenext',
  types: [],
}

const sandbox = await useSandbox()

describe.each<GeneratorName>(['kubb', 'orval', 'openapi-zod-client'])('the client of %s', (name) => {
  let folder: string

  beforeAll(async () => {
    folder = await generateClient(name, sandbox.url)
    copyFileSync(join(import.meta.dirname, 'purchases', `${name}.ts`), join(folder, 'purchase.ts'))
  })

  it('compiles with a purchase that passes no User-Agent', async () => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['purchase.ts'] }))
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      (failure: { stdout: string }) => failure,
    )
    expect(stdout).toBe('')
  })

  it('buys the cards that are left, and is told which are missing', async () => {
    await sandbox.reset()
    const { purchase } = (await import(join(folder, 'purchase.ts'))) as PurchaseModule
    const { outcome, order, wallet } = await purchase({
      baseUrl: sandbox.url,
      credentials: { customer: { email: 'elite@example.com', password: 'correct-horse-battery' } },
      lines: [storyCard.pixelEcode(5), storyCard.harborB2B(1)],
      payment: storyPayments.ACH,
      address: storyAddress,
    })
    expect(outcome).toMatchObject({
      requested: 6,
      added: 4,
      details: [
        { merchantId: 103, requested: 5, added: 3, reason: 'Error, insufficient inventory' },
        { merchantId: 102, requested: 1, added: 1 },
      ],
    })
    expect(order).toMatchObject({
      status: 'Digitally Delivered',
      total: { order: '124.47', faceValue: '130.00' },
      coupon: {},
    })
    expect(wallet).toHaveLength(4)
    expect(wallet).toContainEqual(expect.objectContaining({ status: 'active', numberIsMasked: true }))
  })
})
