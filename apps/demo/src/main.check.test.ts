import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'

/** The demo and its sandbox end together with the test runner. */
function startDemo(...args: readonly string[]) {
  const endWithParent = import.meta.resolve('@giftcards/server/end-with-parent')
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', endWithParent, main, ...args], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

describe('npm run demo', () => {
  it('stops its sandbox when it is interrupted', async () => {
    const { child, output, ended } = startDemo()
    while (!output.stdout.includes('1. Open a session') && child.exitCode === null)
      await Promise.race([once(child.stdout ?? child, 'data'), ended])
    child.kill('SIGINT')
    expect({ code: await ended, stderr: output.stderr }).toStrictEqual({ code: 130, stderr: '' })
    expect(output.stdout).not.toMatch(/no answer|again in/)
    await expect(fetch(/http:\S+/.exec(output.stdout)?.[0] ?? '')).rejects.toThrow('fetch failed')
  })

  it('reports wrong use by its exit code', async () => {
    expect(await startDemo('--speed').ended).toBe(2)
  })
})
