import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../sandbox/partner.ts'
import { endProcesses, processTimeout, type ServerProcess, startProcess } from './start-process.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startProcess()
})
afterAll(endProcesses)

/** The lines between "Try it" and the next sentence, as a person would copy them. */
function printedSession(stdout: string): string {
  const [, session] = /Try it, in another terminal:\n\n([\s\S]*?)\n\nStart over/.exec(stdout) ?? []
  if (session === undefined) throw new Error(`No session in: ${stdout}`)
  return session
}

/** Runs the printed session as a person would; the answers it prints. */
async function runSession(): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)('bash', ['-c', printedSession(server.stdout)])
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line.trim()))
}

describe('banner', processTimeout, () => {
  it(
    'names every address and whom to log in as, and no mock at MOCK_PORT 0',
    { meta: { rules: ['D12-02'] } },
    async () => {
      for (const path of ['', '/docs', '/docs/rules', '/openapi.json', '/docs/sandbox', '/sandbox']) {
        expect(server.stdout).toContain(`  ${server.url}${path}\n`)
        const { status } = await fetch(server.url + (path || '/healthz'))
        expect([path, status]).toStrictEqual([path, 200])
      }
      expect(server.stdout).not.toContain('Mock ')
      expect(server.stdout).toContain(`elite@example.com, standard@example.com  (password ${demoPassword})`)
      await (await openSession(server.url)).login('elite@example.com')
      await (await openSession(server.url)).login('standard@example.com')
    },
  )

  it('prints a session that works as printed', async () => {
    const wallet = { number: expect.stringMatching(/^\*{4}\d{4}$/) as string, numberIsMasked: true }
    expect(await runSession()).toMatchObject([
      { buyOrder: { id: 100_001, status: 'Processing' } },
      { id: 200_001, order: { orderNum: 100_001 }, ...wallet },
    ])
    expect(await runSession()).toMatchObject([
      { buyOrder: { id: 100_002, status: 'Processing' } },
      { id: 200_002, order: { orderNum: 100_002 }, ...wallet },
    ])
  })

  it('prints how to start over', async () => {
    const [, command = ''] = /Start over with: (.+?) {2,}/.exec(server.stdout) ?? []
    const { stdout } = await promisify(execFile)('bash', ['-c', `API=${server.url}; ${command}`])
    expect(JSON.parse(stdout)).toMatchObject({ frozen: false })
  })
})
