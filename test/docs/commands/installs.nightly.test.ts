import { join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'
import { describe, expect, it } from 'vitest'
import { listCommands, listPackages, toKitCommand } from './documented-commands.ts'
import { createNewcomer } from './newcomer.ts'

const tellNpm = listCommands('npm').find(({ text }) => text.startsWith('npm config set'))?.text ?? ''
const packages = await listPackages()
const installs = listCommands('npm').filter(
  ({ words }) => words[1] === 'install' && words.some((word) => packages.some(({ name }) => name === word)),
)
/** The command of each package that npx runs, by package name or address. */
const runs = new Map(
  listCommands('npx').flatMap(({ words }) => {
    const { bin = '' } = toKitCommand(words, packages) ?? {}
    const spec = words.find((word, index) => index > 0 && word !== '--yes') ?? ''
    return bin === '' ? [] : [[spec, bin] as const]
  }),
)

describe('outside of the repository', () => {
  it.each(installs)('npm installs: $text', async ({ text }) => {
    const newcomer = createNewcomer()
    const { code, stderr } = await newcomer.run(`${tellNpm}\nnpm init --yes\n${text} --no-audit --no-fund`)
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
  })

  it.each([...runs])('npx runs %s', async (spec, bin) => {
    const newcomer = createNewcomer()
    const { code, stdout } = await newcomer.run(`${tellNpm}\nnpx --yes ${spec} --help`)
    expect(code).toBe(0)
    expect(stdout).toContain(bin.replace(/^create-/, ''))
  })

  it('npm create makes a project of a document, and installs it', async () => {
    const newcomer = createNewcomer()
    const document = join(repositoryRoot, 'packages/kit/create/templates/huts/openapi/openapi.yaml')
    const { code } = await newcomer.run(
      `${tellNpm}\nnpm create --yes @contract-kit my-api -- --openapi ${document}`,
    )
    expect(code).toBe(0)
    expect(await newcomer.run('npm run typecheck', 'my-api')).toMatchObject({ code: 0 })
  })

  it('npm installs all packages of the scope together', async () => {
    const newcomer = createNewcomer()
    const names = packages.map(({ name }) => name).filter((name) => name.startsWith('@'))
    const { code, stdout } = await newcomer.run(
      `${tellNpm}\nnpm init --yes > init.log\nnpm install ${names.join(' ')} > install.log\nnpm ls --json`,
    )
    expect(code).toBe(0)
    const { dependencies } = JSON.parse(stdout) as { readonly dependencies: object }
    expect(Object.keys(dependencies).toSorted()).toStrictEqual(names.toSorted())
  })
})
