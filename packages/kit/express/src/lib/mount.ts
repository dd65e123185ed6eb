import type { Answer } from './answer.ts'
import type { RequestFacts } from './request-facts.ts'

/** An answer that is not JSON: a page, an image, or metrics. */
export interface TextAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string | Uint8Array
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

/**
 * The content security policy of a page of ours: nothing from elsewhere, workers from blobs (search), calls to its own
 * host and to those that `connectTo` names, as sources of CSP Level 3.
 */
export const pagePolicy = (connectTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    'worker-src blob:',
    'child-src blob:',
    ["connect-src 'self'", ...connectTo].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** An HTML page that takes scripts and styles from this server alone; a `content-security-policy` in `headers` replaces the policy for it. */
export function htmlPage(
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer {
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    text,
    headers: { 'content-security-policy': pagePolicy(), ...headers },
  }
}
