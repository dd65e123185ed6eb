#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { CreateError, createProject } from './create-project.ts'

const help = `Usage: npm create @contract-kit <folder> -- [options]

Creates a contract-first API in a new folder: a contract with examples, a typed server, a client, a mock, docs, lint,
a check for breaking changes, and contract tests. In a folder with a package.json, it adds the kit to that package:
a configuration, a first contract if there is none, scripts and dependencies. It overwrites nothing.

Options:
  --openapi <file or URL>  start from this document; installs a new project, generates its code, and
                           accepts the findings of its first check
  --no-install             with --openapi, skip "npm install" and "npm run accept"
  --from <folder>          install the kit from tarballs in this folder instead of the registry
  --name <name>            the name of a new package; default: the name of the folder
  -h, --help               show this text

Examples:
  npm create @contract-kit my-api -- --openapi https://api.example.com/openapi.json
  npm create @contract-kit .

Exit codes:
  0  the project is created, or the kit is added
  2  the input is wrong, or the project cannot be installed; stderr says what to change
`

/** Runs the command line; resolves with the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        openapi: { type: 'string' },
        from: { type: 'string' },
        name: { type: 'string' },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) {
      process.stdout.write(help)
      return 0
    }
    const [folder, ...surplus] = positionals
    if (folder === undefined || surplus.length > 0)
      throw new CreateError('Name one folder: npm create @contract-kit my-api, or . for the package here.')
    const { openapi, from, name } = values
    process.stderr.write(`Preparing ${folder}\n`)
    const project = await createProject({
      folder,
      ...(openapi !== undefined && { openapi }),
      ...(from !== undefined && { tarballs: from }),
      ...(name !== undefined && { name }),
    })
    for (const note of project.notes) process.stdout.write(`note: ${note}\n`)
    const { isNew } = project
    const place = relative(process.cwd(), project.folder) || '.'
    const isInstalled = isNew && openapi !== undefined && !values['no-install']
    if (isInstalled) {
      install(project.folder, place)
      process.stdout.write(accept(project.folder))
    }
    const quoted = /^[\w./-]+$/.test(place) ? place : `"${place}"`
    const next = [
      ...(place === '.' ? [] : [`cd ${quoted}`]),
      ...(isInstalled ? [] : ['npm install']),
      ...(isNew && openapi !== undefined && !isInstalled ? ['npm run accept'] : []),
      ...(isNew
        ? ['npm test', 'npm start']
        : ['npx @contract-kit/tools gen', 'npx @contract-kit/tools mock']),
    ]
    const written = isNew
      ? `${project.files.length} files in ${place}`
      : `${project.files.join(', ')} written`
    process.stdout.write(`\n${written}. Next:\n\n${next.map((line) => `  ${line}\n`).join('')}`)
    return 0
  } catch (error) {
    // Node's `parseArgs` adds a second sentence about arguments that begin with a dash.
    const message =
      error instanceof TypeError && 'code' in error
        ? `${error.message.split(/[.\n]/)[0] ?? ''}. See npm create @contract-kit -- --help.`
        : error instanceof CreateError && error.message
    if (message === false) throw error
    process.stderr.write(`${message}\n`)
    return 2
  }
}

/** Installs the dependencies of a project, and generates its code. */
function install(folder: string, place: string): void {
  process.stderr.write('Installing and generating code\n')
  if (!runNpm(folder, 'install', '--no-audit', '--no-fund'))
    throw new CreateError(
      `The project is in ${place}, but "npm install" failed there: fix the errors above, then run it again.`,
    )
}

/** Adds the current findings of the linter and the contract check to the ignore files. Returns a summary for the user. */
function accept(folder: string): string {
  process.stderr.write('Checking the contract and accepting the current findings\n')
  const file = 'test/known-findings.json'
  if (!runNpm(folder, 'run', 'accept') || !existsSync(join(folder, file)))
    return 'note: "npm run accept" failed: see above.\n'
  const { findings } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    readonly findings: readonly unknown[]
  }
  return findings.length === 0
    ? ''
    : `note: The check has ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, accepted in ${file}. "npm test" fails for any new finding; the README says how to fix them.\n`
}

/** Runs npm with its output on stderr. Returns whether it succeeded. */
function runNpm(folder: string, ...args: readonly string[]): boolean {
  const { stderr } = process
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', stderr, stderr],
    // On Windows, npm is a script.
    shell: process.platform === 'win32',
  })
  return status === 0
}

process.exitCode = await run(process.argv.slice(2))
