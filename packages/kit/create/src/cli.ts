#!/usr/bin/env node
import { relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { CreateError, createProject } from './create-project.ts'

const help = `Usage: npm create contract-kit <folder> -- [options]

Begins a contract-first API: a contract with examples, a typed server, client, mock, docs, lint, a gate for breaking changes and
contract checks.

Options:
  --openapi <file or URL>  begin from this OpenAPI 3 document; its examples are the first responses
  --from <folder>          install the kit from tarballs in this folder instead of the registry
  --name <name>            the name of the package; that of the folder unless given
  -h, --help               show this text

Example:
  npm create contract-kit my-api -- --openapi https://api.example.com/openapi.json

Exit codes:
  0  the project is created
  2  the input is wrong; one sentence on stderr says what to change
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
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) {
      process.stdout.write(help)
      return 0
    }
    const [folder, ...surplus] = positionals
    if (folder === undefined || surplus.length > 0)
      throw new CreateError('Name one folder: npm create contract-kit my-api.')
    const { openapi, from, name } = values
    process.stderr.write(`Creating ${folder}\n`)
    const project = await createProject({
      folder,
      ...(openapi !== undefined && { openapi }),
      ...(from !== undefined && { tarballs: from }),
      ...(name !== undefined && { name }),
    })
    for (const note of project.notes) process.stdout.write(`note: ${note}\n`)
    const place = relative(process.cwd(), project.folder) || '.'
    const quoted = /^[\w./-]+$/.test(place) ? place : `"${place}"`
    process.stdout.write(
      `\n${project.files.length} files in ${place}. Next:\n\n  cd ${quoted}\n  npm install\n  npm test\n  npm start\n`,
    )
    return 0
  } catch (error) {
    // `parseArgs` of Node adds a second sentence, about arguments that begin with a dash.
    const message =
      error instanceof TypeError && 'code' in error
        ? `${error.message.split(/[.\n]/)[0] ?? ''}. See npm create contract-kit -- --help.`
        : error instanceof CreateError && error.message
    if (message === false) throw error
    process.stderr.write(`${message}\n`)
    return 2
  }
}

process.exitCode = await run(process.argv.slice(2))
