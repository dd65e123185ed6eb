import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startMockProcess } from './start-mock.ts'

/** A port that was free a moment ago. It also distinguishes the processes of this test from all others. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('startMockProcess', () => {
  it('hides every unlisted variable from the mock', { timeout: 60_000 }, async () => {
    const secrets = ['JWT_PRIVATE_KEY', 'SANDBOX_KEY', 'AWS_SECRET_ACCESS_KEY', 'NODE_EXTRA_CA_CERTS']
    for (const name of secrets) vi.stubEnv(name, `canary-${name}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const port = await findFreePort()
    const mock = startMockProcess('127.0.0.1', port)
    onTestFinished(() => mock.stop())
    expect(await mock.ready).toBe(`http://127.0.0.1:${port}`)
    // `e` shows the environment of each process, and `ww` all of it.
    const processes = execFileSync('ps', ['axeww'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`MOCK_PORT=${port}`) || line.includes(`--port ${port}`))
    // The process of the mock, and Prism, which it starts.
    expect(processes.length).toBeGreaterThanOrEqual(2)
    expect(processes.filter((line) => line.includes('canary-'))).toStrictEqual([])
  })
})
