import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** Adds the test that the first example of a package's README prints the first block of text below it. */
export function describeReadme(workspace: URL): void {
  describe('README', () => {
    it('opens with an example that prints the documented output', async () => {
      const readme = await readFile(new URL('README.md', workspace), 'utf8')
      const blockOf = (language: string): string =>
        new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(readme)?.[1] ?? ''
      // Inside the workspace, so that the example can import it by its package name.
      const folder = new URL('.results/readme/', workspace)
      await mkdir(folder, { recursive: true })
      const file = fileURLToPath(new URL('example.ts', folder))
      await writeFile(file, blockOf('ts'))
      const { stdout } = await promisify(execFile)(process.execPath, [file])
      expect(stdout).toBe(blockOf('text'))
    })
  })
}
