import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, describe, expect, it } from 'vitest'
import { spawnGuarded } from './spawn-guarded.ts'
import { createFolder, endProcesses } from './start-process.ts'

afterEach(endProcesses)

describe('spawnGuarded', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('ends a server whose runner gets %s', async (signal) => {
    const runner = spawnGuarded(process.execPath, [
      join(import.meta.dirname, 'runner.fixture.ts'),
      createFolder(),
    ])
    await once(runner.child.stdout, 'data')
    const url = runner.output.stdout.trim()
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    expect(await isUp()).toBe(true)
    runner.child.kill(signal)
    await expect.poll(isUp).toBe(false)
    expect((await runner.ended).code).toBeNull()
  })
})
