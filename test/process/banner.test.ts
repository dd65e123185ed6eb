import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { demoPassword } from '@giftcards/server'
import { afterEach, describe, expect, it } from 'vitest'
import { openSession } from '../sandbox/partner.ts'
import { endProcesses, processTimeout, startProcess } from './start-process.ts'

afterEach(endProcesses)

/** The lines between "Try it" and the next sentence, as a person would copy them. */
function printedSession(stdout: string): string {
  const [, session] = /Try it, in another terminal:\n\n([\s\S]*?)\n\nStart over/.exec(stdout) ?? []
  if (session === undefined) throw new Error(`No session in: ${stdout}`)
  return session
}

describe('banner', processTimeout, () => {
  it('names every address and whom to log in as', async () => {
    const server = await startProcess()
    for (const path of ['', '/docs', '/docs/rules', '/openapi.json', '/docs/sandbox']) {
      expect(server.stdout).toContain(`  ${server.url}${path}\n`)
      const { status } = await fetch(server.url + (path || '/healthz'))
      expect([path, status]).toStrictEqual([path, 200])
    }
    expect(server.stdout).not.toContain('Mock ')
    expect(server.stdout).toContain(`elite@example.com, standard@example.com  (password ${demoPassword})`)
    await (await openSession(server.url)).login('elite@example.com')
    await (await openSession(server.url)).login('standard@example.com')
  })

  it('prints a session that works as printed', async () => {
    const server = await startProcess()
    const run = async () => {
      const { stdout } = await promisify(execFile)('bash', ['-c', printedSession(server.stdout)])
      return stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line.trim()))
    }
    const wallet = { number: expect.stringMatching(/^\*{4}\d{4}$/) as string, numberIsMasked: true }
    expect(await run()).toMatchObject([
      { buyOrder: { id: 100_001, status: 'Processing' } },
      { id: 200_001, order: { orderNum: 100_001 }, ...wallet },
    ])
    expect(await run()).toMatchObject([
      { buyOrder: { id: 100_002, status: 'Processing' } },
      { id: 200_002, order: { orderNum: 100_002 }, ...wallet },
    ])
  })

  it('prints how to start over', async () => {
    const server = await startProcess()
    const [, command = ''] = /Start over with: (.+?) {2,}/.exec(server.stdout) ?? []
    const { stdout } = await promisify(execFile)('bash', ['-c', `API=${server.url}; ${command}`])
    expect(JSON.parse(stdout)).toMatchObject({ frozen: false })
  })
})
