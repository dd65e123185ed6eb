import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InputError } from '../input-error.ts'
import type { VerbDescription } from './verb.ts'

export const init: VerbDescription<object> = {
  example: 'contract init api/openapi.yaml',
  async run([given], _options, { terminal }) {
    const { cwd } = terminal
    const document = given ?? findDocument(cwd) ?? 'openapi.yaml'
    if (given !== undefined && !existsSync(join(cwd, given)))
      throw new InputError(`The document ${given} does not exist; leave it out to begin a new one.`)
    const present = configNames.find((name) => existsSync(join(cwd, name)))
    if (present !== undefined) throw new InputError(`There is a ${present} here already.`)
    const files: Record<string, string> = { 'contract.config.ts': renderConfig(document) }
    if (!existsSync(join(cwd, document))) files[document] = firstContract
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true })
      await writeFile(join(cwd, path), text)
    }
    const scripts = await missingScripts(cwd)
    const text = [
      ...Object.keys(files).map((path) => `${path} written\n`),
      ...(scripts.length > 0 ? [`\nAdd to the scripts of package.json:\n\n${scripts.join('\n')}\n`] : []),
      '\nNext: contract lint, contract gen, contract mock\n',
    ].join('')
    return { passed: true, text, data: { files: Object.keys(files) } }
  },
}

const configNames = [
  'contract.config.ts',
  'contract.config.js',
  'contract.config.mjs',
  'contract.config.json',
]

function findDocument(cwd: string): string | undefined {
  const names = ['openapi.yaml', 'openapi.yml', 'openapi.json']
  return names.find((name) => existsSync(join(cwd, name)))
}

function renderConfig(document: string): string {
  return `import { defineConfig } from '@contract-kit/tools'

export default defineConfig({
  documents: {
    openapi: {
      source: '${document.replaceAll('\\', '/')}',
      released: 'released',
      generate: {
        types: 'src/generated/openapi.ts',
        document: 'src/generated/document.ts',
        client: 'src/generated/client.ts',
      },
    },
  },
})
`
}

/** Lines for the manifest of the project, of which it has none. */
async function missingScripts(cwd: string): Promise<readonly string[]> {
  const path = join(cwd, 'package.json')
  const text = existsSync(path) ? await readFile(path, 'utf8') : '{}'
  const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> }
  return ['gen', 'lint', 'diff', 'mock', 'docs']
    .filter((verb) => scripts[verb] === undefined)
    .map((verb) => `  "${verb}": "contract ${verb}",`)
}

const firstContract = `openapi: 3.1.1
info:
  title: My API
  version: 1.0.0
  description: What it is for, and how a caller begins.
servers:
  - url: http://127.0.0.1:3000
security: []
paths:
  /greetings/{name}:
    get:
      operationId: showGreeting
      summary: Show a greeting
      description: Greets somebody by name.
      parameters:
        - name: name
          in: path
          required: true
          description: Who is greeted.
          schema: { type: string, minLength: 1, maxLength: 40 }
          example: Ada
      responses:
        '200':
          description: The greeting.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Greeting' }
              examples:
                ada:
                  value: { text: 'Hello, Ada' }
        '400':
          description: The name is too long.
components:
  schemas:
    Greeting:
      type: object
      description: Kind words.
      required: [text]
      properties:
        text: { type: string, description: The words., maxLength: 60 }
`
