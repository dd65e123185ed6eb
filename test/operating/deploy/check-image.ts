import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { createRealKeys, findFreePort } from '@giftcards/test-harness/process'
import { type BuiltStage, carryOutStages, hostEnvironment, readIgnored, run } from './carry-out-stages.ts'
import { type Instruction, parseDockerfile, parseExecForm } from './parse-dockerfile.ts'

// `npm run check:image` builds everything that the Dockerfile builds, in a temporary folder and with only the npm registry.
// Then it starts the server as the image does, and checks that it is ready. This takes some minutes, so it is not part of
// `npm test`.

const context = join(import.meta.dirname, '../../../..')
const dockerfile = join(context, 'deploy/Dockerfile')

/** Starts the server of the image, asks it what the image's health check asks and whether it is ready, and stops it. */
async function checkServer(image: BuiltStage, instructions: readonly Instruction[]): Promise<void> {
  const textOf = (name: string): string => instructions.findLast((one) => one.name === name)?.text ?? ''
  const port = String(await findFreePort())
  const env = { ...image.env, ...createRealKeys(), ALLOW_SIMULATED_PAYMENTS: '1', PORT: port }
  run('node', ['apps/server/src/commands/migrate.ts', '--mode', 'production'], { ...image, env })
  const [command = '', ...words] = parseExecForm(textOf('CMD'))
  const server = spawn(command, words, {
    cwd: image.workdir,
    env: { ...hostEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    await Promise.race([waitForLine(server.stdout, 'Listening on'), ended.then(failEarly)])
    const [probe = '', ...probeWords] = parseExecForm(textOf('HEALTHCHECK'))
    run(probe, probeWords, { ...image, env })
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (status !== 200) throw new Error(`/readyz answered ${status}`)
    const docs = await fetch(`http://127.0.0.1:${port}/docs/`)
    if (docs.status !== 200) throw new Error(`/docs/ answered ${docs.status}`)
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`The server ended with ${code}`)
}

function failEarly(): never {
  throw new Error('The server ended before it listened')
}

function waitForLine(output: Readable, text: string): Promise<void> {
  let written = ''
  return new Promise((resolve) => {
    output.setEncoding('utf8').on('data', (part: string) => {
      written += part
      if (written.includes(text)) resolve()
    })
  })
}

const folder = mkdtempSync(join(tmpdir(), 'giftcards-image-'))
try {
  const stages = parseDockerfile(readFileSync(dockerfile, 'utf8'))
  const image = carryOutStages(stages, {
    context,
    ignored: readIgnored(`${dockerfile}.dockerignore`),
    folder,
  })
  await checkServer(image, stages.at(-1)?.instructions ?? [])
  process.stdout.write('The image builds, starts, is healthy and ready, and ends in order.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
