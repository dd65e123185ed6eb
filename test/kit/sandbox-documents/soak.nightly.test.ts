import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Soak } from './soak.ts'

/** Documents with collections, jobs, actions and uploads, and one of another author. */
const names = ['tickets', 'library', 'renders', 'stays', 'gift-cards']

/** `node soak.ts <name> 20000` is the long run. */
const requestsEach = 5_000

const run = promisify(execFile)

async function soakInProcess(name: string): Promise<Soak> {
  const script = join(import.meta.dirname, 'soak.ts')
  const { stdout } = await run(process.execPath, ['--expose-gc', script, name, String(requestsEach)])
  return JSON.parse(stdout) as Soak
}

describe('random requests', () => {
  it('get no undocumented 5xx status and no response that breaks the document, and leave nothing behind', async () => {
    const waiting = [...names]
    const soaks: Soak[] = []
    const work = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        soaks.push(await soakInProcess(name))
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    expect(soaks.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThanOrEqual(
      names.length * requestsEach,
    )
    expect(
      soaks.flatMap(({ name, serverErrors, faults }) =>
        [...serverErrors, ...faults].map((one) => `${name}: ${one}`),
      ),
    ).toStrictEqual([])
  })
})
