import type { DocumentPage } from '../home-page.ts'
import { type SiteFrame, toAsset, toFramedBody, toHead, toPageActions } from './layout.ts'
import { isObject } from '../openapi/json.ts'
import { escapeHtml, toRelativeLink } from './text.ts'
import type { TryItOptions } from '../try-it-options.ts'

/** A page from which requests of a document can be sent. */
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
${toPageActions(path)}
<h1>${escapeHtml(label)}</h1>
<p>Requests are sent from this page to the server that you choose. Nothing is stored, and nothing goes anywhere else.</p>
<div id="try-it" data-reference="${escapeHtml(toRelativeLink(path, page.path))}"><p>This page needs JavaScript.</p></div>
</main>`,
)}
</body>
</html>
`
}

/** What the page is for, in one sentence. */
export function describeTryPage({ label }: DocumentPage): string {
  return `Send real requests from the browser, with the operations of ${label}.`
}

/** The file of a page's data: a script, which also loads from a folder that no server serves. */
export function toDataPath(path: string): string {
  return `assets/${path.replace(/\.html$/, '').replaceAll('/', '-')}-data.js`
}

/** The document and the options, left in `tryItData`. Code samples, which the page makes itself, are left out. */
export function toTryData({ page, options }: TryPage): string {
  const data = { document: page.document, options }
  return `globalThis.tryItData = ${JSON.stringify(data, withoutSamples).replaceAll('<', String.raw`\u003c`)}\n`
}

function withoutSamples(_key: string, value: unknown): unknown {
  if (!isObject(value) || !('x-codeSamples' in value)) return value
  const { 'x-codeSamples': _, ...rest } = value
  return rest
}
