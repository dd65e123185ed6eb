import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCli } from '../src/commands/run-cli.ts'

/** The contract of a tool shed, in several files. It has kebab-case IDs, ranges, a default response and an internal extension. */
export const shedFiles: Readonly<Record<string, string>> = {
  'openapi.yaml': `openapi: 3.1.1
info: { title: Tool shed, version: 1.2.0 }
servers: [{ url: 'http://127.0.0.1:9' }]
paths:
  /tools/{tool-id}:
    $ref: paths/tool.yaml
components:
  schemas:
    Settings: { type: object }
    Nothing: { type: object, additionalProperties: false }
`,
  'paths/tool.yaml': `parameters:
  - { name: tool-id, in: path, required: true, schema: { type: integer, minimum: 1 }, example: 7 }
get:
  operationId: show-tool
  summary: Show a tool
  tags: [Tools]
  x-access: member
  x-source: minutes of the club
  responses:
    200:
      description: The tool.
      content:
        application/json:
          schema: { $ref: ../schemas/tool.yaml }
          examples:
            saw: { $ref: ../examples/saw.yaml }
    4XX: { description: No such tool. }
    default: { description: Something went wrong. }
delete:
  responses:
    204: { description: Gone. }
`,
  'schemas/tool.yaml': `type: object
required: [tool-id, name]
properties:
  tool-id: { type: integer, readOnly: true }
  name: { type: string, maxLength: 40 }
`,
  'examples/saw.yaml': `summary: A saw
value: { tool-id: 7, name: Saw }
`,
}

/** Creates a folder with files. It is removed when the test has finished, or after all tests of a file with `afterAll`. */
export async function createFolder(
  files: Readonly<Record<string, string>> = {},
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-tools-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await addFiles(folder, files)
  return folder
}

/** Writes files into a folder. */
export async function addFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** The result of a run of the command line. */
export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line in a folder, in this process. */
export async function runContract(cwd: string, ...args: readonly string[]): Promise<Run> {
  const output = { stdout: '', stderr: '' }
  const code = await runCli(args, {
    cwd,
    env: {},
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
  })
  return { code, ...output }
}
