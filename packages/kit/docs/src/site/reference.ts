import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { DocumentPage } from '../home-page.ts'
import type { Operation } from '../openapi/operations.ts'
import { toCodeTabs, toSampleTabs } from './code-tabs.ts'
import { type SiteFrame, toAsset, toFramedBody, toHead, toPageActions } from './layout.ts'
import { toDocumentPath, toOperationAddress } from '../home-page.ts'
import type { CodeSample } from './code-block.ts'
import { findAt, writeJson } from '@contract-kit/json-schema/json'
import { isObject, type JsonObject, toList, toObject, toText } from '../openapi/json.ts'
import { bodiesOf } from '../openapi/operations.ts'
import { toCollectionPath } from '../postman/collection.ts'
import { escapeHtml, toMarkdownCode, toRelativeLink } from './text.ts'
import { titleOf } from '../openapi/read-document.ts'

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')

/** A configuration without telemetry. Without it, the tool would read one from the working directory. */
const configuration = 'telemetry: off\nopenapi:\n  disableTelemetry: true\n'

/** The output of `redocly build-docs` for a document, without the surrounding page. */
export interface RenderedReference {
  /** What Redoc needs in the head of the page. */
  readonly head: string
  readonly html: string
  /** The same for every document. */
  readonly viewer: string
  /** The initial state of the viewer, as JSON. */
  readonly data: string
}

/**
 * Renders the reference of a document with `redocly build-docs`. If the tool fails on the descriptions of the document, omits
 * them and calls `note`. `tryPath` is the try-it page of the document. Rejects with the message of the tool if it still
 * fails.
 */
export async function renderReference(
  page: DocumentPage,
  tryPath: string | undefined,
  note: (problem: string) => void,
): Promise<RenderedReference> {
  const shown = toShownDocument(page, tryPath)
  try {
    return await buildDocs(shown)
  } catch {
    const rendered = await buildDocs(withoutDescriptions(shown))
    note(`${page.path}: the descriptions are left out, because Redocly cannot show them`)
    return rendered
  }
}

async function buildDocs(shown: unknown): Promise<RenderedReference> {
  const scratch = mkdtempSync(join(tmpdir(), 'contract-docs-'))
  try {
    const write = (name: string, text: string): string => {
      writeFileSync(join(scratch, name), text)
      return join(scratch, name)
    }
    const document = write('document.json', writeJson(shown))
    const template = write('page.hbs', `{{{redocHead}}}${boundary}{{{redocHTML}}}`)
    const config = write('redocly.yaml', configuration)
    const output = join(scratch, 'page.html')
    await runRedocly(scratch, [
      'build-docs',
      document,
      '--inlineBundle',
      '--config',
      config,
      '-t',
      template,
      '-o',
      output,
    ])
    const { before, viewer, definition, options } = splitPage(readFileSync(output, 'utf8'))
    const [head = '', html = ''] = before.split(boundary)
    return { head, html, viewer, data: `{"definition":${definition},"options":${options}}` }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Separates the head and the body in the output of the tool. */
const boundary = '\n<!-- the body begins here -->\n'

/** Removes all descriptions; keeps schemas named `description`. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, below]) => key !== 'description' || isObject(below))
  return Object.fromEntries(kept.map(([key, below]) => [key, withoutDescriptions(below)]))
}

/** Writes a reference as a page in the frame of the site, and the script that all of them share, `assets/redoc.js`. */
export function writeReference(
  page: DocumentPage,
  { head, html, viewer, data }: RenderedReference,
  frame: SiteFrame,
  folder: string,
): void {
  writeFileSync(join(folder, 'assets/redoc.js'), toClassicScript(viewer))
  const { path, label, document } = page
  const description = `The reference of ${titleOf(document)}.`
  const actions = toPageActions(path, [
    { path: toDocumentPath(path, 'json'), label: 'OpenAPI JSON' },
    { path: toDocumentPath(path, 'yaml'), label: 'OpenAPI YAML' },
    { path: toCollectionPath(path), label: 'Postman collection' },
  ])
  const content = `<div id="content" tabindex="-1">
${actions}
${withOwnMarkup(withoutLogo(html))}${toSampleTemplates(page)}</div>`
  // The script of the site starts the viewer, after it has set the server URLs in the data.
  writeFileSync(
    join(folder, path),
    `<!doctype html>
<html lang="en">
<head>
${toHead(frame, path, { title: label, description, style: 'reference.css' })}
<style>body { padding: 0; margin: 0 }</style>
${head}
</head>
<body>
${toFramedBody(frame, path, content, toOperationMenu(page))}
<script type="application/json" id="redoc-data">${data.replaceAll('<', String.raw`\u003c`)}</script>
<script src="${toAsset(frame, path, 'redoc.js')}" defer></script>
</body>
</html>
`,
  )
}

/** The operations by tag, for the menu of a screen that is too narrow for that of the viewer. */
function toOperationMenu({ operations, label }: DocumentPage): string {
  const groups = Array.from(
    Map.groupBy(operations, ({ tag }) => tag),
    ([tag, ofTag]) => {
      const items = ofTag.map(
        (operation) =>
          `<li><a href="${toOperationAddress('', operation)}">${escapeHtml(operation.summary)}</a></li>`,
      )
      const list = `<ul>\n${items.join('\n')}\n</ul>`
      return tag === '' ? list : `<details>\n<summary>${escapeHtml(tag)}</summary>\n${list}\n</details>`
    },
  )
  return `<div class="operation-menu">\n<h2>${escapeHtml(label)}</h2>\n${groups.join('\n')}\n</div>\n`
}

/** The samples of each operation, which the script of the page puts beside it. */
function toSampleTemplates({ operations }: DocumentPage): string {
  const templates = operations.flatMap((operation, index) => {
    const { method, path, raw } = operation
    const samples = toList(raw['x-codeSamples']).map(toObject).map(toSample)
    if (operation.isWebhook || samples.length === 0) return []
    const tabs = toCodeTabs(
      toSampleTabs(samples),
      `samples-${index + 1}`,
      bodiesOf(operation).length === 0 ? 'without-body' : '',
    )
    return [`<template data-samples="${escapeHtml(`${method} ${path}`)}">\n${tabs}</template>\n`]
  })
  return templates.join('')
}

function toSample(sample: JsonObject): CodeSample {
  const lang = toText(sample['lang'])
  return { lang, label: toText(sample['label']) || lang, source: toText(sample['source']) }
}

/** The parts of the page: the viewer is the same in every page, half a megabyte that a browser need load only once. */
function splitPage(html: string) {
  const tag = '<script type="module">'
  const start = html.indexOf(tag)
  const end = html.indexOf('const __redoc_definition')
  const data = /^const __redoc_definition = (.*);\s+const __redoc_options = (.*);\s+hydrate\(/.exec(
    html.slice(end),
  )
  const [, definition, options] = data ?? []
  if (start < 0 || end < start || definition === undefined || options === undefined)
    throw new Error('redocly build-docs has written no page with an inline bundle')
  return { before: html.slice(0, start), viewer: html.slice(start + tag.length, end), definition, options }
}

/**
 * The viewer as a classic script, because browsers load no modules from `file:` URLs.
 * `import.meta` is used by its search alone, where it runs in Node.js.
 */
function toClassicScript(viewer: string): string {
  const exported = /export\s*\{RedocStandalone,hydrate,init\};?\s*$/
  if (!exported.test(viewer))
    throw new Error('The bundle of redocly build-docs has other exports than expected')
  const body = withoutLogo(viewer).replace(exported, '').replaceAll('import.meta', '({})').trim()
  return `${body}\nglobalThis.Redoc = { hydrate }\n`
}

/**
 * Removes the logo of Redocly, the one address that the page would fetch from elsewhere. "Only the Redocly logo in the
 * sidebar loads from the CDN" (redocly.com/docs). No option turns it off. A content security
 * policy would also block the images of descriptions. The link keeps its text, and styles/reference.css the name.
 */
function withoutLogo(html: string): string {
  return html.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/[a-z-]+\.svg/g, 'data:,')
}

/**
 * Redoc renders the links of its sidebar and headings as paths, `/orders`, when it is built, and as anchors, `#/orders`, in
 * the browser. Only the latter open in a new tab, so the page has them from the beginning. A table may be wider than a phone:
 * its box scrolls, and takes the focus so that a keyboard can scroll it (WCAG 2.2, 2.1.1). Images of descriptions are not loaded
 * ahead of the page, from wherever they are.
 */
function withOwnMarkup(html: string): string {
  return html
    .replaceAll('href="/', 'href="#/')
    .replaceAll('<div class="md-table-wrapper">', '<div class="md-table-wrapper" tabindex="0">')
    .replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
}

/**
 * The document as Redoc shows it. Each operation has an `operationId`, which its anchor is made of. Its description begins with its
 * request, which Redoc shows below all fields on a phone, and with the name that clients call it by. The page has the samples of code
 * itself.
 */
function toShownDocument(page: DocumentPage, tryPath: string | undefined): JsonObject {
  const shown = structuredClone(page.document.raw)
  for (const one of page.operations) {
    const operation = findAt(shown, one.pointer)
    if (!isObject(operation)) continue
    const own = toText(operation['description'])
    const description = [...describeRequest(one, page.path, tryPath), own].filter((part) => part !== '')
    delete operation['x-codeSamples']
    Object.assign(operation, {
      ...withShownServers(operation),
      operationId: one.id,
      summary: one.summary,
      ...(description.length === 0 ? {} : { description: description.join('\n\n') }),
    })
  }
  // The header shows the name of the API, so the first heading names the page.
  const info = { ...toObject(shown['info']), title: page.label }
  return { ...withShownServers(shown), info }
}

/** Method and path, the name that clients use, and the way to the try-it page, as Markdown. */
function describeRequest(operation: Operation, path: string, tryPath: string | undefined): string[] {
  const { id, isNamed, isWebhook, method } = operation
  const links = [
    ...(isNamed ? [toMarkdownCode(id)] : []),
    ...(isWebhook || tryPath === undefined
      ? []
      : [`[Try it](${toRelativeLink(path, tryPath)}#${encodeURIComponent(id)})`]),
  ]
  return [isWebhook ? '' : `**${method}** ${toMarkdownCode(operation.path)}`, links.join(' · ')]
}

function withShownServers(holder: JsonObject): JsonObject {
  const { servers } = holder
  return Array.isArray(servers) ? { ...holder, servers: servers.map(toShownServer) } : holder
}

/** Redoc treats a URL that begins with a variable as relative, so variables are replaced by their defaults. */
function toShownServer(server: unknown): unknown {
  const { url, variables, ...others } = toObject(server)
  const [first, name] = /^\{([^}]+)\}/.exec(toText(url)) ?? []
  if (first === undefined || name === undefined) return server
  const { [name]: variable, ...further } = toObject(variables)
  const preset = toText(toObject(variable)['default'])
  if (preset === '') return server
  return {
    ...others,
    url: toText(url).replace(first, () => preset),
    ...(Object.keys(further).length === 0 ? {} : { variables: further }),
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
