import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import process from 'node:process'
import { repositoryRoot } from '@giftcards/test-harness'
import { createRealKeys, findFreePort, spawnGuarded } from '@giftcards/test-harness/process'
import { readText } from './read-deploy.ts'

// `npm run check:image` builds deploy/Dockerfile without a container engine: in a temporary folder, with this machine's Node and
// only the npm registry. It then starts the server as the image does, and checks that it is ready. This takes several minutes, so
// it is not part of `npm test`.

/** The result of the instructions so far. */
interface Stage {
  /** The folder that is `/` in the image. */
  readonly root: string
  /** The working directory, in the file system of this machine. */
  workdir: string
  env: Record<string, string>
  /** The most recent commands of `CMD` and `HEALTHCHECK`. */
  readonly commands: Record<string, readonly string[]>
}

const { HOME = '', PATH = '' } = process.env
const hostEnv = { HOME, PATH: `${dirname(process.execPath)}:${PATH}`, DO_NOT_TRACK: '1' }
const ignored = readText('deploy/Dockerfile.dockerignore').split('\n').filter(Boolean)

/** Runs every instruction of the Dockerfile. Returns the last stage, which is the image. */
function build(folder: string): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  const lines = readText('deploy/Dockerfile')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, name = '', options = '', text = ''] = /^(\w+)((?:\s+--\S+)*)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const root = join(folder, String(stages.size))
      mkdirSync(root)
      stage = { root, workdir: root, env: {}, commands: {} }
      stages.set(text.split(' AS ')[1] ?? '', stage)
    } else if (stage === undefined) throw new Error(`${name} stands before the first FROM`)
    else {
      const [, from] = /--from=(\S+)/.exec(options) ?? []
      carryOut(stage, name, text, from === undefined ? repositoryRoot : stages.get(from)?.root)
    }
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage')
  return stage
}

function carryOut(stage: Stage, name: string, text: string, source: string | undefined): void {
  const inside = (path: string): string =>
    path.startsWith('/') ? join(stage.root, path) : resolve(stage.workdir, path)
  switch (name) {
    case 'WORKDIR':
      stage.workdir = inside(text)
      mkdirSync(stage.workdir, { recursive: true })
      return
    case 'ENV':
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
      return
    case 'RUN':
      process.stderr.write(`RUN ${text}\n`)
      run(stage, ['sh', '-ec', text])
      return
    case 'COPY': {
      const words = text.split(/\s+/)
      const target = words.pop() ?? ''
      if (source === undefined) throw new Error(`No stage before this one has the name in: ${text}`)
      for (const word of words) copy(source, word, inside(target), target.endsWith('/'))
      return
    }
    case 'CMD':
    case 'HEALTHCHECK':
      stage.commands[name] = JSON.parse(text.slice(text.indexOf('['))) as readonly string[]
      return
    case 'USER':
    case 'EXPOSE':
      return
    default:
      throw new Error(`${name} is an instruction that is not carried out here`)
  }
}

/** Copies as Docker does: the content of a folder, or a file into a target that ends with a slash. */
function copy(source: string, word: string, target: string, isFolder: boolean): void {
  const from = join(source, word)
  const isFile = statSync(from).isFile()
  const to = isFile && isFolder ? join(target, basename(from)) : target
  mkdirSync(isFile ? dirname(to) : to, { recursive: true })
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    // Only the build context has files to ignore.
    filter: (path) =>
      source !== repositoryRoot || !ignored.some((pattern) => matchesGlob(relative(source, path), pattern)),
  })
}

function run({ workdir, env }: Stage, [command = '', ...words]: readonly string[]): void {
  execFileSync(command, words, {
    cwd: workdir,
    env: { ...hostEnv, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Starts the server of the image, sends the request of the image's health check, checks readiness, and stops the server. */
async function checkServer(image: Stage): Promise<void> {
  const port = String(await findFreePort())
  const env = { ...image.env, ...createRealKeys(), ALLOW_SIMULATED_PAYMENTS: '1', PORT: port }
  run({ ...image, env }, ['node', 'apps/server/src/commands/migrate.ts', '--mode', 'production'])
  const [command = '', ...words] = image.commands['CMD'] ?? []
  const server = spawnGuarded(command, words, { cwd: image.workdir, env: { ...hostEnv, ...env } })
  try {
    const listening = new Promise<void>((done) => {
      server.child.stdout.on('data', () =>
        server.output.stdout.includes('Listening on') ? done() : undefined,
      )
    })
    const early = await Promise.race([listening, server.ended])
    if (early !== undefined) throw new Error(`The server ended before it listened: ${early.stderr}`)
    run({ ...image, env }, image.commands['HEALTHCHECK'] ?? [])
    for (const path of ['/readyz', '/docs/']) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
  } finally {
    server.child.kill('SIGTERM')
  }
  const { code } = await server.ended
  if (code !== 0) throw new Error(`The server ended with ${code}`)
}

const folder = mkdtempSync(join(tmpdir(), 'giftcards-image-'))
try {
  await checkServer(build(folder))
  process.stdout.write('The image builds, starts, is healthy and ready, and ends in order.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
