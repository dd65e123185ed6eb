import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? ''

describe('the sample of the README', () => {
  it('prints the output in the README', async () => {
    const run = promisify(execFile)
    const { stdout, stderr } = await run(
      process.execPath,
      ['--input-type=module-typescript', '--eval', blockOf('ts')],
      { cwd: import.meta.dirname, env: { NO_COLOR: '1' } },
    )
    expect(stderr).toBe('')
    expect(stdout).toBe(blockOf('text'))
  })
})
