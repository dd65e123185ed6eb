import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { commandText } from './command.ts'

interface CommandManifest {
  readonly bin?: Readonly<Record<string, string>>
  readonly commands?: Readonly<Record<string, string>>
}

const kit = join(import.meta.dirname, '../..')
const commands = readdirSync(kit, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: folder }) => {
    const manifest = readFileSync(join(kit, folder, 'package.json'), 'utf8')
    const { bin = {}, commands: modules = {} } = JSON.parse(manifest) as CommandManifest
    return Object.entries(bin).map(([name, file]) => ({
      name,
      path: join(kit, folder, file),
      module: (modules[name] ?? '').replace(/^\.\//, ''),
    }))
  })

describe('the commands of the repository', () => {
  it('are those of the kit', () => {
    expect(commands.map(({ name }) => name)).toContain('contract')
  })

  it.each(commands)('$name is the file that a package has, over the source', async (command) => {
    await expect(commandText(command)).toMatchFileSnapshot(command.path)
  })

  it.each(commands)('$name prints its help', ({ path }) => {
    const { status, stdout } = spawnSync(process.execPath, [path, '--help'], { encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toContain('--')
  })
})
