import { readConfig } from '@giftcards/server'
import { afterEach, describe, expect, it } from 'vitest'
import { endProcesses, processTimeout, runProcess, startProcess } from './start-process.ts'
import { findFreePort, takePort } from './take-port.ts'

afterEach(endProcesses)

const openMockSession = (port: number) =>
  fetch(`http://127.0.0.1:${port}/v3/session`, { method: 'POST', headers: { 'x-cc-app': 'demo-app' } })

describe('MOCK_PORT', processTimeout, () => {
  it('starts the mock beside the server', { meta: { rules: ['D12-02'] } }, async () => {
    const port = await findFreePort()
    const server = await startProcess({ MOCK_PORT: String(port) })
    expect(server.stdout).toContain(`  Mock       http://127.0.0.1:${port}\n`)
    const answer = await openMockSession(port)
    expect([answer.status, await answer.json()]).toMatchObject([200, { renderAssets: true }])
    const { code, stderr } = await server.end()
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    await expect(openMockSession(port)).rejects.toThrow('fetch failed')
  })

  it('is 4010 unless set', { meta: { rules: ['D12-02'] } }, () => {
    expect(readConfig({}).mockPort).toBe(4010)
  })

  it('in use stops the whole start', { meta: { rules: ['D12-10'] } }, async () => {
    const [taken, port] = [await takePort(), await findFreePort()]
    const { code, stdout, stderr } = await runProcess({ PORT: String(port), MOCK_PORT: String(taken.port) })
    await taken.free()
    expect({ code, stderr }).toStrictEqual({
      code: 2,
      stderr: `The mock cannot start: 127.0.0.1:${taken.port} is in use; set MOCK_PORT to another port.\n`,
    })
    expect(stdout).not.toContain('Gift Card Marketplace sandbox')
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('leaves no mock behind a failed start', async () => {
    const [taken, mockPort] = [await takePort(), await findFreePort()]
    const { code, stderr } = await runProcess({ PORT: String(taken.port), MOCK_PORT: String(mockPort) })
    await taken.free()
    expect([code, stderr.split('\n').length]).toStrictEqual([2, 2])
    const next = await startProcessWhenFree({ MOCK_PORT: String(mockPort) })
    expect((await openMockSession(mockPort)).status).toBe(200)
    await next.end()
  })

  it('is free again after the server was killed', async () => {
    const env = { MOCK_PORT: String(await findFreePort()) }
    const killed = await startProcess(env)
    await killed.end('SIGKILL')
    const next = await startProcessWhenFree(env)
    expect((await openMockSession(Number(env.MOCK_PORT))).status).toBe(200)
    expect((await next.end()).code).toBe(0)
  })
})

/** The orphaned mock ends a moment after its parent. */
async function startProcessWhenFree(env: Readonly<Record<string, string>>, attempts = 5) {
  try {
    return await startProcess(env)
  } catch (error) {
    if (attempts === 1) throw error
    return startProcessWhenFree(env, attempts - 1)
  }
}
