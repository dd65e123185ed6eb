import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@contract-kit/packaging/consumer-project'
import { installTools, runtimePath } from '@contract-kit/packaging/installed-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClient } from './install-client.ts'
import { startPartnerServer } from './partner-server.ts'

const tools = await installTools()
const runtimes = ['node-20', 'node-22', 'node-24', 'bun', 'deno'] as const
const modules = ['purchase.mjs', 'purchase.cjs']
const cases = runtimes.flatMap((runtime) => modules.map((module) => ({ runtime, module })))

const purchase = [
  'cart 200 with 2 cards',
  'coupon true Invalid coupon',
  'order Processing, then Digitally Delivered true',
  'raw 200 Digitally Delivered',
  'warnings 0',
  'sandbox function',
]
const orders = Array.from({ length: 26 }, () => 'getOrder').join(' ')
const operations = `createSession login createCart applyCoupon checkout ${orders}`

let project: Project

beforeAll(async () => {
  project = await installClient()
})

afterAll(() => project.remove())

/** Runs a module on a runtime, with the least permissions. */
async function run(runtime: (typeof runtimes)[number], args: readonly string[]): Promise<readonly string[]> {
  const permissions = runtime === 'deno' ? ['run', '--allow-read', '--allow-net=127.0.0.1'] : []
  const printed = await project.run(runtimePath(tools, runtime), [...permissions, ...args])
  return printed.trimEnd().split('\n')
}

describe('an empty project with the client', () => {
  it('has nothing else but the kit and openapi-fetch', async () => {
    const installed = await readdir(join(project.folder, 'node_modules'))
    expect(installed.filter((name) => !name.startsWith('.'))).toStrictEqual([
      '@contract-kit',
      '@giftcards',
      'openapi-fetch',
      'openapi-typescript-helpers',
      'yaml',
    ])
  })

  it.each([
    ['node-20', 'v20.'],
    ['node-22', 'v22.'],
    ['node-24', 'v24.'],
  ] as const)('is tried on %s of version %s', async (runtime, version) => {
    expect(await run(runtime, ['--version'])).toStrictEqual([expect.stringContaining(version)])
  })

  it.concurrent.each(cases)('buys from the fake with $module on $runtime', async ({ module, runtime }) => {
    expect(await run(runtime, [module])).toStrictEqual([...purchase, operations])
  })

  it.concurrent.each(cases)('buys over HTTP with $module on $runtime', async ({ module, runtime }) => {
    await using server = await startPartnerServer()
    expect(await run(runtime, [module, server.url])).toStrictEqual(purchase)
    expect(server.fake.calls.map(({ operationId }) => operationId).join(' ')).toBe(operations)
  })
})
