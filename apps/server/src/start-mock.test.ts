import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startMockProcess } from './start-mock.ts'

describe('startMockProcess', () => {
  it('hides every unlisted variable from the mock', async () => {
    const [canary, mark] = [`canary-${randomUUID()}`, `mark-${randomUUID()}`]
    const secrets = ['JWT_PRIVATE_KEY', 'SANDBOX_KEY', 'AWS_SECRET_ACCESS_KEY', 'NODE_EXTRA_CA_CERTS']
    for (const name of secrets) vi.stubEnv(name, canary)
    // An allowed variable, to identify the processes of this test.
    vi.stubEnv('TZ', mark)
    onTestFinished(() => void vi.unstubAllEnvs())
    const mock = startMockProcess('127.0.0.1', 0)
    onTestFinished(() => mock.stop())
    expect(await mock.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    // `e` shows the environment of each process, and `ww` all of it.
    const { PATH } = process.env
    const lines = execFileSync('ps', ['axeww'], { encoding: 'utf8', env: { PATH } }).split('\n')
    // The process of the mock, and Prism, which it starts.
    expect(lines.filter((line) => line.includes(mark)).length).toBeGreaterThanOrEqual(2)
    expect(lines.filter((line) => line.includes(canary))).toStrictEqual([])
  })
})
