import type { ApiDocument } from '@contract-kit/openapi'
import { toObject, toText } from '../documents/json.ts'
import { describeScheme } from './describe-operation.ts'
import type { DocsPage } from './docs-pages.ts'
import { descriptionOf } from './operations.ts'

/** The description of a document as a page, for an API without other documentation. */
export function toOverviewPage(document: ApiDocument): DocsPage {
  const { info, tags: declared } = document.raw
  const { summary, description } = toObject(info)
  const title = document.title || 'API'
  const schemes = Array.from(document.securitySchemes, ([name, scheme]) =>
    `- \`${name}\`: ${describeScheme(scheme)}. ${descriptionOf(document, scheme)}`.trim(),
  )
  const tags = (Array.isArray(declared) ? declared.map(toObject) : [])
    .filter((tag) => toText(tag['description']) !== '')
    .map((tag) => `### ${toText(tag['name'])}\n\n${toText(tag['description']).trim()}`)
  const parts = [
    `# ${title}`,
    toText(summary),
    toText(description).trim(),
    ...(schemes.length === 0 ? [] : ['## Credentials', schemes.join('\n')]),
    ...tags,
  ]
  return { path: 'overview.md', title, markdown: parts.filter((part) => part !== '').join('\n\n') }
}
