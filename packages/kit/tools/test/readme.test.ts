import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, runContract, shedFiles } from './project.ts'

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
const [commands = ''] = /(?<=```sh\n)[^`]+/.exec(readme) ?? []

/** Makes the tools importable in a folder, as `npm install` does. */
async function installTools(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@contract-kit'), { recursive: true })
  await symlink(join(import.meta.dirname, '..'), join(folder, 'node_modules/@contract-kit/tools'))
}

describe('README', () => {
  it('begins with commands that work in a package', async () => {
    const folder = await createFolder({
      ...shedFiles,
      'contract.config.json': JSON.stringify({
        documents: { shed: { source: 'openapi.yaml', generate: { types: 'src/generated/openapi.ts' } } },
      }),
    })
    // The first two commands add and install these tools, and the last two run until they are stopped.
    const lines = commands.trim().split('\n').slice(2, -2)
    const runs: (readonly [string, number])[] = []
    for (const line of lines) {
      const [, verb = ''] = /^npx @contract-kit\/tools (\w+)/.exec(line) ?? []
      runs.push([verb, (await runContract(folder, verb)).code])
    }
    expect(runs).toStrictEqual([
      ['gen', 0],
      ['bundle', 0],
    ])
  })

  it('links a page with a configuration that is accepted', async () => {
    const page = await readFile(join(import.meta.dirname, '../docs/configuration.md'), 'utf8')
    const [, config = ''] = /```ts\n(import \{ defineConfig \}[^`]+)```/.exec(page) ?? []
    const folder = await createFolder({
      'contract.config.ts': config,
      'api/openapi.yaml': 'openapi: 3.1.1\ninfo: { title: Pets, version: "1" }\npaths: {}\n',
    })
    await installTools(folder)
    expect(await runContract(folder, 'gen')).toMatchObject({
      code: 0,
      stdout: 'src/generated/openapi.ts written\nsrc/generated/client.ts written\n',
    })
  })

  it('lists every command', async () => {
    const { stdout } = await runContract('/', '--help')
    const verbs = Array.from(stdout.matchAll(/^ {2}(\w+) \[/gm), ([, verb = '']) => verb).filter(
      (verb) => verb !== 'help',
    )
    const listed = Array.from(readme.matchAll(/^\| `contract (\w+)`/gm), ([, verb = '']) => verb)
    expect(listed.toSorted()).toStrictEqual(verbs.toSorted())
  })
})
