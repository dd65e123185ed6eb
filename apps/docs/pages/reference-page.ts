import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { toPageAssets } from '../site/page-head.ts'
import { toSiteHeader } from '../site/site-header.ts'
import { toMendedViewer } from './mended-viewer.ts'
import { readReferenceDocument } from './reference-document.ts'

const root = join(import.meta.dirname, '..')
const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

/**
 * Writes the reference of a document as one self-contained page below the site's own header. Rejects with what the tool
 * says when it fails.
 */
export async function writeReferencePage(
  documentName: 'openapi' | 'sandbox',
  folder: string,
  page: string,
): Promise<void> {
  const file = join(folder, page)
  const scratch = mkdtempSync(join(tmpdir(), 'giftcards-docs-'))
  try {
    const document = join(scratch, `${documentName}.json`)
    writeFileSync(document, JSON.stringify(readReferenceDocument(documentName)))
    await runRedocly(['build-docs', document, '--inlineBundle', '--config', 'redocly.yaml', '-o', file])
  } finally {
    rmSync(scratch, { recursive: true })
  }
  writeFileSync(file, withSiteHeader(toMendedViewer(readFileSync(file, 'utf8')), page))
}

async function runRedocly(args: readonly string[]): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
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
  if (code !== 0) throw new Error(output)
}

/** The page below the site's header, with what the site changes of its style. */
function withSiteHeader(html: string, page: string): string {
  return html
    .replace('</head>', () => `${toPageAssets(page, 'reference.css')}\n</head>`)
    .replace('<body>', () => `<body>\n${toSiteHeader(page, { hasMenu: false })}`)
}
