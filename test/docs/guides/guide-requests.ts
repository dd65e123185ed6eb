import { parse } from 'yaml'
import type { CodeBlock } from './read-code-blocks.ts'
import { readGuideTabs } from './read-guide-tabs.ts'
import { findOutput, type Guide, guides } from './read-guides.ts'

/** A request that a guide shows in every language, with the samples on its built page. */
export interface GuideRequest {
  readonly block: CodeBlock
  readonly operationId: string
  /** What a reader keeps of the response: runtime expressions by the names of variables. */
  readonly keep: Readonly<Record<string, string>>
  /** Undefined: any status of success. */
  readonly status: number | undefined
  /** What the response is said to be. */
  readonly expected: CodeBlock | undefined
  /** Those made of the request, by label. A language in which the guide has a block of its own has none. */
  readonly samples: ReadonlyMap<string, string>
}

interface RequestBlock {
  readonly operation: string
  readonly keep?: Readonly<Record<string, string>>
  readonly status?: number
}

/** The requests of a guide, in their order. Throws where its page has other tabs. */
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

/** Guides with a request. */
export const guidesWithRequests: readonly Guide[] = guides.filter(({ blocks }) => blocks.some(isRequest))

/** The customer whose token a reader of the guide has, the first one that the guide names. */
export function readCustomer({ markdown }: Guide): string {
  return /[\w-]+@example\.com/.exec(markdown)?.[0] ?? 'elite@example.com'
}

function isRequest({ language, use }: CodeBlock): boolean {
  return language === 'yaml' && use === 'request'
}
