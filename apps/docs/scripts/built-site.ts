import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listOperations, readContract } from '../site/contract-document.ts'

const folder = join(import.meta.dirname, '../dist')

/** Pages of the reference, whose anchors are made in the browser. */
const references: Readonly<Record<string, 'openapi' | 'sandbox'>> = {
  'reference.html': 'openapi',
  'sandbox.html': 'sandbox',
}

/** Every file of the built site, relative to it, with slashes. */
export const builtFiles: readonly string[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
  .toSorted()

/** The HTML pages among them. */
export const builtPages: readonly string[] = builtFiles.filter((file) => file.endsWith('.html'))

/** The text of a built file. */
export function readBuilt(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

/** The addresses that a page's links, scripts and styles name; of a reference page, those of its header alone. */
export function linksOf(page: string): readonly string[] {
  const html = references[page] === undefined ? readBuilt(page) : headerOf(readBuilt(page))
  return Array.from(
    html.matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g),
    ([, address = '']) => address,
  )
}

/** What a reader can be led to: each file, and each anchor of each page. */
export function linkTargets(): ReadonlySet<string> {
  return new Set([
    ...builtFiles,
    ...builtPages.flatMap((page) => anchorsOf(page).map((anchor) => `${page}#${anchor}`)),
  ])
}

function anchorsOf(page: string): readonly string[] {
  const document = references[page]
  return document === undefined
    ? Array.from(readBuilt(page).matchAll(/\sid="([^"]+)"/g), ([, id = '']) => id)
    : listOperations(readContract(document)).map(({ operation }) => `operation/${operation.operationId}`)
}

function headerOf(html: string): string {
  return html.slice(html.indexOf('<header'), html.indexOf('</header>'))
}
