import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import process from 'node:process'
import type { Instruction, Stage } from './parse-dockerfile.ts'

/** The folder a stage has built, and what its instructions have set. */
export interface BuiltStage {
  /** The folder that is `/` in the image. */
  readonly root: string
  /** The working directory, in the file system of this machine. */
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
}

/** Instructions that change nothing in the file system. */
const withoutEffect: ReadonlySet<string> = new Set(['USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'])

/**
 * Carries out the stages of a Dockerfile without an engine. Each stage has a folder of its own below `folder`, and uses
 * this machine's Node and npm. Its environment has PATH, HOME, and the variables that the image would have. Owners are
 * not kept.
 */
export function carryOutStages(
  stages: readonly Stage[],
  {
    context,
    ignored,
    folder,
  }: { readonly context: string; readonly ignored: readonly string[]; readonly folder: string },
): BuiltStage {
  const built = new Map<string, BuiltStage>()
  let last: BuiltStage | undefined
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, String(index))
    mkdirSync(root)
    last = { root, workdir: root, env: {} }
    for (const instruction of stage.instructions) {
      last = carryOut(instruction, last, (from) =>
        from === undefined
          ? { source: context, ignored }
          : { source: getStage(built, from).root, ignored: [] },
      )
    }
    if (stage.name !== undefined) built.set(stage.name, last)
  }
  if (last === undefined) throw new Error('The Dockerfile has no stage')
  return last
}

interface CopySource {
  readonly source: string
  readonly ignored: readonly string[]
}

function carryOut(
  { name, options, text }: Instruction,
  stage: BuiltStage,
  findSource: (from: string | undefined) => CopySource,
): BuiltStage {
  const { root, workdir, env } = stage
  if (name === 'WORKDIR') {
    const next = inside(root, workdir, text)
    mkdirSync(next, { recursive: true })
    return { ...stage, workdir: next }
  }
  if (name === 'ENV') {
    const pairs = Array.from(text.matchAll(/(\w+)=(\S+)/g), ([, key = '', value = '']) => [key, value])
    return { ...stage, env: { ...env, ...(Object.fromEntries(pairs) as Record<string, string>) } }
  }
  if (name === 'RUN') {
    // These take minutes.
    process.stderr.write(`RUN ${text}\n`)
    run('sh', ['-ec', text], stage)
    return stage
  }
  if (name === 'COPY') {
    const words = text.split(/\s+/)
    const target = words.pop() ?? ''
    for (const word of words) copy(findSource(options['from']), word, inside(root, workdir, target), target)
    return stage
  }
  if (withoutEffect.has(name)) return stage
  throw new Error(`${name} is an instruction that is not carried out here`)
}

/** A folder is copied as its content, a file into a folder that ends with a slash: as Docker does. */
function copy({ source, ignored }: CopySource, word: string, target: string, written: string): void {
  const from = join(source, word)
  const isFile = statSync(from).isFile()
  const to = isFile && written.endsWith('/') ? join(target, basename(from)) : target
  mkdirSync(isFile ? dirname(to) : to, { recursive: true })
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const name = relative(source, path)
      return !ignored.some((pattern) => matchesGlob(name, pattern))
    },
  })
}

/** Runs a command as the image would, and gives what it wrote. */
export function run(command: string, words: readonly string[], { workdir, env }: BuiltStage): string {
  return execFileSync(command, words, {
    cwd: workdir,
    env: { ...hostEnvironment(), ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The environment that the machine itself gives a command: the paths of programs and of npm's settings. */
export function hostEnvironment(): Record<string, string> {
  const { HOME = '', PATH = '' } = process.env
  return { HOME, PATH: `${dirname(process.execPath)}:${PATH}`, DO_NOT_TRACK: '1' }
}

/** The patterns of a `.dockerignore`. */
export function readIgnored(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function getStage(built: ReadonlyMap<string, BuiltStage>, name: string): BuiltStage {
  const stage = built.get(name)
  if (stage === undefined) throw new Error(`There is no stage ${name} before this one`)
  return stage
}

const inside = (root: string, workdir: string, path: string): string =>
  path.startsWith('/') ? join(root, path) : resolve(workdir, path)
