import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { repositoryRoot } from '@giftcards/test-harness'
import { runProgram } from '@giftcards/test-harness/process'
import { describe, expect, it } from 'vitest'
import { type DocumentedCommand, listCommands, listPackages, toKitCommand } from './documented-commands.ts'

const programs = ['npx', 'npm', 'contract', 'contract-checker', 'contract-client', 'create-contract-kit']
const commands = listCommands(...programs)
const packages = await listPackages()
const kitCommands = commands.flatMap((command) => {
  const found = toKitCommand(command.words, packages)
  return found === undefined ? [] : [{ ...found, text: command.text }]
})
const binaries = packages.flatMap(({ bin }) => (bin === undefined ? [] : [bin]))

const { packages: locked } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, object>>
}
const isInstalled = (name: string): boolean =>
  Object.keys(locked).some((path) => path.endsWith(`node_modules/${name}`)) ||
  existsSync(join(repositoryRoot, 'node_modules/.bin', name))

/** Returns the packages and addresses that a command installs with npm. */
const installed = ({ words }: DocumentedCommand): readonly string[] => {
  const [program, verb, ...rest] = words
  return program === 'npm' && verb === 'install' ? rest.filter((word) => !word.startsWith('-')) : []
}

const helps = new Map<string, Promise<string>>()

/** Returns the help text of a command of the kit, or of one of its verbs. */
function helpOf(bin: string, ...verb: readonly string[]): Promise<string> {
  const key = [bin, ...verb].join(' ')
  const program = join(repositoryRoot, 'node_modules/.bin', bin)
  const help =
    helps.get(key) ??
    runProgram(process.execPath, [program, ...verb, '--help'], { cwd: repositoryRoot }).then(
      ({ stdout }) => stdout,
    )
  helps.set(key, help)
  return help
}

/** Returns the names of the options among words: `--report` for `--report junit=report.xml`. */
const optionsIn = (words: readonly string[]): readonly string[] =>
  words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.replace(/=.*/, ''))

const names = (help: string, option: string): boolean =>
  new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(help)

describe('a documented command', () => {
  it('has npm install what the sandbox serves, or what this repository has installed', () => {
    const wrong = commands.flatMap(installed).filter((name) => {
      if (name.startsWith('http://127.0.0.1:3000/sandbox/')) return false
      return !packages.some((each) => each.name === name) && !isInstalled(name)
    })
    expect(wrong).toStrictEqual([])
  })

  it('has npx run what the sandbox serves, or what this repository has installed', () => {
    const wrong = commands.filter(({ words }) => {
      const [program, first = ''] = words
      if (program !== 'npx' || first === '-c') return false
      return toKitCommand(words, packages) === undefined && !isInstalled(first)
    })
    expect(wrong).toStrictEqual([])
  })

  it('has npm create look in the scope', () => {
    expect(commands.filter(({ text }) => /^npm create (?!--yes @|@)/.test(text))).toStrictEqual([])
  })

  it.each(kitCommands)('has a verb and options that exist: $text', async ({ bin, args }) => {
    const end = args.includes('--') ? args.indexOf('--') : args.length
    const [own, passedOn] = [args.slice(0, end), args.slice(end)]
    const verb = bin === 'contract' ? own.slice(0, 1) : []
    const verbs = Array.from((await helpOf(bin)).matchAll(/^ {2}(\w+) \[/gm), ([, name]) => name)
    expect(verb.filter((name) => !verbs.includes(name))).toStrictEqual([])
    const help = await helpOf(bin, ...verb)
    expect(optionsIn(own).filter((option) => !names(help, option))).toStrictEqual([])
    // `contract check` passes everything after `--` to the checker.
    const checker = await helpOf('contract-checker')
    expect(optionsIn(passedOn).filter((option) => !names(checker, option))).toStrictEqual([])
  })

  it('is one of each package that has commands', () => {
    expect(new Set(kitCommands.map(({ bin }) => bin))).toStrictEqual(new Set(binaries))
  })

  it('tells npm one place of the scope', () => {
    const places = commands.filter(({ text }) => text.startsWith('npm config set'))
    expect(places.map(({ text }) => text)).toStrictEqual([
      'npm config set @contract-kit:registry http://127.0.0.1:3000/sandbox/npm/',
    ])
  })
})

describe('a text of the kit', () => {
  it('has npx run no command of the kit by its bare name, which on npm is of somebody else', () => {
    const files = execFileSync('git', ['ls-files', '--', 'packages/kit'], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    })
    const bare = new RegExp(`\\bnpx (?:--yes |-y )?(?:${binaries.join('|')})(?![\\w-])`)
    const wrong = files
      .trim()
      .split('\n')
      .filter((path) => bare.test(readFileSync(join(repositoryRoot, path), 'utf8')))
    expect(wrong).toStrictEqual([])
  })
})
