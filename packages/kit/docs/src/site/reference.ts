import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { DocumentPage } from '../home-page.ts'
import { type SiteFrame, toHead, toHeader } from './layout.ts'
import { type JsonObject, isObject, toObject, toText } from '../openapi/json.ts'
import { titleOf } from '../openapi/read-document.ts'

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** Pages that send nothing home. Without the file the tool would take a configuration of the folder it is started in. */
const configuration = 'telemetry: off\nopenapi:\n  disableTelemetry: true\n'

/**
 * Writes the reference of a document as one self-contained page below the header of the site, made by `redocly build-docs`.
 * Rejects with what the tool says when it fails.
 */
export async function writeReference(page: DocumentPage, frame: SiteFrame, file: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'contract-docs-'))
  try {
    const write = (name: string, text: string): string => {
      writeFileSync(join(scratch, name), text)
      return join(scratch, name)
    }
    const document = write('document.json', JSON.stringify(toShownDocument(page)))
    const template = write('page.hbs', toTemplate(page, frame))
    const config = write('redocly.yaml', configuration)
    await runRedocly(scratch, [
      'build-docs',
      document,
      '--inlineBundle',
      '--config',
      config,
      '-t',
      template,
      '-o',
      file,
    ])
  } finally {
    rmSync(scratch, { recursive: true })
  }
  writeFileSync(file, withoutLogo(readFileSync(file, 'utf8')))
}

/**
 * Takes out the one address that the page would fetch from elsewhere, the logo of Redocly: "Only the Redocly logo in the
 * sidebar loads from the CDN" (redocly.com/docs/cli/commands/build-docs). No option turns it off, and a content security
 * policy would also block the images of descriptions. The link keeps its text, and styles/reference.css the name.
 */
function withoutLogo(html: string): string {
  return html.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/[a-z-]+\.svg/g, 'data:,')
}

/** The template of the page (redocly.com/docs/cli/commands/build-docs): Redoc below the header of the site. */
function toTemplate(page: DocumentPage, frame: SiteFrame): string {
  const description = `The reference of ${titleOf(page.document)}.`
  const head = toHead(frame, page.path, { title: page.label, description, style: 'reference.css' })
  return `<!doctype html>
<html lang="en">
<head>
${escapeBraces(head)}
<style>body { padding: 0; margin: 0 }</style>
{{{redocHead}}}
</head>
<body>
${escapeBraces(toHeader(frame, page.path, { hasMenu: false }))}
{{{redocHTML}}}
</body>
</html>
`
}

/** Handlebars gives two braces a meaning. */
const escapeBraces = (html: string): string => html.replaceAll('{{', '{&#123;')

/**
 * The document as Redoc shows it. Each operation has an `operationId`, which its anchor is made of. One that the document
 * gives begins the description: clients call the operation by it, and Redoc neither shows nor finds it otherwise.
 */
function toShownDocument({ document, operations }: DocumentPage): JsonObject {
  const byPlace = new Map(
    operations.map((operation) => [
      `${operation.isWebhook ? 'webhooks' : 'paths'} ${operation.path} ${operation.method.toLowerCase()}`,
      operation,
    ]),
  )
  const toItems = (key: 'paths' | 'webhooks') =>
    Object.fromEntries(
      Object.entries(toObject(document[key])).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(toObject(item)).map(([method, value]) => {
            const operation = byPlace.get(`${key} ${path} ${method}`)
            if (operation === undefined || !isObject(value)) return [method, value]
            const own = toText(value['description'])
            const description = operation.isNamed
              ? `\`${operation.id}\`${own === '' ? '' : ` — ${own}`}`
              : own
            return [
              method,
              {
                ...value,
                operationId: operation.id,
                summary: operation.summary,
                ...(description === '' ? {} : { description }),
              },
            ]
          }),
        ),
      ]),
    )
  return {
    ...document,
    ...(isObject(document['paths']) ? { paths: toItems('paths') } : {}),
    ...(isObject(document['webhooks']) ? { webhooks: toItems('webhooks') } : {}),
  }
}

async function runRedocly(folder: string, args: readonly string[]): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      TMPDIR,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
    },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`redocly build-docs failed:\n${output}`)
}
