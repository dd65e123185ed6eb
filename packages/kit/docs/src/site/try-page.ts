import type { DocumentPage } from '../home-page.ts'
import { type SiteFrame, toAsset, toFramedBody, toHead, toPageActions } from './layout.ts'
import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import { exampleValue } from '@contract-kit/openapi'
import { bodiesOf, kindOfBody } from '../openapi/operations.ts'
import { escapeHtml, toRelativeLink } from './text.ts'
import type { TryItOptions } from '../try-it-options.ts'

/** A try-it page of a document. */
export interface TryPage {
  /** `try.html`. */
  readonly path: string
  readonly label: string
  readonly page: DocumentPage
  readonly options: TryItOptions
}

/** The page as HTML: the head and the header of the site around the place where the script puts the form. */
export function toTryPage(frame: SiteFrame, { path, label, page }: TryPage): string {
  const head = toHead(frame, path, { title: label, description: describeTryPage(page), style: 'site.css' })
  return `<!doctype html>
<html lang="en">
<head>
${head}
<link rel="stylesheet" href="${toAsset(frame, path, 'try-it.css')}">
<script src="${escapeHtml(toRelativeLink(path, toDataPath(path)))}" defer></script>
<script src="${toAsset(frame, path, 'try-it.js')}" defer></script>
</head>
<body>
${toFramedBody(
  frame,
  path,
  `<main id="content" class="try" tabindex="-1">
<h1>${escapeHtml(label)}</h1>
${toPageActions(path)}
<p>Send requests to the server that you choose. Credentials and responses stay in this page until you leave it.</p>
<div id="try-it" data-reference="${escapeHtml(toRelativeLink(path, page.path))}"><p>This page needs JavaScript.</p></div>
</main>`,
)}
</body>
</html>
`
}

/** The description of the page, in one sentence. */
export function describeTryPage({ label }: DocumentPage): string {
  return `Send real requests from the browser, with the operations of ${label}.`
}

/** The file of a page's data: a script, because it also loads from `file:` URLs. */
export function toDataPath(path: string): string {
  return `assets/${path.replace(/\.html$/, '').replaceAll('/', '-')}-data.js`
}

/** The data of a page as JSON text. The page parses it itself, since `JSON.parse` would round its numbers. */
export interface TryData {
  /** Without code samples, which the page generates itself. */
  readonly document: object
  readonly options: TryItOptions
  /** Values for JSON bodies without an example, by the id of the operation and the media type. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

/** The script that stores the data of a page in `tryItData`. */
export function toTryData({ page, options }: TryPage): string {
  const data = { document: withoutSamples(page.document.raw), options, samples: toSamples(page) }
  return `globalThis.tryItData = ${JSON.stringify(writeJson(data)).replaceAll('<', String.raw`\u003c`)}\n`
}

/** Initial values of bodies, since the page has no generator. */
export function toSamples({ operations }: DocumentPage): TryData['samples'] {
  const ofOperations = operations.map((operation) => {
    const made = bodiesOf(operation).flatMap((body) => {
      if (body.schema === undefined || body.examples.length > 0 || kindOfBody(body) !== 'json') return []
      const value = exampleValue({ schema: body.schema, examples: [] }, 'request', true)
      return value === undefined ? [] : [[body.contentType, value] as const]
    })
    return [operation.id, Object.fromEntries(made)] as const
  })
  return Object.fromEntries(ofOperations.filter(([, made]) => Object.keys(made).length > 0))
}

function withoutSamples(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutSamples)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'x-codeSamples')
  return Object.fromEntries(kept.map(([key, below]) => [key, withoutSamples(below)]))
}
