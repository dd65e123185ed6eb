import type { Answer } from './answer.ts'
import type { RequestFacts } from './request-facts.ts'

/** An answer that is not JSON: a page, or metrics. */
export interface TextAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a plain route may give. */
export type MountAnswer = Answer | TextAnswer

/** A plain route outside every contract: no guards, no validation; `path` is literal. */
export interface Mount {
  readonly method: string
  readonly path: string
  readonly handler: (facts: RequestFacts) => MountAnswer | Promise<MountAnswer>
}

// A self-contained page: everything inlined, workers from blobs (search), calls to its own host only.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  'worker-src blob:',
  'child-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** An HTML page whose scripts and styles are inlined; a `content-security-policy` in `headers` replaces the policy for it. */
export function htmlPage(text: string, headers: Readonly<Record<string, string>> = {}): TextAnswer {
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    text,
    headers: { 'content-security-policy': PAGE_POLICY, ...headers },
  }
}
