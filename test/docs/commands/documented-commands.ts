import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'
import { docsFolder, sandbox } from '../site.ts'

/** A command as a reader would type it. */
export interface DocumentedCommand {
  /** The files that contain the command. */
  readonly files: readonly string[]
  /** For example `npx @contract-kit/tools gen --check`. */
  readonly text: string
  readonly words: readonly string[]
}

/** The texts of the kit by file path: the written files and the built docs. */
const texts: ReadonlyMap<string, string> = new Map([...listWritten(), ...listBuilt()])

function listWritten(): readonly (readonly [string, string])[] {
  const places = ['README.md', 'openapi/*.md', 'apps/*.md', 'packages/*.md', 'packages/kit/*.yml']
  const listed = execFileSync('git', ['ls-files', '--', ...places], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
  return listed
    .trim()
    .split('\n')
    .filter((path) => !path.endsWith('CHANGELOG.md'))
    .map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')])
}

function listBuilt(): readonly (readonly [string, string])[] {
  return readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|txt)$/.test(path))
    .map((path) => [`apps/docs/dist/${path}`, readFileSync(join(docsFolder, path), 'utf8')])
}

/** Returns every command of the texts that begins with one of these programs, without duplicates, in the order of the texts. */
export function listCommands(...programs: readonly string[]): readonly DocumentedCommand[] {
  const found = new Map<string, { files: string[]; words: readonly string[] }>()
  for (const [path, text] of texts) {
    for (const words of readCommands(text).filter(([program = '']) => programs.includes(program))) {
      const key = words.join(' ')
      const { files } = found.get(key) ?? { files: [] }
      found.set(key, { files: [...new Set([...files, path])], words })
    }
  }
  return Array.from(found, ([text, { files, words }]) => ({ text, files, words }))
}

/** Returns the commands in shell blocks, in inline code and in the steps of workflows. */
function readCommands(text: string): readonly (readonly string[])[] {
  const blocks = Array.from(text.matchAll(/^ *```sh.*\n([^]*?)^ *```/gm), ([, code = '']) => code)
  const prose = text.replaceAll(/^ *```[^]*?^ *```/gm, '')
  const spans = Array.from(prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g), ([, code = '']) => code)
  const steps = Array.from(
    text.matchAll(/^ *(?:- )?run: (?:>-)?((?:[^\n]|\n {10,})+)/gm),
    ([, code = '']) => code,
  )
  return [...blocks, ...spans, ...steps].flatMap(splitCommands)
}

/** Returns the words of each command of a script, without comments and leading variable assignments. */
function splitCommands(script: string): readonly (readonly string[])[] {
  return script
    .replaceAll(/\\\n|\n(?= {10,})/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const commands: string[][] = [[]]
      for (const [word] of line
        .replace(/(?:^|\s)#.*/, '')
        .matchAll(/(?:'[^']*'|"[^"]*"|<[^>]*>|[^\s'"])+/g)) {
        if (/^(?:&&?|\|\|?|;|\d?>|<)$/.test(word)) commands.push([])
        else commands.at(-1)?.push(word)
      }
      return commands.map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))))
    })
    .filter((words) => words.length > 0)
}

/** A package that the sandbox serves, and its command, if it has one. */
export interface ServedPackage {
  readonly name: string
  readonly bin: string | undefined
}

/** Returns the packages that the sandbox serves, as listed by its build. */
export async function listPackages(): Promise<readonly ServedPackage[]> {
  const response = await fetch(`${sandbox.url}/sandbox/npm/packages.json`)
  const listed = (await response.json()) as Readonly<
    Record<string, { readonly manifest: { readonly bin?: Readonly<Record<string, string>> } }>
  >
  return Object.entries(listed).map(([name, { manifest }]) => ({
    name,
    bin: Object.keys(manifest.bin ?? {})[0],
  }))
}

/** A command of the kit and its arguments, however it is started. */
export interface KitCommand {
  readonly bin: string
  readonly args: readonly string[]
}

/** Returns the kit command that words run: through npx, `npm create` or its own name. Undefined for other commands. */
export function toKitCommand(
  words: readonly string[],
  packages: readonly ServedPackage[],
): KitCommand | undefined {
  const [program = '', ...rest] = words
  const byName = (name: string) => packages.find((each) => each.name === name)?.bin
  if (program === 'npx') {
    const [spec = '', ...args] = rest.filter((word, index) => index > 0 || word !== '--yes')
    const bin = byName(spec)
    return bin === undefined ? undefined : { bin, args }
  }
  if (program === 'npm') {
    const [verb, name = '', ...args] = rest.filter((word) => word !== '--yes')
    const bin =
      verb === 'create' ? byName(name.startsWith('@') ? `${name}/create` : `create-${name}`) : undefined
    return bin === undefined ? undefined : { bin, args: args.filter((word) => word !== '--') }
  }
  return packages.some(({ bin }) => bin === program) ? { bin: program, args: rest } : undefined
}
