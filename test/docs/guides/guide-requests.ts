import { parse } from 'yaml'
import type { ReceivedAnswer } from '@giftcards/test-harness'
import { readDocs } from '../site.ts'
import { type CodeBlock, findOutput, type Guide, guides } from './guides.ts'

/** A request that a guide shows in every language, with the samples on its built page. */
export interface GuideRequest {
  readonly block: CodeBlock
  readonly operationId: string
  /** The values of the response that a reader keeps: runtime expressions by variable name. */
  readonly keep: Readonly<Record<string, string>>
  /** Undefined if any success status is expected. */
  readonly status: number | undefined
  /** The documented response, if there is one. */
  readonly expected: CodeBlock | undefined
  /** The samples generated from the request, by label. A language is missing if the guide has its own block for it. */
  readonly samples: ReadonlyMap<string, string>
}

interface RequestBlock {
  readonly operation: string
  readonly keep?: Readonly<Record<string, string>>
  readonly status?: number
}

/** Returns the requests of a guide, in order. Throws if its page has a different number of tab groups. */
export function readGuideRequests({ slug, blocks }: Guide): readonly GuideRequest[] {
  const runs = Map.groupBy(blocks, ({ run }) => run)
  const groups = [...runs.values()].filter((run) => run.some(isRequest))
  const tabs = groups.length === 0 ? [] : readGuideTabs(slug)
  if (tabs.length !== groups.length)
    throw new Error(`${slug} has ${groups.length} groups and ${tabs.length} on its page`)
  return groups.flatMap((group, number) => {
    const requests = group.filter(isRequest)
    const own = new Set(group.map(({ code }) => code))
    const generated = [...(tabs[number] ?? [])].filter(([, codes]) => !codes.some((code) => own.has(code)))
    return requests.map((block, index) => {
      const { operation, keep = {}, status } = parse(block.code) as RequestBlock
      return {
        block,
        operationId: operation,
        keep,
        status,
        expected: findOutput(blocks, blocks.indexOf(block)),
        samples: new Map(generated.map(([label, codes]) => [label, codes[index] ?? ''])),
      }
    })
  })
}

/** The guides that contain a request. */
export const guidesWithRequests: readonly Guide[] = guides.filter(({ blocks }) => blocks.some(isRequest))

/** Returns the customer whose token the reader of the guide uses: the first one that the guide names. */
export function readCustomer({ markdown }: Guide): string {
  return /[\w-]+@example\.com/.exec(markdown)?.[0] ?? 'elite@example.com'
}

function isRequest({ language, use }: CodeBlock): boolean {
  return language === 'yaml' && use === 'request'
}

/** Returns the value of an OpenAPI runtime expression in a response, as text. Throws if there is none. */
export function evaluateExpression(
  { headers, text }: Pick<ReceivedAnswer, 'headers' | 'text'>,
  expression: string,
): string {
  const header = /^\$response\.header\.(.+)$/.exec(expression)?.[1]
  const pointer = /^\$response\.body#\/(.+)$/.exec(expression)?.[1]
  const body: unknown = pointer === undefined ? undefined : JSON.parse(text)
  const value =
    header === undefined
      ? pointer?.split('/').reduce((part, name) => (isObject(part) ? part[name] : undefined), body)
      : headers.get(header)
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`The response has no ${expression}: ${text}`)
  return String(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Returns the tab groups on the built page of a guide, in order: the code of each tab by its label. */
function readGuideTabs(slug: string): readonly ReadonlyMap<string, readonly string[]>[] {
  const [, ...groups] = readDocs(`guides/${slug}.html`).split('<div class="code-tabs">')
  return groups.map((group) => {
    const [, ...panels] = group.split('<div role="tabpanel"')
    return new Map(
      panels.map((panel) => {
        const [html = ''] = panel.split('</div>')
        const label = unescapeHtml(/data-language="([^"]*)"/.exec(html)?.[1] ?? '')
        const codes = Array.from(
          html.matchAll(/<figure class="code ">\n<pre tabindex="0"><code>([^]*?)\n<\/code>/g),
          ([, code = '']) => unescapeHtml(code.replaceAll(/<[^>]*>/g, '')),
        )
        return [label, codes] as const
      }),
    )
  })
}

function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
