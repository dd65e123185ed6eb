import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const logger = new URL('create-logger.ts', import.meta.url).href

/** What a process writes that logs as `script` says. */
async function outputOf(script: string): Promise<readonly string[]> {
  const source = `const { createLogger } = await import(${JSON.stringify(logger)}); const log = createLogger('info')
    const unread = (requestId) => log.unread({ requestId, status: 400, errorCode: 'x' })
    ${script}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source])
  return stdout.split('\n').filter((line) => line !== '')
}

it('writes out every line of a process that ends in the same turn', async () => {
  const lines = await outputOf(`for (let id = 0; id < 1000; id++) unread('r-' + id); process.exit(0)`)
  expect(lines).toHaveLength(1000)
  expect(lines.at(-1)).toContain('"requestId":"r-999"')
})

it('writes out what a process logged that ends by a defect of its own', async () => {
  const lines = await outputOf(
    `process.once('uncaughtException', () => process.exit(0)); unread('r-1'); throw new Error('x')`,
  )
  expect(lines).toHaveLength(1)
})

it('keeps what is said about the server before what is written after it', async () => {
  const lines = await outputOf(`unread('r-1'); log.info('Listening'); process.stdout.write('banner\\n')`)
  expect(lines.map((line) => /r-1|Listening|banner/.exec(line)?.[0])).toStrictEqual([
    'r-1',
    'Listening',
    'banner',
  ])
})
