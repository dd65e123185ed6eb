import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutRemoteAssets } from './without-remote-assets.ts'

/** Builds `dist/index.html` (partner API) and `dist/sandbox.html` (sandbox controls), each one self-contained file. */
const root = join(import.meta.dirname, '..')
const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

mkdirSync(join(root, 'dist'), { recursive: true })
build('openapi', 'index.html')
build('sandbox', 'sandbox.html')

function build(documentName: string, page: string) {
  const source = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${documentName}.yaml`))
  const args = [
    cli,
    'build-docs',
    source,
    '--inlineBundle',
    '--config',
    'redocly.yaml',
    '--output',
    `dist/${page}`,
  ]
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
    },
  })
  if (run.status !== 0) {
    process.stderr.write(run.stdout + run.stderr)
    process.exitCode = 1
    return
  }
  const file = join(root, 'dist', page)
  writeFileSync(file, withoutRemoteAssets(readFileSync(file, 'utf8')))
}
