import { type JsonObject, toObject, toText } from '../documents/json.ts'
import { resolveObject, textOf } from '../samples/sample-document.ts'
import { describeScheme } from './describe-operation.ts'
import type { DocsPage } from './docs-pages.ts'

/** What a document says of itself, as a page: the documentation of an API that has no other. */
export function toOverviewPage(document: JsonObject): DocsPage {
  const info = toObject(document['info'])
  const title = toText(info['title']) || 'API'
  const schemes = Object.entries(toObject(toObject(document['components'])['securitySchemes'])).map(
    ([name, declared]) => {
      const scheme = resolveObject(document, declared)
      return `- \`${name}\`: ${describeScheme(scheme)}. ${textOf(scheme, 'description').trim()}`.trim()
    },
  )
  const tags = (Array.isArray(document['tags']) ? document['tags'] : [])
    .map(toObject)
    .filter((tag) => textOf(tag, 'description') !== '')
    .map((tag) => `### ${textOf(tag, 'name')}\n\n${textOf(tag, 'description').trim()}`)
  const parts = [
    `# ${title}`,
    textOf(info, 'summary'),
    textOf(info, 'description').trim(),
    ...(schemes.length === 0 ? [] : ['## Credentials', schemes.join('\n')]),
    ...tags,
  ]
  return { path: 'overview.md', title, markdown: parts.filter((part) => part !== '').join('\n\n') }
}
