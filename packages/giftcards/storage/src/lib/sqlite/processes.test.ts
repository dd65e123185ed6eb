import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Store } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../index.ts'
import { plentiful, sampleData } from '../suite/sample-data.ts'
import { temporaryPath } from '../testing/temporary-path.ts'

describe('openSqliteStore in several processes', () => {
  it('never oversells', async () => {
    const location = temporaryPath()
    const store = await open(location)
    await store.transaction((tx) => tx.seed({ ...sampleData, stock: [{ ...plentiful, onHand: 400 }] }))
    const answers = await Promise.all([1, 2].map(() => text(start('reserving-process', location).stdout)))
    const reserved = answers.map(Number)
    expect(reserved.reduce((sum, each) => sum + each, 0)).toBe(400)
    expect(await store.read((tx) => tx.findStock(plentiful))).toMatchObject({ onHand: 400, reserved: 400 })
  })

  it('opens one new file together, and keeps every answered commit of killed writers', async () => {
    const location = temporaryPath()
    const answered = await Promise.all(
      [40, 15].map((commits) => {
        const writer = start('counting-process', location)
        return readNumbers(writer.stdout, commits, () => writer.kill('SIGKILL'))
      }),
    )
    const numbers = answered.flat()
    expect(new Set(numbers).size).toBe(numbers.length)
    // At most one commit of each had no response yet.
    const store = await open(location)
    const next = await store.transaction((tx) => tx.nextNumber('card'))
    expect([1, 2, 3]).toContain(next - 200_000 - numbers.length)
    expect(numbers.length).toBeGreaterThanOrEqual(55)
  })
})

async function open(location: string): Promise<Store> {
  const store = await openSqliteStore({ location, mode: 'sandbox' })
  onTestFinished(() => store.close())
  return store
}

function start(script: string, location: string): ChildProcessByStdio<null, Readable, null> {
  const path = fileURLToPath(new URL(`../testing/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, location], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** The numbers a process prints; calls `enough` after `count` of them, and reads on until the process is gone. */
async function readNumbers(stdout: Readable, count: number, enough: () => void): Promise<readonly number[]> {
  const numbers: number[] = []
  const lines = createInterface(stdout)
  lines.on('line', (line) => {
    numbers.push(Number(line))
    if (numbers.length === count) enough()
  })
  await once(lines, 'close')
  return numbers
}
