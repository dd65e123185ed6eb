import type { JobState, Order, StockKey } from '@giftcards/marketplace'

/** An event in the audit log. It holds no secret and no data of a card. Money is in cents. */
export type AuditEvent =
  | { readonly kind: 'login.succeeded'; readonly customerId: number }
  | { readonly kind: 'login.failed'; readonly customerId: number }
  | { readonly kind: 'login.failed'; readonly emailHash: string }
  | {
      readonly kind: 'order.placed'
      readonly customerId: number
      readonly orderId: number
      readonly dueCents: number
    }
  | {
      readonly kind: 'order.status'
      readonly customerId: number
      readonly orderId: number
      readonly from: Order['status']
      readonly to: Order['status']
    }
  | { readonly kind: 'secure-data.read'; readonly customerId: number; readonly cardId: number }
  | {
      readonly kind: 'store-credit.changed'
      readonly customerId: number
      readonly fromCents: number
      readonly toCents: number
    }
  | {
      readonly kind: 'drawdown.deposited'
      readonly customerId: number
      readonly amountCents: number
      readonly balanceCents: number
    }
  | { readonly kind: 'drawdown.opened'; readonly customerId: number }
  | { readonly kind: 'customer.added'; readonly customerId: number; readonly isElite: boolean }
  | {
      readonly kind: 'customer.changed'
      readonly customerId: number
      readonly isElite?: boolean | undefined
      readonly isDisabled?: boolean | undefined
    }
  | { readonly kind: 'customer.password-set' | 'customer.sessions-ended'; readonly customerId: number }
  | {
      readonly kind: 'payment-method.added' | 'payment-method.removed'
      readonly customerId: number
      readonly methodId: number
    }
  | {
      readonly kind: 'refund.recorded'
      readonly customerId: number
      readonly orderId: number
      readonly position: number
      readonly amountCents: number
      readonly note: string
    }
  | {
      readonly kind: 'job.changed'
      readonly jobId: string
      readonly from: JobState | null
      readonly to: JobState
    }
  | { readonly kind: 'clock.set'; readonly frozenAt: number | null; readonly offsetMs: number }
  | { readonly kind: 'app.put'; readonly appId: string; readonly isEnabled: boolean }
  | { readonly kind: 'merchant.put'; readonly merchantId: number }
  | ({ readonly kind: 'stock.put'; readonly fromCards: number; readonly toCards: number } & StockKey)
  | { readonly kind: 'coupon.added'; readonly couponId: number; readonly code: string }
  | { readonly kind: 'coupon.changed'; readonly couponId: number; readonly expires: string }
  | { readonly kind: 'card-data.resealed'; readonly keyId: string; readonly cards: number }
  | {
      readonly kind: 'records.archived'
      readonly auditRows: number
      readonly secureReads: number
      /** The hash at the end of the archive, which identifies it. */
      readonly sha256: string
    }
  | {
      readonly kind: 'data.replaced'
      /** The initial state that no later event explains: Elite customers, cards on hand, money held for no order, ledger rows. */
      readonly elite: readonly number[]
      readonly stock: readonly (StockKey & { readonly onHand: number })[]
      readonly held: readonly { readonly customerId: number; readonly cents: number }[]
      readonly lastLedgerRow: number
    }
  | {
      readonly kind: 'data.restored'
      /** The hash at the end of the backup, which identifies it. */
      readonly sha256: string
    }

/** An event as stored, with the operator who requested it, if any. */
export type RecordedEvent = AuditEvent & { readonly operator?: string | undefined }
