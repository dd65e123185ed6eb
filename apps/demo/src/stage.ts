import type { PartnerClient } from '@giftcards/client'
import type { SandboxClient } from '@giftcards/client/sandbox'
import type { Terminal } from './terminal.ts'
import type { WireLog } from './wire-log.ts'

/** The context of every step of the demo. */
export interface Stage {
  readonly client: PartnerClient
  readonly sandbox: SandboxClient
  readonly terminal: Terminal
  readonly wire: WireLog
  /** Ends the demo at once. */
  readonly signal: AbortSignal
}
