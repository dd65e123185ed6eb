import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, it } from 'vitest'
import { runBench } from './bench.ts'

const folder = mkdtempSync(join(tmpdir(), 'giftcards-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const number = expect.any(Number) as number

describe('runBench', () => {
  it('has figures of every work and server, and of the client', async () => {
    const steps: string[] = []
    const report = await runBench({
      parts: ['requests', 'client'],
      others: [],
      connections: 1,
      requests: 2,
      rounds: 1,
      warmUp: 0,
      calls: 2,
      onStep: (text) => steps.push(text),
    })
    const numbers = { cpuUs: number, perSecond: number, p99Ms: number, timesByHand: number }
    const works = ['Read the balance', 'Fetch the cart', 'Change a quantity in the cart']
    expect(report.requests).toEqual(
      works.flatMap((work) => ['by-hand', 'sqlite'].map((side) => ({ work, side, ...numbers }))),
    )
    expect(report.requests?.filter(({ side }) => side === 'by-hand')).toMatchObject(
      works.map(() => ({ timesByHand: 1 })),
    )
    expect(report.client).toEqual([
      {
        clientWallUs: number,
        openapiFetchWallUs: number,
        addedWallPercent: number,
        clientCpuUs: number,
        openapiFetchCpuUs: number,
        addedCpuPercent: number,
      },
    ])
    expect(report).toMatchObject({ size: { rounds: 1 }, machine: { node: process.version } })
    expect(steps).toContain('requests: round 1 of 1')
  })
})

describe('startServer', () => {
  const server = join(folder, 'server.mjs')
  writeFileSync(
    server,
    `import { createServer } from 'node:http'
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => {
      console.log('http://127.0.0.1:' + server.address().port)
    })`,
  )
  const parent = join(folder, 'parent.mjs')
  writeFileSync(
    parent,
    `import { startServer } from ${JSON.stringify(import.meta.resolve('./processes.ts'))}
    process.send((await startServer({ file: ${JSON.stringify(server)} })).url)`,
  )

  it('ends the server with this process, however that ends', async () => {
    const child = fork(parent)
    const [url] = (await once(child, 'message')) as [string]
    expect((await fetch(url)).status).toBe(200)
    child.kill('SIGKILL')
    await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone')
  })
})
